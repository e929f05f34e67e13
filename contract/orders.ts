import * as z from 'zod';
import { answer, daySchema, idSchema, instantSchema, rupeesSchema } from './answer.ts';
import { cartItemTypes, refusedBatchSchema } from './cart.ts';
import { defineEndpoint } from './endpoint.ts';

/** The states of an order. `refund_due`: the order was paid but could not be booked. */
export const orderStates = [
  'awaiting_payment',
  'completed',
  'declined',
  'expired',
  'refund_due',
  'refunded',
  'replaced',
] as const;
export type OrderState = (typeof orderStates)[number];

/** Payment statuses of an order or payment attempt in responses. `PROCESSING`: the result is not known yet. */
export const paymentStatuses = ['APPROVED', 'DECLINED', 'PROCESSING'] as const;
export type PaymentStatus = (typeof paymentStatuses)[number];

export const orderItemStatuses = ['Not Started', 'In Progress', 'Completed', 'Cancelled'] as const;

const bookedCourse = {
  id: idSchema,
  name: z.string(),
  batch_start_date: daySchema,
  batch_end_date: daySchema,
  status: z.enum(orderItemStatuses),
};

/**
 * An item of an order: a course or a package. A package lists its courses, which have the same basic fields as the
 * item.
 */
const orderItemSchema = z.object({
  ...bookedCourse,
  batch_start_date: daySchema.nullable(),
  batch_end_date: daySchema.nullable(),
  type: z.enum(cartItemTypes),
  /** The id of the course or package in the catalogue. */
  offer_id: idSchema.optional(),
  price: rupeesSchema,
  courses: z.array(z.object(bookedCourse)).optional(),
});
export type OrderItem = z.infer<typeof orderItemSchema>;

/** An order as the student sees it. `order_id` looks like `LF-2026-000123`. */
const orderSchema = z.object({
  order_id: z.string(),
  order_date: instantSchema,
  final_payment_status: z.enum(paymentStatuses),
  state: z.enum(orderStates),
  /**
   * True while the result of a started payment is unknown, so the student must not pay again (`PAYMENT_PENDING`). False
   * while no payment has been started.
   */
  is_payment_pending: z.boolean().optional(),
  /** When the hold of an unpaid order's seats ends. */
  held_until: instantSchema.optional(),
  total: rupeesSchema,
  receipt_number: z.string().nullable(),
  /**
   * The receipt numbers of the amounts due that the student has paid, oldest first. An amount becomes due when a
   * booking is transferred to a more expensive course. Absent if there are none.
   */
  due_receipts: z.array(z.string()).optional(),
  /** The email that confirms a completed order: its masked address, and whether it was delivered. */
  confirmation_email: z.object({ to: z.string(), state: z.enum(['waiting', 'sent', 'failed']) }).optional(),
  items: z.array(orderItemSchema),
});
export type Order = z.infer<typeof orderSchema>;

const batchDays = z.object({ batch_id: idSchema, start_date: daySchema, end_date: daySchema });

/**
 * Limits of a price quote that a client sends: the number of lines, of batches in one line, and of batches in all lines
 * together. A longer quote is rejected as invalid input. The longest quote fits into the body limit of `createOrder`.
 */
const quoteLimits = { lines: 100, batchesOfLine: 50, batches: 250 } as const;
const tooManyLines = `A quote has at most ${quoteLimits.lines} lines.`;
const tooManyBatchesOfLine = `A line of a quote has at most ${quoteLimits.batchesOfLine} batches.`;

/**
 * What the checkout's review screen showed: the total and each line's price and batches. The server compares this with
 * the current cart. `days`: the dates of a line's batches, which the server compares too if the client has sent them
 * for every line.
 */
export const quoteSchema = z.object({
  total: rupeesSchema,
  items: z
    .array(
      z.object({
        type: z.enum(cartItemTypes),
        id: idSchema,
        price: rupeesSchema,
        batch_ids: z.array(idSchema).max(quoteLimits.batchesOfLine, tooManyBatchesOfLine),
        days: z.array(batchDays).max(quoteLimits.batchesOfLine, tooManyBatchesOfLine).optional(),
      }),
    )
    .max(quoteLimits.lines, tooManyLines),
  /** Ids of batches that the student books although the screen has shown that their dates clash with another batch. */
  confirmed_batch_ids: z.array(idSchema).max(quoteLimits.batches).optional(),
});
export type Quote = z.infer<typeof quoteSchema>;

function countBatches({ items }: Quote): number {
  return items.reduce((sum, { batch_ids, days = [] }) => sum + Math.max(batch_ids.length, days.length), 0);
}

const sentQuoteSchema = quoteSchema.refine((quote) => countBatches(quote) <= quoteLimits.batches, {
  message: `A quote has at most ${quoteLimits.batches} batches.`,
});

