import * as z from 'zod';
import { answer, daySchema, rupeesSchema } from './answer.ts';
import { cartItemTypes } from './cart.ts';
import { defineEndpoint } from './endpoint.ts';

/** The academy's legal details as printed on receipts, from one content file. */
export const academyDetailsSchema = z.object({
  legal_name: z.string(),
  address: z.string(),
  /** The academy's tax number with its label, e.g. `GSTIN 33…`. */
  tax_number: z.string(),
  email: z.string(),
  phone: z.string(),
  /** The small print below the receipt's total. */
  note: z.string(),
});
export type AcademyDetails = z.infer<typeof academyDetailsSchema>;

export const receiptStudentSchema = z.object({
  name: z.string(),
  email: z.string().nullable(),
  mobile: z.string().nullable(),
  indos_number: z.string().nullable(),
});

/** The states of an order that has a receipt. A receipt stays valid when the money is refunded. */
export const receiptStates = ['completed', 'refund_due', 'refunded'] as const;

/**
 * The receipt of a completed order, or of an amount due that was paid later. Once it is issued, only `state` can
 * change. Names, prices and dates are those of the order; the details of the student and the academy are those of the
 * day of completion. Amounts are in rupees, days in Asia/Kolkata.
 */
const receiptSchema = z.object({
  /** The number of the receipt, e.g. `LFR-2026-000045`. */
  receipt_number: z.string(),
  issued_on: daySchema,
  order_id: z.string(),
  /**
   * Only on the receipt of an amount due after a booking was transferred: the number of the order's own receipt, which
   * stays valid.
   */
  adds_to: z.string().optional(),
  state: z.enum(receiptStates),
  academy: academyDetailsSchema,
  student: receiptStudentSchema,
  /** The receipt's lines. `price` is the amount charged, after discounts; the prices add up to `total`. */
  lines: z.array(
    z.object({
      type: z.enum(cartItemTypes),
      name: z.string(),
      price: rupeesSchema,
      courses: z.array(z.object({ name: z.string(), batch_start_date: daySchema, batch_end_date: daySchema })),
    }),
  ),
  subtotal: rupeesSchema,
  discount: rupeesSchema,
  total: rupeesSchema,
  /** The total in words with Indian numbering, e.g. `Rupees One Lakh Five Hundred Only`. */
  total_in_words: z.string(),
  /** How the order was paid; null if nothing had to be paid. */
  payment: z.object({ method: z.string().nullable(), reference: z.string() }).nullable(),
});
export type Receipt = z.infer<typeof receiptSchema>;
export type ReceiptLine = Receipt['lines'][number];

const params = z.object({ id: z.string().max(60) });
/**
 * Query of a receipt. `number`: the number of the receipt of an amount due. Without it, the call returns the order's
 * own receipt.
 */
export const receiptQuerySchema = z.object({ number: z.string().max(40).optional() });

/** GET /orders/{id}/receipt: a receipt of an order. 404 if the order is unknown, unpaid or another student's. */
export const getReceipt = defineEndpoint({
  name: 'getReceipt',
  summary: 'Receipt of a completed order',
  method: 'GET',
  url: '/api/orders/:id/receipt',
  policy: 'student',
  rate: 'read',
  idempotency: 'safe',
  params,
  query: receiptQuerySchema,
  answers: { 200: answer({ data: receiptSchema }) },
  refusals: { NOT_FOUND: 404 },
});

/** GET /orders/{id}/receipt.pdf: the receipt as a PDF attachment. Every download of a receipt has the same bytes. */
export const getReceiptFile = defineEndpoint({
  name: 'getReceiptFile',
  summary: 'Receipt of a completed order as PDF',
  method: 'GET',
  url: '/api/orders/:id/receipt.pdf',
  policy: 'student',
  rate: 'order',
  idempotency: 'safe',
  params,
  query: receiptQuerySchema,
  answers: { 200: z.file().mime('application/pdf') },
  refusals: { NOT_FOUND: 404 },
});
