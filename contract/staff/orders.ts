import * as z from 'zod';
import { answer, daySchema, idSchema, instantSchema, rupeesSchema } from '../answer.ts';
import { cartItemTypes } from '../cart.ts';
import { cancelledBookingSchema } from '../enrolments.ts';
import { orderStates } from '../orders.ts';
import { receiptQuerySchema } from '../receipt.ts';
import { refundPolicySchema } from './refund-policy.ts';
import { defineStaffEndpoint, reasonSchema } from './staff-endpoint.ts';

/** Number of orders, refunds or payments on one page of a list. */
export const orderPageSize = 50;

/** The id of an order in a path or query. */
export const orderIdSchema = z.string().max(60);
const params = z.object({ id: orderIdSchema });
const studentSchema = z.object({ id: z.uuid(), name: z.string() });

/**
 * The states by which the list of orders is filtered, as the console shows them. `completed`: paid, with a booking, and
 * no amount due. `cancelled`: completed, and all its items cancelled.
 */
export const listedStates = [...orderStates, 'cancelled'] as const;
export type ListedState = (typeof listedStates)[number];

const listedOrderSchema = z.object({
  order_id: z.string(),
  created_at: instantSchema,
  state: z.enum(orderStates),
  student: studentSchema,
  /** The names of the ordered courses and packages. */
  items: z.array(z.string()),
  /** How many of the order's items are cancelled. */
  cancelled: z.number().int(),
  /**
   * How many of the order's booked items have a course in a cancelled batch. What happens to these bookings is not
   * decided yet.
   */
  in_cancelled_batch: z.number().int(),
  total: rupeesSchema,
  /**
   * What the student still has to pay at the office after a transfer to a more expensive course, in rupees; 0 if
   * nothing.
   */
  due: rupeesSchema,
  receipt_number: z.string().nullable(),
});
export type ListedOrder = z.infer<typeof listedOrderSchema>;

/**
 * GET /staff/orders: orders, newest first, by page.
 * - `q`: the number of an order, payment attempt or receipt, or the reference of a payment or refund. To find a
 *   student's orders: beginnings of words of the name, email address, phone, INDOS or passport number.
 * - `state`: only orders that the console shows in this state
 * - `due`: only orders with an amount due
 * - `settle`: only orders with a booking that the office must decide about because its batch is cancelled
 * - `after`: for the next page, the `next` of the last response
 */
export const listStaffOrders = defineStaffEndpoint({
  name: 'listStaffOrders',
  summary: 'Orders, searched by number, payment or student',
  method: 'GET',
  url: '/api/staff/orders',
  permission: 'orders.read',
  rate: 'read',
  idempotency: 'safe',
  query: z.object({
    q: z.string().trim().max(200, 'At most 200 characters').optional(),
    state: z.enum(listedStates).optional(),
    due: z.literal('open').optional(),
    settle: z.literal('office').optional(),
    after: orderIdSchema.optional(),
  }),
  answers: { 200: answer({ data: z.array(listedOrderSchema), next: z.string().nullable() }) },
});

/** A course that the student has booked, with the dates of its batch. */
const bookedCourseSchema = z.object({
  course_id: idSchema,
  course_name: z.string(),
  batch_id: idSchema,
  start_date: daySchema,
  end_date: daySchema,
});
export type StaffBookedCourse = z.infer<typeof bookedCourseSchema>;

const lineCourseSchema = bookedCourseSchema.extend({
  /** Set while the batch is cancelled and it is not decided yet what happens to the booking. */
  cancelled: cancelledBookingSchema.optional(),
});

const lineSchema = z.object({
  item_id: idSchema,
  type: z.enum(cartItemTypes),
  name: z.string(),
  price: rupeesSchema,
  /** What was paid for the order line, less its refunds. */
  paid: rupeesSchema,
  cancelled_at: instantSchema.nullable(),
  courses: z.array(lineCourseSchema),
});
export type StaffOrderLine = z.infer<typeof lineSchema>;

export const refundStates = ['requested', 'sent', 'settled', 'failed'] as const;

const emailIdSchema = z.coerce.number().int().positive().max(Number.MAX_SAFE_INTEGER);
/**
 * The kinds of entries in the history of an order. `staff`: an action of staff. `batch`: a booked batch was moved or
 * cancelled. `choice`: what became of a booking after its batch was moved or cancelled, such as a choice by the emailed
 * link.
 */