/**
 * `data` of CART_CHANGED. `before`: what the review screen showed. `after`: the current cart. `terms_version` is the
 * version of the booking terms; `before` lacks it if the client did not send it.
 */
const cartChangeSchema = z.object({
  before: quoteSchema.partial().extend({ terms_version: z.string().optional() }),
  after: quoteSchema.extend({ terms_version: z.string() }),
});
export type CartChange = z.infer<typeof cartChangeSchema>;

/**
 * `data` of PAYMENT_PENDING: the order with the pending payment, and the id of its payment attempt, which the URL of
 * the confirmation page contains.
 */
const pendingPaymentSchema = z.object({ order_id: z.string(), attempt_id: z.string() });

const namedDays = { course_name: z.string(), start_date: daySchema, end_date: daySchema };

/**
 * A batch in the cart, and another batch that shares a day with it. `is_booked`: the other batch is booked, not in the
 * cart.
 */
const datesClashSchema = z.object({
  course_id: idSchema,
  batch_id: idSchema,
  ...namedDays,
  other: z.object({ ...namedDays, is_booked: z.boolean() }),
});
export type DatesClash = z.infer<typeof datesClashSchema>;

const refusedBatch = { status: 409, data: refusedBatchSchema } as const;

/**
 * POST /orders/create places an order and opens its payment. `id` must be the id of the signed-in student,
 * `redirect_url` a URL of this site.
 */
export const createOrder = defineEndpoint({
  name: 'createOrder',
  summary: 'Takes seats for the cart and opens a payment',
  method: 'POST',
  url: '/api/orders/create',
  policy: 'owner',
  rate: 'order',
  idempotency: 'keyed',
  query: z.object({ id: z.uuid(), redirect_url: z.string().max(500) }),
  body: z.object({ terms_version: z.string().max(50).optional(), quote: sentQuoteSchema.optional() }).optional(),
  answers: {
    200: answer({
      /** The id of the payment session. Empty if nothing has to be paid; the order is then complete. */
      data: z.string(),
      order_id: z.string(),
      attempt_id: z.string(),
      /** The URL of the payment page, or `cashfree:<mode>?session=<id>`, which Cashfree's script opens. */
      checkout_url: z.string(),
      /** When the hold of the seats ends; missing for an order without a payment. */
      held_until: instantSchema.optional(),
    }),
  },
  refusals: {
    BATCH_FULL: refusedBatch,
    BATCH_CLOSED: refusedBatch,
    BATCH_STARTED: refusedBatch,
    ALREADY_BOOKED: refusedBatch,
    BOOKING_CLOSED: 409,
    BOOKING_NOT_ALLOWED: 409,
    CART_EMPTY: 409,
    CART_CHANGED: { status: 409, data: cartChangeSchema },
    DATES_CLASH: { status: 409, data: z.object({ clashes: z.array(datesClashSchema) }) },
    TERMS_NOT_ACCEPTED: 409,
    PROFILE_INCOMPLETE: 409,
    CONTACT_NOT_VERIFIED: 403,
    TOO_MANY_LINES: 409,
    TOO_MANY_HOLDS: refusedBatch,
    PAYMENT_PENDING: { status: 409, data: pendingPaymentSchema },
    PROVIDER_UNAVAILABLE: 503,
  },
});

/**
 * The state of an order after the payment provider was asked. `attempt_id` is the payment attempt's id, which the URL
 * of the confirmation page contains.
 */
const orderUpdateSchema = z.object({
  order_id: z.string(),
  attempt_id: z.string(),
  final_payment_status: z.enum(paymentStatuses),
  state: z.enum(orderStates),
  order: orderSchema,
});
export type OrderUpdate = z.infer<typeof orderUpdateSchema>;

/**
 * GET /orders/update asks the payment provider for the result of a payment attempt and returns the order. Without
 * `attempt_id` it asks about all of the student's open attempts and returns the order of the newest one. `data` is null
 * if the student has no such attempt.
 */
export const updateOrder = defineEndpoint({
  name: 'updateOrder',
  summary: 'Settles an order with the payment provider',
  method: 'GET',
  url: '/api/orders/update',
  policy: 'owner',
  rate: 'order',
  // GET /orders/update is not declared as `safe` (read-only): it may complete or end a payment, so links on other sites
  // must not be able to trigger it.
  idempotency: 'repeatable',
  query: z.object({ user_id: z.uuid(), attempt_id: z.string().max(60).optional() }),
  answers: { 200: answer({ data: orderUpdateSchema.nullable() }) },
  refusals: { PROVIDER_UNAVAILABLE: 503 },
});

/** GET /users/student/orders: the student's orders, newest first. */
export const listOrders = defineEndpoint({
  name: 'listOrders',
  summary: 'The student’s orders',
  method: 'GET',
  url: '/api/users/student/orders',
  policy: 'student',
  rate: 'read',
  idempotency: 'safe',
  answers: { 200: answer({ data: z.array(orderSchema) }) },
});
