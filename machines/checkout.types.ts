import type { CartAddCode, CartItemType } from '../contract/cart.ts';
import type { Order, OrderUpdate, orderCodes, Quote } from '../contract/orders.ts';
import type { Profile, requiredProfileFields } from '../contract/student.ts';
import type { ClockTick } from './clock.ts';

/** A stored snapshot of another version is dropped. */
export const checkoutVersion = 1;

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

/** One thing of the cart that is not as the student saw it; prices in rupees. */
export type QuoteChange =
  | { kind: 'price'; type: CartItemType; id: number; was: number; now: number }
  | { kind: 'total'; was: number; now: number }
  | { kind: 'added' | 'removed' | 'seats' | 'dates'; type: CartItemType; id: number }
  | { kind: 'terms' };

export type CompareInput = { quote: Quote | null };
export type CompareOutput = { changes: QuoteChange[] };

export type OrderRequest = { key: string; quote: Quote; termsVersion: string };
export type OrderRefusalCode = Exclude<(typeof orderCodes)[number], 'CART_CHANGED'> | CartAddCode | 'UNKNOWN_ERROR';
export type OrderRefusal = { code: OrderRefusalCode; message: string | null };

/** `completed`: nothing was to be paid. A thrown error means that nobody knows: the same key is sent again. */
export type OrderOutcome =
  | { kind: 'opened' | 'completed'; orderId: string; attemptId: string }
  | { kind: 'changed'; changes: QuoteChange[] }
  | { kind: 'refused'; refusal: OrderRefusal };

/** Payment sessions are not stored: the flow keeps the one of `createOrder` in memory, and throws where it has none. */
export type OpenPaymentInput = { attemptId: string };

export type PaymentInput = { attemptId: string | null };
export type PaymentOutput = { update: OrderUpdate | null };

/** `missing`, `changes`: null while unknown. `draft`: profile fields being saved. `nextCheckAt`: milliseconds since the epoch. */
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
  | { type: 'changes.accept' }
  | { type: 'review.return' }
  | { type: 'payment.open' }
  | { type: 'payment.recheck' }
  | { type: 'payment.again' }
  | { type: 'checkout.continue' }
  | { type: 'checkout.leave' }
  | ClockTick;
