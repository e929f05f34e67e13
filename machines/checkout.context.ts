import type { Batch } from '../contract/batch.ts';
import type { CartItemType, LineTrouble } from '../contract/cart.ts';
import type { createOrder, Order, OrderUpdate, Quote } from '../contract/orders.ts';
import type { Profile, requiredProfileFields } from '../contract/student.ts';
import type { CartFailure } from './cart-add.ts';
import type { ClockTick } from './clock.ts';

/** Stored snapshots of another version are dropped. Increase it whenever states or context change their meaning. */
export const checkoutVersion = 2;

/** The screen that the student is on: the information route, the review route, or back from the payment page. */
export type CheckoutStage = 'information' | 'review' | 'returning';

/** `quote`: prices and dates of the cart as the student last saw them. `attemptId`: the id in the confirmation page's address. */
export type CheckoutInput = {
  at: CheckoutStage;
  isOnline: boolean;
  attemptId?: string | undefined;
  quote?: Quote | undefined;
};

/** How checkout ended. `refundDue`: paid, but no seats were left, so the payment is refunded. */
export type CheckoutOutput = { kind: 'confirmed' | 'refundDue'; order: Order } | { kind: 'abandoned' };

type RequiredProfileField = (typeof requiredProfileFields)[number];
export type ProfileOutput = { missing: RequiredProfileField[] };
export type ProfileDraft = Partial<Profile>;
export type SaveProfileInput = { profile: ProfileDraft; key: string };
export type SaveProfileOutcome = { kind: 'saved' } | { kind: 'conflict' };

/** The cart line that changed. It includes the name because the line may no longer be in the cart. */
export type ChangedLine = { type: CartItemType; id: number; name: string };
/** The changed course: the line's own course, or one course of its package. */
type ChangedCourse = ChangedLine & { courseId: number; courseName: string };
export type BatchDays = Pick<Batch, 'start_date' | 'end_date'>;

/**
 * One difference between the cart and what the student saw; prices in rupees. `unavailable`: the batch cannot be booked, so
 * the student cannot simply accept the change. `dates.was` is null if the screen showed no dates before.
 */
export type QuoteChange =
  | ({ kind: 'price'; was: number; now: number } & ChangedLine)
  | ({ kind: 'added' } & ChangedLine)
  | ({ kind: 'removed' } & ChangedLine)
  | ({ kind: 'dates'; was: BatchDays | null; now: BatchDays } & ChangedCourse)
  | ({ kind: 'unavailable'; trouble: LineTrouble; days: BatchDays } & ChangedCourse)
  | { kind: 'total'; was: number; now: number }
  | { kind: 'terms' };

export type CompareInput = { quote: Quote | null };
export type CompareOutput = { changes: QuoteChange[] };

/** How the student resolves a changed line on the review page: choose another batch, or remove the line. */
export type LineChange =
  | { kind: 'swap'; type: CartItemType; id: number; courseId: number; batchId: number }
  | { kind: 'drop'; type: CartItemType; id: number };
export type ChangeLineInput = {
  change: LineChange | null;
  key: string;
  quote: Quote | null;
  /** The changes shown before. They have the names of lines that are no longer in the cart. */
  changes: QuoteChange[] | null;
};
/** The differences that remain, and why the server refused the change, if it did. */
export type ChangeLineOutput = CompareOutput & { failure: CartFailure | null };

export type OrderRequest = { key: string; quote: Quote; termsVersion: string };
export type OrderRefusalCode =
  | Exclude<keyof typeof createOrder.refusals, 'CART_CHANGED' | 'PAYMENT_PENDING'>
  | 'UNKNOWN_ERROR';
export type OrderRefusal = { code: OrderRefusalCode; message: string | null };

/**
 * `completed`: there was nothing to pay. `pending`: an earlier order's payment is not settled, so no order was placed.
 * `changed`: the cart differs from the quote, or a batch can no longer be booked. If the actor throws, the result is unknown,
 * and the order is sent again with the same key.
 */
export type OrderOutcome =
  | { kind: 'opened' | 'completed' | 'pending'; orderId: string; attemptId: string }
  | { kind: 'changed'; changes: QuoteChange[] }
  | { kind: 'refused'; refusal: OrderRefusal };

/** Payment sessions are never stored: the flow holds those of `createOrder` in memory, and `openPayment` throws without one. */
export type OpenPaymentInput = { attemptId: string };

export type PaymentInput = { attemptId: string | null };
export type PaymentOutput = { update: OrderUpdate | null };

/**
 * `missing`, `changes`: null while unknown. `draft`: profile fields being saved. `lineChange`, `lineKey`: the last change of a
 * line and its idempotency key, so that a restored page repeats the same call; `lineFailure`: why it failed. `nextCheckAt`: when
 * to check the payment again, in milliseconds since the epoch.
 */
export type CheckoutContext = {
  stage: CheckoutStage;
  isOnline: boolean;
  missing: RequiredProfileField[] | null;
  draft: ProfileDraft;
  draftKey: string;
  termsVersion: string | null;
  quote: Quote | null;
  key: string | null;
  changes: QuoteChange[] | null;
  lineChange: LineChange | null;
  lineKey: string;
  lineFailure: CartFailure | null;
  refusal: OrderRefusal | null;
  orderId: string | null;
  attemptId: string | null;
  nextCheckAt: number | null;
  order: Order | null;
};

/** Each `key` is a new idempotency key. */
export type CheckoutEvent =
  | { type: 'connection.change'; isOnline: boolean }
  | { type: 'information.open' }
  | { type: 'information.retry' }
  | { type: 'information.edit' }
  | { type: 'information.cancel' }
  | { type: 'information.save'; profile: ProfileDraft; key: string }
  | { type: 'information.proceed' }
  | { type: 'terms.accept'; termsVersion: string }
  | { type: 'terms.withdraw' }
  | { type: 'order.place'; key: string; quote: Quote }
  | { type: 'order.retry' }
  | { type: 'changes.show'; quote: Quote; changes: QuoteChange[] }
  | { type: 'changes.accept' }
  | { type: 'line.change'; change: LineChange; key: string }
  | { type: 'review.return' }
  | { type: 'payment.open' }
  | { type: 'payment.recheck' }
  | { type: 'payment.again' }
  | { type: 'checkout.continue' }
  | { type: 'checkout.leave' }
  | ClockTick;