const timelineKinds = ['order', 'payment', 'refund', 'email', 'staff', 'batch', 'choice'] as const;

const staffOrderSchema = z.object({
  order_id: z.string(),
  state: z.enum(orderStates),
  created_at: instantSchema,
  completed_at: instantSchema.nullable(),
  subtotal: rupeesSchema,
  discount: rupeesSchema,
  total: rupeesSchema,
  receipt_number: z.string().nullable(),
  student: studentSchema.extend({ email: z.string().nullable(), mobile: z.string().nullable() }),
  lines: z.array(lineSchema),
  attempts: z.array(
    z.object({
      attempt_id: z.string(),
      provider: z.string(),
      state: z.enum(['created', 'open', 'approved', 'declined', 'expired']),
      amount: rupeesSchema,
      created_at: instantSchema,
      payments: z.array(
        z.object({
          payment_id: z.string(),
          outcome: z.enum(['approved', 'declined', 'pending']),
          amount: rupeesSchema,
          method: z.string().nullable(),
          reference: z.string().nullable(),
          seen_at: instantSchema,
        }),
      ),
    }),
  ),
  refunds: z.array(
    z.object({
      refund_id: z.string(),
      amount: rupeesSchema,
      state: z.enum(refundStates),
      reason: z.string(),
      provider: z.string(),
      reference: z.string().nullable(),
      created_at: instantSchema,
    }),
  ),
  /** The receipts of amounts due that the student has paid, oldest first. */
  due_receipts: z.array(z.object({ receipt_number: z.string(), amount: rupeesSchema })),
  /** Unpaid amounts due after transfers to more expensive courses. */
  dues: z.array(z.object({ change_id: idSchema, amount: rupeesSchema, at: instantSchema, text: z.string() })),
  /** Everything that happened to the order, oldest first. */
  timeline: z.array(
    z.object({
      at: instantSchema,
      kind: z.enum(timelineKinds),
      title: z.string(),
      detail: z.string().nullable(),
      /** The id of an email in the order's history. `resendOrderEmail` sends the email with this id again. */
      email_id: emailIdSchema.optional(),
      /** True if `resendOrderEmail` would refuse the email, because what it says is no longer true. */
      is_outdated: z.boolean().optional(),
    }),
  ),
});
export type StaffOrder = z.infer<typeof staffOrderSchema>;

/** GET /staff/orders/{id}: one order with its payments, refunds and history. */
export const getStaffOrder = defineStaffEndpoint({
  name: 'getStaffOrder',
  summary: 'One order with its payments, refunds and history',
  method: 'GET',
  url: '/api/staff/orders/:id',
  permission: 'orders.read',
  rate: 'read',
  idempotency: 'safe',
  params,
  answers: { 200: answer({ data: staffOrderSchema }) },
  refusals: { NOT_FOUND: 404 },
});

/** GET /staff/orders/{id}/receipt.pdf: a receipt of the order, the same PDF that the student gets. */
export const getStaffReceiptFile = defineStaffEndpoint({
  name: 'getStaffReceiptFile',
  summary: 'The receipt of an order as PDF',
  method: 'GET',
  url: '/api/staff/orders/:id/receipt.pdf',
  permission: 'orders.read',
  rate: 'read',
  idempotency: 'safe',
  params,
  query: receiptQuerySchema,
  answers: { 200: z.file().mime('application/pdf') },
  refusals: { NOT_FOUND: 404 },
});

/** POST /staff/orders/{id}/recheck queries the payment provider about all payment attempts of the order. */
export const recheckStaffOrder = defineStaffEndpoint({
  name: 'recheckStaffOrder',
  summary: 'Asks the payment provider about an order',
  method: 'POST',
  url: '/api/staff/orders/:id/recheck',
  permission: 'payments.recheck',
  rate: 'order',
  idempotency: 'repeatable',
  params,
  answers: { 200: answer({ data: z.object({ state: z.enum(orderStates) }) }) },
  refusals: { NOT_FOUND: 404, PROVIDER_UNAVAILABLE: 503 },
});

/**
 * POST /staff/orders/{id}/confirmation sends the order's confirmation email again, with the bookings as they are now.
 */
