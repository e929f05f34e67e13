import type { CodeMethod } from '../contract/auth.ts';
import type { Cart, CartItemType } from '../contract/cart.ts';
import type { createOrder, DatesClash, Order, OrderUpdate, Quote } from '../contract/orders.ts';
import type { Profile, requiredProfileFields } from '../contract/student.ts';
import type { CartFailure } from './cart-add.ts';
import type { ClockTick } from './clock.ts';
import type { ChangedLine, QuoteChange } from './order-quote.ts';

/**
 * Version of the stored checkout snapshots. Snapshots of the two previous versions are converted
 * (`src/checkout/resume/upgrade-record.ts`), older ones are dropped. Increase it whenever states or context change
 * their meaning.
 */
export const checkoutVersion = 4;

/**
 * A screen of checkout. `start`: the URL that leads to the first step. `returning`: the confirmation page, to which the
 * student returns from the payment page.
 */
export type CheckoutStage = 'start' | 'information' | 'review' | 'returning';

/**
 * The screen that the URL asks for. `attemptId`: the payment attempt in the URL of the confirmation page. `quote`:
 * prices and dates of the cart as the student last saw them.
 */
export type ScreenRequest = { screen: CheckoutStage; attemptId?: string | undefined; quote?: Quote | undefined };
/**
 * Input of the checkout machine. `termsVersion`: the version of the terms that the student accepted before the browser
 * left for the payment page.
 */
export type CheckoutInput = ScreenRequest & { isOnline: boolean; termsVersion?: string | undefined };

/**
 * How checkout ended. `refundDue`: the order was paid but cannot be fulfilled (no seats left, paid too little, replaced
 * by another order).
 */
export type CheckoutOutput = { kind: 'confirmed' | 'refundDue'; order: Order } | { kind: 'abandoned' };

type RequiredProfileField = (typeof requiredProfileFields)[number];
export type ProfileOutput = { missing: RequiredProfileField[] };
export type ProfileDraft = Partial<Profile>;
export type SaveProfileInput = { profile: ProfileDraft; key: string };
export type SaveProfileOutcome = { kind: 'saved' } | { kind: 'conflict' };

export type CompareInput = { quote: Quote | null };
export type CompareOutput = { changes: QuoteChange[] };

/**
 * What the student does about a changed line on the review page. `swap`: choose another batch. `drop`: remove the line.
 */
export type LineChange =
  | { kind: 'swap'; type: CartItemType; id: number; courseId: number; batchId: number }
  | { kind: 'drop'; type: CartItemType; id: number };
export type ChangeLineInput = {
  change: LineChange | null;
  key: string;
  quote: Quote | null;
  /**
   * The differences between cart and quote that the review page has already shown, with the names of lines that have
   * left the cart.
   */
  changes: QuoteChange[] | null;
};
/**
 * Result of changing a cart line. `changes`: how the changed cart differs from the quote that the student was shown,
 * and which batches in the cart cannot be booked. `failure`: why the line could not be changed; null if it was changed.
 */
export type ChangeLineOutput = CompareOutput & { failure: CartFailure | null };

export type OrderRequest = { key: string; quote: Quote; termsVersion: string };
export type OrderRefusalCode =
  | Exclude<
      keyof typeof createOrder.refusals,
      'CART_CHANGED' | 'DATES_CLASH' | 'PAYMENT_PENDING' | 'CONTACT_NOT_VERIFIED'
    >
  | 'UNKNOWN_ERROR';
export type OrderRefusal = { code: OrderRefusalCode; message: string | null };

/**
 * Result of placing an order. If `createOrder` throws instead, the result is unknown, and a retry sends the order with
 * the same idempotency key. `heldUntil`: when the hold of the seats ends, ISO 8601.
 * - `opened`: the order can be paid.
 * - `completed`: there was nothing to pay.
 * - `pending`: the payment of the order must be checked first. Either it is an earlier order, whose payment may still
 *   succeed, or the cart has changed since the order was placed.
 * - `contactNeeded`: the student must first verify an email address or phone number by a one-time code. Then the order
 *   can be sent with the same key.
 * - `changed`: the cart differs from what the student saw, or a batch can no longer be booked.
 * - `clashing`: the student must first confirm dates that clash.
 */
