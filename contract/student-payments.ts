import * as z from 'zod';
import { answer, instantSchema, rupeesSchema } from './answer.ts';
import { defineEndpoint } from './endpoint.ts';
import { paymentStatuses } from './orders.ts';

const refundSchema = z.object({ amount: rupeesSchema, status: z.enum(['due', 'refunded']) });

/** One attempt of a student to pay an order or an amount due. Amounts are in rupees. */
const studentPaymentSchema = z.object({
  /** The id of the payment attempt, e.g. `LF-2026-000123-1`. */
  attempt_id: z.string(),
  /** When the payment attempt began. */
  date: instantSchema,
  order_id: z.string(),
  /** The payment method, e.g. `UPI`; null if the provider did not report it or nothing had to be paid. */
  method: z.string().nullable(),
  /** The amount received if the attempt was paid, otherwise the amount requested. */
  amount: rupeesSchema,
  status: z.enum(paymentStatuses),
  /**
   * The sum of the refunds of this payment; null if there are none. Its status is `due` until the whole amount has been
   * refunded. It is meant for pages of an earlier release: current pages read it only if `refunds` is absent.
   */
  refund: refundSchema.nullable(),
  /**
   * The refunds of this payment, oldest first. Absent in lists that an older version of the app has stored on a device.
   */
  refunds: z.array(refundSchema).optional(),
  /**
   * The number of the order's receipt, or of the receipt of the amount due that was paid; null for an attempt that was
   * not paid.
   */
  receipt_number: z.string().nullable(),
  /**
   * True if this payment is for an amount that became due when a booking was transferred. `receipt_number` is then the
   * number of the receipt for this amount, not of the order's receipt.
   */
  pays_due: z.boolean(),
});
export type StudentPayment = z.infer<typeof studentPaymentSchema>;

/**
 * GET /users/student/payments: the student's payment attempts, newest first, without those of unpaid orders that the
 * student replaced by ordering again; at most 500.
 */
export const listStudentPayments = defineEndpoint({
  name: 'listStudentPayments',
  summary: 'The student’s payment attempts',
  method: 'GET',
  url: '/api/users/student/payments',
  policy: 'student',
  rate: 'read',
  idempotency: 'safe',
  answers: { 200: answer({ data: z.array(studentPaymentSchema) }) },
});
