import type { Batch } from '../contract/batch.ts';
import type { CartAddCode, CartItemType, LineTrouble } from '../contract/cart.ts';
import type { Order, OrderUpdate, orderCodes, Quote } from '../contract/orders.ts';
import type { Profile, requiredProfileFields } from '../contract/student.ts';
import type { CartFailure } from './cart-add.types.ts';
import type { ClockTick } from './clock.ts';

/** A stored snapshot of another version is dropped. */
export const checkoutVersion = 2;

/** Which screen the student is at: the information route, the review route, or back from the payment page. */
export type CheckoutStage = 'information' | 'review' | 'returning';

/** `quote`: what the student last saw of the cart; `attemptId`: the confirmation's whole id. */
export type CheckoutInput = {
  at: CheckoutStage;
  isOnline: boolean;
  attemptId?: string | undefined;
  quote?: Quote | undefined;
};

/** How checkout ended; `refundDue`: paid, but the seats were gone, so the money goes back. */
export type CheckoutOutput = { kind: 'confirmed' | 'refundDue'; order: Order } | { kind: 'abandoned' };

export type RequiredProfileField = (typeof requiredProfileFields)[number];
export type ProfileOutput = { missing: RequiredProfileField[] };
export type ProfileDraft = Partial<Profile>;
export type SaveProfileInput = { profile: ProfileDraft; key: string };
export type SaveProfileOutcome = { kind: 'saved' } | { kind: 'conflict' };

/** The line that changed; its name, so that it can be spoken of once it is gone. */
export type ChangedLine = { type: CartItemType; id: number; name: string };
/** A course of the line, the line's own or one of a package. */
type ChangedCourse = ChangedLine & { courseId: number; courseName: string };
export type BatchDays = Pick<Batch, 'start_date' | 'end_date'>;

/**
 * One thing of the cart that is not as the student saw it; prices in rupees. `unavailable`: it cannot be booked as it is, so
 * that accepting is no answer. `was` of `dates` is null where the screen told no days.
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

/** What the student does about a line at the review: another batch for a course of it, or out of the cart. */
export type LineChange =
  | { kind: 'swap'; type: CartItemType; id: number; courseId: number; batchId: number }
  | { kind: 'drop'; type: CartItemType; id: number };
export type ChangeLineInput = {
  change: LineChange | null;
  key: string;
  quote: Quote | null;
  /** What was told before: it knows the names of lines that have gone. */
  changes: QuoteChange[] | null;
};
/** What differs afterwards; `failure` where the server refused. */
export type ChangeLineOutput = CompareOutput & { failure: CartFailure | null };

export type OrderRequest = { key: string; quote: Quote; termsVersion: string };
export type OrderRefusalCode =
  | Exclude<(typeof orderCodes)[number], 'CART_CHANGED' | 'PAYMENT_PENDING'>
  | CartAddCode
  | 'UNKNOWN_ERROR';
export type OrderRefusal = { code: OrderRefusalCode; message: string | null };

/**
 * `completed`: nothing was to be paid. `pending`: an earlier order's payment is not settled, so that nothing was ordered.
 * `changed`: also where a batch cannot be booked any more. A thrown error means that nobody knows: the same key is sent again.
 */
export type OrderOutcome =
  | { kind: 'opened' | 'completed' | 'pending'; orderId: string; attemptId: string }
  | { kind: 'changed'; changes: QuoteChange[] }
  | { kind: 'refused'; refusal: OrderRefusal };

/** Payment sessions are not stored: the flow keeps the one of `createOrder` in memory, and throws where it has none. */
export type OpenPaymentInput = { attemptId: string };

export type PaymentInput = { attemptId: string | null };
export type PaymentOutput = { update: OrderUpdate | null };

/**
 * `missing`, `changes`: null while unknown. `draft`: profile fields being saved. `lineChange`, `lineKey`: what was last done
 * about a line, so that a restored page does the same again; `lineFailure`: why it did not happen. `nextCheckAt`: milliseconds since the epoch.
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

/** `key`s are fresh idempotency keys. */
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