export type OrderOutcome =
  | { kind: 'opened' | 'completed' | 'pending'; orderId: string; attemptId: string; heldUntil?: string | undefined }
  | { kind: 'contactNeeded' }
  | { kind: 'changed'; changes: QuoteChange[] }
  | { kind: 'clashing'; clashes: DatesClash[] }
  | { kind: 'refused'; refusal: OrderRefusal };

/**
 * Input of the `openPayment` actor. It has no payment session, because a payment session is never stored. The actor
 * takes the session of the placed order from memory, and throws if it is not there.
 */
export type OpenPaymentInput = { attemptId: string };

export type PaymentInput = { attemptId: string | null };
export type PaymentOutput = { update: OrderUpdate | null };

/** Thrown if the payment cannot be checked now. `at`: the earliest time for the next check (ms since the epoch). */
export class CheckPostponedError extends Error {
  override name = 'CheckPostponedError';
  readonly at: number;

  constructor(at: number) {
    super('The server asks to check the payment later');
    this.at = at;
  }
}

export type CheckoutContext = {
  isOnline: boolean;
  /** Required profile fields that are missing or invalid; null while unknown. */
  missing: RequiredProfileField[] | null;
  /** Profile fields that are being saved. */
  draft: ProfileDraft;
  draftKey: string;
  termsVersion: string | null;
  quote: Quote | null;
  /** The order as the student saw it before the app was closed; null once it was compared with the cart. */
  seenBefore: Quote | null;
  /** Names of the cart lines that the review page has shown. */
  lineNames: ChangedLine[];
  key: string | null;
  /** Differences between the cart and what the student saw; null while unknown. */
  changes: QuoteChange[] | null;
  /** The student's last change to a cart line on the review page. */
  lineChange: LineChange | null;
  /**
   * Idempotency key of the last change to a cart line. When checkout is restored from a snapshot, it repeats the call
   * with this key.
   */
  lineKey: string;
  /** Why the student's last change to a cart line failed. */
  lineFailure: CartFailure | null;
  /** Clashing dates that the student has to confirm; undefined in a snapshot from before this field existed. */
  clashes?: DatesClash[];
  refusal: OrderRefusal | null;
  orderId: string | null;
  attemptId: string | null;
  /** When the hold of the seats ends, ISO 8601. */
  heldUntil: string | null;
  /** How the student receives the one-time code that verifies an email address or phone number. */
  contactMethod: CodeMethod | null;
  /** When to check the payment again, in milliseconds since the epoch. */
  nextCheckAt: number | null;
  order: Order | null;
};

/**
 * The cart that the review page shows. `whenAdded`: the same cart with the prices that the student saw when adding the
 * lines.
 */
export type CartUpdate = {
  type: 'cart.updated';
  cart: Cart;
  whenAdded: Quote;
  /**
   * Whether the cart was loaded from the server since the site was opened in this tab. A cart from the device's cache
   * may be older than the cart that the student saw.
   */
  isFresh: boolean;
};

/**
 * Events of the checkout machine. Each `key` is a new idempotency key. `screen.requested`: the URL has changed.
 * `isHoldOver`: the seats of the placed order are not held any more.
 */
export type CheckoutEvent =
  | ({ type: 'screen.requested' } & ScreenRequest)
  | CartUpdate
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
  | { type: 'clashes.confirm'; key: string }
  | { type: 'line.change'; change: LineChange; key: string }
  | { type: 'review.return' }
  | { type: 'contact.choose'; method: CodeMethod }
  | { type: 'contact.verified' }
  | { type: 'contact.back' }
  | { type: 'payment.open'; isHoldOver: boolean }
  | { type: 'payment.recheck' }
  | { type: 'payment.again' }
  | { type: 'checkout.continue' }
  | { type: 'checkout.leave' }
  | ClockTick;
