import * as z from 'zod';
import { answer, daySchema, idSchema, instantSchema, rupeesSchema } from './answer.ts';
import { cartItemTypes } from './cart.ts';
import { defineEndpoint } from './endpoint.ts';

/** Where an order stands in the database; `refund_due`: paid, but not bookable. */
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

/** What the wire says of a payment; any other value counts as pending (document 2, section 3). */
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

/** Item of an order; a package carries its courses with the same fields. */
export const orderItemSchema = z.object({
  ...bookedCourse,
  batch_start_date: daySchema.nullable(),
  batch_end_date: daySchema.nullable(),
  type: z.enum(cartItemTypes),
  /** Id of the course or package itself, as Book Online knows it. */
  offer_id: idSchema.optional(),
  price: rupeesSchema,
  courses: z.array(z.object(bookedCourse)).optional(),
});
export type OrderItem = z.infer<typeof orderItemSchema>;

/** An order as the student sees it (document 2, section 3). `order_id` is e.g. `LF-2026-000123`. */
export const orderSchema = z.object({
  order_id: z.string(),
  order_date: instantSchema,
  final_payment_status: z.enum(paymentStatuses),
  state: z.enum(orderStates),
  /**
   * Whether the provider has a payment whose end is not known: nobody may pay again (`PAYMENT_PENDING`). False while the
   * order merely waits for its payment to begin.
   */
  is_payment_pending: z.boolean().optional(),
  total: rupeesSchema,
  receipt_number: z.string().nullable(),
  items: z.array(orderItemSchema),
});
export type Order = z.infer<typeof orderSchema>;

const batchDays = z.object({ batch_id: idSchema, start_date: daySchema, end_date: daySchema });

/** Most lines of a quote, and batches of one of them (`cartAddSchema`): what is longer is refused before it is walked. */
export const quoteLimits = { lines: 100, batches: 50 } as const;

/** What the review screen showed: the total and each line's price and batches. `days` that are not told are not compared. */
export const quoteSchema = z.object({
  total: rupeesSchema,
  items: z
    .array(
      z.object({
        type: z.enum(cartItemTypes),
        id: idSchema,
        price: rupeesSchema,
        batch_ids: z.array(idSchema).max(quoteLimits.batches),
        days: z.array(batchDays).max(quoteLimits.batches).optional(),
      }),
    )
    .max(quoteLimits.lines),
});
export type Quote = z.infer<typeof quoteSchema>;

/** `data` of CART_CHANGED: what the screen showed and what holds now, each with the version of the terms. */
export const cartChangeSchema = z.object({
  before: quoteSchema.partial().extend({ terms_version: z.string().optional() }),
  after: quoteSchema.extend({ terms_version: z.string() }),
});
export type CartChange = z.infer<typeof cartChangeSchema>;

/** `data` of PAYMENT_PENDING: the order whose payment is not settled, and the confirmation's whole id. */
export const pendingPaymentSchema = z.object({ order_id: z.string(), attempt_id: z.string() });

/** Codes of a refused order (decisions, "Answers"), beside the batch codes of the cart. */
export const orderCodes = [
  'CART_CHANGED',
  'CART_EMPTY',
  'PAYMENT_PENDING',
  'TERMS_NOT_ACCEPTED',
  'PROFILE_INCOMPLETE',
  'BOOKING_NOT_ALLOWED',
  'BOOKING_CLOSED',
  'PROVIDER_UNAVAILABLE',
] as const;

/**
 * POST /orders/create (document 2, section 7). `id` must be the session's student, `redirect_url` of this site.
 * `data` is the payment session id, empty where nothing is to be paid (the order is then complete).
 * `checkout_url`: the page to pay at, or `cashfree:<mode>?session=<id>`, which the provider's own script opens.
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
  body: z.object({ terms_version: z.string().max(50).optional(), quote: quoteSchema.optional() }).optional(),
  answers: {
    200: answer({ data: z.string(), order_id: z.string(), attempt_id: z.string(), checkout_url: z.string() }),
  },
});

/** State of an order after its gateway was asked. `attempt_id` is the confirmation's whole id. */
export const orderUpdateSchema = z.object({
  order_id: z.string(),
  attempt_id: z.string(),
  final_payment_status: z.enum(paymentStatuses),
  state: z.enum(orderStates),
  order: orderSchema,
});
export type OrderUpdate = z.infer<typeof orderUpdateSchema>;

/** GET /orders/update: asks the gateway while unsettled; without `attempt_id` all of the student's, the newest answered. */
export const updateOrder = defineEndpoint({
  name: 'updateOrder',
  summary: 'Settles an order with the payment provider',
  method: 'GET',
  url: '/api/orders/update',
  policy: 'owner',
  rate: 'order',
  idempotency: 'safe',
  query: z.object({ user_id: z.uuid(), attempt_id: z.string().max(60).optional() }),
  answers: { 200: answer({ data: orderUpdateSchema.nullable() }) },
});

/** GET /users/student/orders (document 2, section 7), newest first. */
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
