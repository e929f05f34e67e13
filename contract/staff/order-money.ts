import * as z from 'zod';
import {
  answer,
  daySchema,
  doneSchema,
  idSchema,
  instantSchema,
  notOneLine,
  oneLine,
  rupeesSchema,
} from '../answer.ts';
import { cartItemTypes } from '../cart.ts';
import { orderIdSchema, refundStates } from './orders.ts';
import { defineStaffEndpoint, reasonSchema } from './staff-endpoint.ts';

/** The reference of a payment or refund, as on a bank statement. It is shown in lists and written into receipts. */
const referenceSchema = z.string().trim().max(100, 'At most 100 characters').regex(oneLine, notOneLine);
const noReference = 'Enter the reference of the payment';
const params = z.object({ id: z.string().max(60) });

const listedRefundSchema = z.object({
  refund_id: z.string(),
  order_id: z.string(),
  state: z.enum(refundStates),
  amount: rupeesSchema,
  reason: z.string(),
  provider: z.string(),
  payment_id: z.string(),
  /** How the student had paid, such as `upi`; null if unknown. */
  method: z.string().nullable(),
  /** The reference of the payment that is refunded; null if it is unknown or the payment has none. */
  payment_reference: z.string().nullable(),
  /** The reference of the refund. */
  reference: z.string().nullable(),
  created_at: instantSchema,
  student: z.object({ id: z.uuid(), name: z.string(), contact: z.string().nullable() }),
  /**
   * True if the academy must pay the refund by hand: the payment was made at the office or by a former payment
   * provider, or the provider has refused the refund.
   */
  is_by_hand: z.boolean(),
  /** True if the payment was made by a payment provider that the site no longer uses. */
  is_of_former_provider: z.boolean(),
});
export type StaffRefund = z.infer<typeof listedRefundSchema>;

/**
 * GET /staff/refunds: the refunds in `state`, oldest first, by page. Without `state`, all refunds that are due, sent or
 * failed. For the next page, send the response's `next` as `after`.
 */
export const listStaffRefunds = defineStaffEndpoint({
  name: 'listStaffRefunds',
  summary: 'Refunds that are due, sent or failed',
  method: 'GET',
  url: '/api/staff/refunds',
  permission: 'payments.read',
  rate: 'read',
  idempotency: 'safe',
  query: z.object({ state: z.enum(refundStates).optional(), after: z.string().max(60).optional() }),
  answers: { 200: answer({ data: z.array(listedRefundSchema), next: z.string().nullable() }) },
});

/** POST /staff/refunds/{id}/retry requests a failed refund from the payment provider again. */
export const retryRefund = defineStaffEndpoint({
  name: 'retryRefund',
  summary: 'Requests a failed refund again',
  method: 'POST',
  url: '/api/staff/refunds/:id/retry',
  permission: 'refunds.manage',
  stepUp: true,
  rate: 'write',
  idempotency: 'keyed',
  params,
  body: z.object({ reason: reasonSchema }),
  answers: { 200: doneSchema },
  refusals: { NOT_FOUND: 404, REFUND_NOT_FAILED: 409 },
});

/**
 * POST /staff/refunds/{id}/settle records that staff have paid a refund by hand, outside the payment provider. 409
 * REFUND_SETTLED if it is recorded as paid back already.
 */
export const settleStaffRefund = defineStaffEndpoint({
  name: 'settleStaffRefund',
  summary: 'Records that a refund was paid by hand',
  method: 'POST',
  url: '/api/staff/refunds/:id/settle',
  permission: 'refunds.manage',
  stepUp: true,
  rate: 'write',
  idempotency: 'keyed',
  params,
  body: z.object({
    reference: referenceSchema.min(3, noReference),
    reason: reasonSchema,
  }),
  answers: { 200: doneSchema },
  refusals: { NOT_FOUND: 404, REFUND_NOT_BY_HAND: 409, REFUND_SETTLED: 409 },
});

const pendingPaymentSchema = z.object({
  attempt_id: z.string(),
  order_id: z.string(),
  student: z.object({ id: z.uuid(), name: z.string() }),
  amount: rupeesSchema,
  created_at: instantSchema,
  next_check_at: instantSchema.nullable(),
  /** True if the payment provider has reported a payment of this attempt but not yet whether it succeeded. */
  is_pending: z.boolean(),
});
export type StaffPendingPayment = z.infer<typeof pendingPaymentSchema>;

/** GET /staff/payments/pending: the payment attempts of orders that await payment, oldest first; at most 200. */
export const listPendingPayments = defineStaffEndpoint({
  name: 'listPendingPayments',
  summary: 'Payments whose result is not known yet',
  method: 'GET',
  url: '/api/staff/payments/pending',
  permission: 'payments.read',
  rate: 'read',
  idempotency: 'safe',
  answers: { 200: answer({ data: z.array(pendingPaymentSchema) }) },
});

/** How a student can pay at the office. */
export const officeMethods = ['cash', 'bank', 'upi', 'card'] as const;
export type OfficeMethod = (typeof officeMethods)[number];