export const resendConfirmation = defineStaffEndpoint({
  name: 'resendConfirmation',
  summary: 'Sends the confirmation of a booking again',
  method: 'POST',
  url: '/api/staff/orders/:id/confirmation',
  permission: 'orders.manage',
  rate: 'write',
  idempotency: 'keyed',
  params,
  answers: { 200: answer({ data: z.object({ to: z.string() }) }) },
  refusals: { NOT_FOUND: 404, NO_EMAIL: 409, NOT_BOOKED: 409 },
});

/**
 * POST /staff/orders/{id}/emails/{email} sends an email from the order's history again, to the student's current email
 * address and with current text. 409 EMAIL_OUTDATED if what the email says is no longer true, or its link no longer
 * works.
 */
export const resendOrderEmail = defineStaffEndpoint({
  name: 'resendOrderEmail',
  summary: 'Sends an email about an order again',
  method: 'POST',
  url: '/api/staff/orders/:id/emails/:email',
  permission: 'orders.manage',
  rate: 'write',
  idempotency: 'keyed',
  params: params.extend({ email: emailIdSchema }),
  answers: { 200: answer({ data: z.object({ to: z.string() }) }) },
  refusals: { NOT_FOUND: 404, NO_EMAIL: 409, EMAIL_OUTDATED: 409 },
});

const cancellationLineSchema = lineSchema.pick({ item_id: true, name: true, paid: true, courses: true }).extend({
  /** Days from today to the first day of the order line's first course; negative if that day has passed. */
  days_before: z.number().int(),
  /**
   * Whether the academy has cancelled a batch of this order line. The line is then refunded in full, unless another of
   * its courses has begun: in that case the accounts office decides on the refund.
   */
  is_batch_cancelled: z.boolean(),
  is_by_accounts: z.boolean(),
  /**
   * The percentage that the refund policy gives, and the resulting refund in rupees. Both are 0 if the accounts office
   * decides on the refund.
   */
  percent: z.number().int(),
  refund: rupeesSchema,
});
export type CancellationLine = z.infer<typeof cancellationLineSchema>;

/**
 * GET /staff/orders/{id}/cancellation: what cancelling each booked line of the order today would refund by the refund
 * policy.
 */
export const previewCancellation = defineStaffEndpoint({
  name: 'previewCancellation',
  summary: 'What cancelling an order would refund',
  method: 'GET',
  url: '/api/staff/orders/:id/cancellation',
  permission: 'orders.read',
  rate: 'read',
  idempotency: 'safe',
  params,
  answers: {
    200: answer({
      data: z.object({
        lines: z.array(cancellationLineSchema),
        policy: refundPolicySchema,
        /** The email address to which the email about the cancellation will be sent; null if the student has none. */
        email_to: z.string().nullable(),
      }),
    }),
  },
  refusals: { NOT_FOUND: 404 },
});

/** The total refund, and the total that the student still has to pay, in rupees. */
const changedSchema = z.object({ refund: rupeesSchema, due: rupeesSchema });
const cancelRefusals = { NOT_FOUND: 404, NO_SUCH_BOOKING: 409, PREVIEW_CHANGED: 409, REFUND_TOO_HIGH: 409 } as const;
const isUnique = (ids: readonly number[]) => new Set(ids).size === ids.length;
const itemIds = z.array(idSchema).min(1, 'Choose at least one line').max(20).refine(isUnique, 'Name each line once');

/**
 * POST /staff/orders/{id}/cancel cancels lines of an order with the refunds that the refund policy gives.
 * - 409 PREVIEW_CHANGED: the sum of the refunds is different from what the staff member saw (`refund`).
 * - 409 REFUND_BY_ACCOUNTS: the accounts office must decide on the refund of a line.
 */
export const cancelStaffOrder = defineStaffEndpoint({
  name: 'cancelStaffOrder',
  summary: 'Cancels bookings with the refund of the policy',
  method: 'POST',
  url: '/api/staff/orders/:id/cancel',
  permission: 'orders.manage',
  stepUp: true,
  rate: 'write',
  idempotency: 'keyed',
  params,
  body: z.object({ item_ids: itemIds, refund: rupeesSchema, reason: reasonSchema }),
  answers: { 200: answer({ data: changedSchema }) },
  refusals: { ...cancelRefusals, REFUND_BY_ACCOUNTS: 409 },
});

/**
 * POST /staff/orders/{id}/cancel-with-refund cancels lines, each with a refund chosen by the staff member. 409
 * PREVIEW_CHANGED if a line is different from what the staff member saw: what was paid (`paid`), the refund by the
 * policy (`by_policy`), or whether the accounts office decides on the refund (`is_by_accounts`).
 */
export const cancelWithRefund = defineStaffEndpoint({
  name: 'cancelWithRefund',
  summary: 'Cancels bookings with a chosen refund',
  method: 'POST',
  url: '/api/staff/orders/:id/cancel-with-refund',
  permission: 'refunds.manage',
  stepUp: true,
  rate: 'write',
  idempotency: 'keyed',
  params,
  body: z.object({
    lines: z
      .array(
        z.object({
          ...{ item_id: idSchema, refund: rupeesSchema, paid: rupeesSchema, by_policy: rupeesSchema },
          is_by_accounts: z.boolean().default(false),
        }),
      )
      .min(1, 'Choose at least one line')
      .max(20)
      .refine((lines) => isUnique(lines.map(({ item_id }) => item_id)), 'Name each line once'),
    reason: reasonSchema,
  }),
  answers: { 200: answer({ data: changedSchema }) },
  refusals: cancelRefusals,
});

const openBatchSchema = bookedCourseSchema.extend({
  free: z.number().int(),
  /** The number of seats that are kept for the office. */
  office: z.number().int(),
  price: rupeesSchema,
});
export type StaffOpenBatch = z.infer<typeof openBatchSchema>;

/**
 * GET /staff/open-batches: batches that can be booked, sorted by course and date. With `course_id`, only the batches of
 * that course. With `student_id`, a seat that a waiting list offers to that student counts as free.
 */
export const listOpenBatches = defineStaffEndpoint({
  name: 'listOpenBatches',
  summary: 'Batches that can be booked, with free seats',
  method: 'GET',
  url: '/api/staff/open-batches',
  permission: 'orders.read',
  rate: 'read',
  idempotency: 'safe',
  query: z.object({ course_id: idSchema.optional(), student_id: z.uuid().optional() }),
  answers: { 200: answer({ data: z.array(openBatchSchema) }) },
});

const transferSchema = z.object({ course_id: idSchema, to_batch_id: idSchema });
const transferPreviewSchema = z.object({
  from: bookedCourseSchema,
  to: openBatchSchema,
  paid: rupeesSchema,
  /** The price difference: what is refunded, or what remains to be paid at the office. One of the two is 0. */
  refund: rupeesSchema,
  due: rupeesSchema,
  email_to: z.string().nullable(),
});
export type TransferPreview = z.infer<typeof transferPreviewSchema>;

/** GET /staff/orders/{id}/transfer: previews the transfer of a booked course to another batch. */
export const previewTransfer = defineStaffEndpoint({
  name: 'previewTransfer',
  summary: 'What a transfer would change',
  method: 'GET',
  url: '/api/staff/orders/:id/transfer',
  permission: 'orders.read',
  rate: 'read',
  idempotency: 'safe',
  params,
  query: transferSchema,
  answers: { 200: answer({ data: transferPreviewSchema }) },
  refusals: { NOT_FOUND: 404, NO_SUCH_BOOKING: 409, BATCH_CLOSED: 409 },
});

/**
 * POST /staff/orders/{id}/transfer transfers a booked course to another batch. `refund` and `due` are the amounts that
 * the preview showed; 409 PREVIEW_CHANGED if they are different by now. `from_office_seat`: book a seat that is kept for
 * the office.
 */
export const transferStaffBooking = defineStaffEndpoint({
  name: 'transferStaffBooking',
  summary: 'Moves a booking to another batch',
  method: 'POST',
  url: '/api/staff/orders/:id/transfer',
  permission: 'orders.manage',
  stepUp: true,
  rate: 'write',
  idempotency: 'keyed',
  params,
  body: transferSchema.extend({
    ...{ refund: rupeesSchema, due: rupeesSchema, reason: reasonSchema },
    from_office_seat: z.boolean().default(false),
  }),
  answers: { 200: answer({ data: changedSchema }) },
  refusals: {
    ...cancelRefusals,
    BATCH_FULL: 409,
    BATCH_CLOSED: 409,
    BATCH_STARTED: 409,
    ALREADY_BOOKED: 409,
    PACKAGE_WHOLE: 409,
    NO_OFFICE_SEAT: 409,
  },
});