const officePaymentSchema = z
  .object({
    method: z.enum(officeMethods),
    reference: referenceSchema.optional(),
  })
  .refine(({ method, reference }) => method === 'cash' || Boolean(reference), {
    message: noReference,
    path: ['reference'],
  });

/**
 * POST /staff/orders/{id}/due records that the student has paid, at the office, the amount due after a transfer to a
 * more expensive course.
 */
export const settleDue = defineStaffEndpoint({
  name: 'settleDue',
  summary: 'Records the payment of an amount due',
  method: 'POST',
  url: '/api/staff/orders/:id/due',
  permission: 'sales.manage',
  rate: 'write',
  idempotency: 'keyed',
  params: z.object({ id: orderIdSchema }),
  body: z.object({ change_id: idSchema, payment: officePaymentSchema, reason: reasonSchema }),
  answers: { 200: doneSchema },
  refusals: { NOT_FOUND: 404, ALREADY_PAID: 409, NO_LONGER_DUE: 409 },
});

/** A course or package to sell, with the chosen batch of each course. */
const saleLineSchema = z.object({
  type: z.enum(cartItemTypes),
  id: idSchema,
  batches: z
    .array(z.object({ course_id: idSchema, batch_id: idSchema }))
    .min(1)
    .max(20),
});
export type SaleLine = z.infer<typeof saleLineSchema>;

/** GET /staff/sales/packages: the packages that can be sold, with their courses. */
export const listSalePackages = defineStaffEndpoint({
  name: 'listSalePackages',
  summary: 'Packages that the office can sell',
  method: 'GET',
  url: '/api/staff/sales/packages',
  permission: 'orders.read',
  rate: 'read',
  idempotency: 'safe',
  answers: {
    200: answer({
      data: z.array(
        z.object({
          id: idSchema,
          name: z.string(),
          price: rupeesSchema,
          courses: z.array(z.object({ course_id: idSchema, course_name: z.string() })),
        }),
      ),
    }),
  },
});

const saleTermsSchema = z.object({ version: z.string(), title: z.string(), content: z.string() });
export type SaleTerms = z.infer<typeof saleTermsSchema>;

/** GET /staff/sales/terms: the booking terms that a student at the office has to accept. `content` is HTML. */
export const getSaleTerms = defineStaffEndpoint({
  name: 'getSaleTerms',
  summary: 'The booking terms, for a sale at the office',
  method: 'GET',
  url: '/api/staff/sales/terms',
  permission: 'orders.read',
  rate: 'read',
  idempotency: 'safe',
  answers: { 200: answer({ data: saleTermsSchema }) },
  refusals: { NOT_FOUND: 404 },
});

/**
 * POST /staff/sales sells a course or package at the office: it creates a paid and booked order with a receipt.
 * - `price`: the price that the staff member saw. 409 PREVIEW_CHANGED if it is different by now.
 * - `from_office_seats`: book seats that are kept for the office.
 * - `terms_version`: the version of the booking terms that the student accepts, as the staff member confirms. 409
 *   TERMS_CHANGED if there is another version by now.
 */
export const sellAtOffice = defineStaffEndpoint({
  name: 'sellAtOffice',
  summary: 'Sells a course or package at the office',
  method: 'POST',
  url: '/api/staff/sales',
  permission: 'sales.manage',
  rate: 'write',
  idempotency: 'keyed',
  body: z.object({
    student_id: z.uuid(),
    line: saleLineSchema,
    price: rupeesSchema,
    payment: officePaymentSchema,
    from_office_seats: z.boolean(),
    terms_version: z.string().max(50),
    reason: reasonSchema,
  }),
  answers: { 200: answer({ data: z.object({ order_id: z.string(), receipt_number: z.string() }) }) },
  refusals: {
    NOT_FOUND: 404,
    BATCH_FULL: 409,
    BATCH_CLOSED: 409,
    BATCH_STARTED: 409,
    ALREADY_BOOKED: 409,
    PACKAGE_INCOMPLETE: 409,
    PREVIEW_CHANGED: 409,
    STUDENT_IS_PAYING: 409,
    NO_OFFICE_SEAT: 409,
    TERMS_CHANGED: 409,
  },
});

export const exportKinds = ['orders', 'payments', 'refunds', 'ledger'] as const;
export type ExportKind = (typeof exportKinds)[number];

/**
 * GET /staff/exports/{kind}: a CSV file of all orders, payments, refunds or ledger entries from `from` to `to`, dates
 * in the academy's time zone, both included. Each call is recorded in the audit log.
 */
export const exportStaffFile = defineStaffEndpoint({
  name: 'exportStaffFile',
  summary: 'Orders, payments, refunds or ledger as CSV',
  method: 'GET',
  url: '/api/staff/exports/:kind',
  permission: 'exports.read',
  stepUp: true,
  rate: 'read',
  idempotency: 'safe',
  params: z.object({ kind: z.enum(exportKinds) }),
  query: z.object({ from: daySchema, to: daySchema }),
  answers: { 200: z.file().mime('text/csv') },
});
