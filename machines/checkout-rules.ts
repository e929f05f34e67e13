import {
  type CartUpdate,
  type ChangeLineInput,
  type ChangeLineOutput,
  type CheckoutContext,
  type CheckoutEvent,
  type CheckoutInput,
  type CheckoutOutput,
  type CheckoutStage,
  CheckPostponedError,
  type CompareOutput,
  type OrderOutcome,
  type OrderRequest,
  type PaymentOutput,
  type ProfileOutput,
  type SaveProfileOutcome,
  type ScreenRequest,
} from './checkout.context.ts';
import { cartChanges, type QuoteChange } from './order-quote.ts';

const refundStates: readonly string[] = ['refund_due', 'refunded'];
const endedStates: readonly string[] = ['declined', 'expired', 'replaced'];

/** Whether an order has ended without a successful payment, and no payment for it is pending. */
function hasEndedUnpaid(update: PaymentOutput['update']): boolean {
  if (update === null || update.order.is_payment_pending) return false;
  return update.final_payment_status === 'DECLINED' || endedStates.includes(update.state);
}

/** The event with which XState starts every actor. */
type InitEvent = { type: 'xstate.init'; input: CheckoutInput };
export type HandledEvent = CheckoutEvent | InitEvent;

/**
 * Returns the screen that the URL asks for. Only two events contain it: the first event, with the machine's input, and
 * `screen.requested`. Returns null for every other event.
 */
function requestOf(event: HandledEvent): ScreenRequest | null {
  if (event.type === 'xstate.init') return event.input;
  return event.type === 'screen.requested' ? event : null;
}

const isRequested =
  (screen: CheckoutStage) =>
  ({ event }: { event: HandledEvent }) =>
    requestOf(event)?.screen === screen;

type Handled = { context: CheckoutContext; event: HandledEvent };

/** Guards that depend only on the context of the machine. */
const contextGuards = {
  isOnline: ({ context }: Handled) => context.isOnline,
  isOffline: ({ context }: Handled) => !context.isOnline,
  isProfileComplete: ({ context }: Handled) => context.missing?.length === 0,
  hasAcceptedTerms: ({ context }: Handled) => context.termsVersion !== null,
  canPlaceOrder: ({ context }: Handled) => context.termsVersion !== null && context.isOnline,
  canAcceptChanges: ({ context }: Handled) => !context.changes?.some(({ kind }) => kind === 'unavailable'),
};

/** Guards that depend on the current event, for example on the screen that it requests. */
const eventGuards = {
  isStartRequested: isRequested('start'),
  isInformationRequested: isRequested('information'),
  isReviewRequested: isRequested('review'),
  isConfirmationRequested: isRequested('returning'),
  isReviewRequestedOffline: ({ context, event }: Handled) => !context.isOnline && isRequested('review')({ event }),
  isOtherPaymentRequested: ({ context, event }: Handled) =>
    isRequested('returning')({ event }) && requestOf(event)?.attemptId !== context.attemptId,
  canReview: ({ context, event }: Handled) => context.missing?.length === 0 && isRequested('review')({ event }),
  isConnected: ({ event }: Handled) => event.type === 'connection.change' && event.isOnline,
  isCut: ({ event }: Handled) => event.type === 'connection.change' && !event.isOnline,
  isCartChanged: ({ context, event }: Handled) =>
    event.type === 'cart.updated' && compareReview(context, event).changes.length > 0,
  isHoldOver: ({ event }: Handled) => event.type === 'payment.open' && event.isHoldOver,
  isCheckDue: ({ context: { isOnline, nextCheckAt }, event }: Handled) =>
    event.type === 'clock.tick' && isOnline && nextCheckAt !== null && event.now >= nextCheckAt,
};

export function startContext(
  { quote, attemptId, termsVersion }: Omit<CheckoutInput, 'isOnline'>,
  isOnline: boolean,
): CheckoutContext {
  return {
    isOnline,
    missing: null,
    draft: {},
    draftKey: '',
    termsVersion: termsVersion ?? null,
    quote: quote ?? null,
    seenBefore: null,
    lineNames: [],
    key: null,
    changes: null,
    lineChange: null,
    lineKey: '',
    lineFailure: null,
    clashes: [],
    refusal: null,
    orderId: null,
    attemptId: attemptId ?? null,
    heldUntil: null,
    contactMethod: null,
    nextCheckAt: null,
    order: null,
  };
}

/** A pending payment is checked again after this many milliseconds. */
export const paymentPoll = 5000;

/**
 * How a failed payment check changes the context. If the server has asked to check later, sets the time of the next
 * check. Otherwise changes nothing, and the machine checks again after `paymentPoll`.
 */
export function postponedCheck(event: object): Partial<CheckoutContext> {
  return 'error' in event && event.error instanceof CheckPostponedError ? { nextCheckAt: event.error.at } : {};
}

/** The fields of the checkout context that are reset when the review page is shown again. */
export const emptyReview = {
  key: null,
  refusal: null,
  orderId: null,
  attemptId: null,
  heldUntil: null,
  contactMethod: null,
  changes: null,
  lineChange: null,
  lineKey: '',
  lineFailure: null,
  clashes: [],
} satisfies Partial<CheckoutContext>;

/**
 * Returns what the context stores about a placed order: its id, its payment attempt, and when the seat hold ends.
 * @throws Error if the result of placing the order has no payment attempt
 */
export function attemptOf(outcome: OrderOutcome) {
  if (!('attemptId' in outcome)) throw new Error(`an outcome without attempt: ${outcome.kind}`);
  const { orderId, attemptId, heldUntil = null } = outcome;
  return { orderId, attemptId, heldUntil };
}

/**
 * The new context after an order was refused because the cart or the terms have changed. Changed terms must be accepted
 * again. `key` is reset: for the old idempotency key, the server would return its stored refusal.
 */
export function changesOf({ termsVersion }: CheckoutContext, outcome: OrderOutcome) {
  if (outcome.kind !== 'changed') throw new Error(`an outcome without changes: ${outcome.kind}`);
  const hasNewTerms = outcome.changes.some(({ kind }) => kind === 'terms');
  return { changes: outcome.changes, key: null, termsVersion: hasNewTerms ? null : termsVersion };
}

/**
 * The new context after an order was refused because of clashing dates, which the student has to confirm. `key` is
 * reset: for the old idempotency key, the server would return its stored refusal.
 */
export function clashesOf(outcome: OrderOutcome) {
  if (outcome.kind !== 'clashing') throw new Error(`an outcome without clashes: ${outcome.kind}`);
  return { clashes: outcome.clashes, key: null };
}

/**
 * The new context after the student has confirmed clashing dates: a new idempotency key, and a quote that lists the
 * batches with these dates as confirmed. Batches that were confirmed earlier stay in the list.
 */
export function confirmedOrder({ context, event }: Handled) {
  const { quote, clashes = [] } = context;
  if (!quote || event.type !== 'clashes.confirm') throw new Error('dates are confirmed without a quote');
  const confirmed = [...(quote.confirmed_batch_ids ?? []), ...clashes.map(({ batch_id }) => batch_id)];
  return { key: event.key, quote: { ...quote, confirmed_batch_ids: [...new Set(confirmed)] } };
}

export function refusalOf(outcome: OrderOutcome) {
  if (outcome.kind !== 'refused') throw new Error(`an outcome without refusal: ${outcome.kind}`);
  return { refusal: outcome.refusal, key: null };
}

/**
 * Returns the changes that the student must decide about, and the quote with which the cart was compared. First
 * compares the cart with the order as it was shown before the app was closed, if there was one. If that finds nothing,
 * compares the prices with those at which the lines were added. Batches that cannot be booked always count as changes.
 * If an order was shown before, a cart from the device's cache is not compared, because it may be older than that
 * order. The student sees all changes together after the cart has been loaded again.
 */
export function compareReview({ seenBefore, lineNames }: CheckoutContext, { cart, whenAdded, isFresh }: CartUpdate) {
  const unchanged = { quote: whenAdded, changes: [] as QuoteChange[] };
  if (seenBefore && !isFresh) return unchanged;
  const quotes = seenBefore ? [seenBefore, whenAdded] : [whenAdded];
  const compared = quotes.map((quote) => ({
    quote,
    changes: cartChanges(quote, cart, { carts: [], changes: lineNames }),
  }));
  return compared.find(({ changes }) => changes.length > 0) ?? unchanged;
}

/**
 * Input of the `createOrder` actor. A retry sends the same idempotency key, accepted terms and prices as the first
 * attempt. The prices are those that the student was shown.
 */
export function orderRequest({ context }: { context: CheckoutContext }): OrderRequest {
  const { key, quote, termsVersion } = context;
  if (!key || !quote || !termsVersion) throw new Error('an order without key, quote or accepted terms');
  return { key, quote, termsVersion };
}

/**
 * The new context after the student has changed a cart line. `changes` come from a comparison of carts, which cannot
 * notice new booking terms. So a change of the terms is copied from the old context.
 */
export function lineEndOf(context: CheckoutContext, { changes, failure }: ChangeLineOutput) {
  const terms = (context.changes ?? []).filter(({ kind }) => kind === 'terms');
  return { changes: [...changes, ...terms], lineFailure: failure };
}

/** Input of the `changeLine` actor. A retry sends the same idempotency key. */
export function lineChangeInput({ context }: { context: CheckoutContext }): ChangeLineInput {
  const { lineChange, lineKey, quote, changes } = context;
  return { change: lineChange, key: lineKey, quote, changes };
}

export function checkoutOutput({ context: { order } }: { context: CheckoutContext }): CheckoutOutput {
  if (!order) return { kind: 'abandoned' };
  return { kind: refundStates.includes(order.state) ? 'refundDue' : 'confirmed', order };
}

/** Guards that depend on the result of a call. */
const outcomeGuards = {
  isNothingMissing: (_: unknown, { missing }: ProfileOutput) => missing.length === 0,
  isSaved: (_: unknown, outcome: SaveProfileOutcome) => outcome.kind === 'saved',
  isOpened: (_: unknown, outcome: OrderOutcome) => outcome.kind === 'opened',
  // Whether the machine must ask the server for the status of the order: there was nothing to pay, an earlier payment
  // is pending, or the order no longer matches the cart.
  isToBeChecked: (_: unknown, outcome: OrderOutcome) => outcome.kind === 'completed' || outcome.kind === 'pending',
  isChanged: (_: unknown, outcome: OrderOutcome) => outcome.kind === 'changed',
  isClashing: (_: unknown, outcome: OrderOutcome) => outcome.kind === 'clashing',
  isContactNeeded: (_: unknown, outcome: OrderOutcome) => outcome.kind === 'contactNeeded',
  hasChanges: (_: unknown, { changes }: CompareOutput) => changes.length > 0,
  isRefundDue: (_: unknown, { update }: PaymentOutput) => update !== null && refundStates.includes(update.state),
  isConfirmed: (_: unknown, { update }: PaymentOutput) => update?.final_payment_status === 'APPROVED',
  isDeclined: (_: unknown, { update }: PaymentOutput) => hasEndedUnpaid(update),
  isNotBegun: (_: unknown, { update }: PaymentOutput) => update?.order.is_payment_pending === false,
  isUnknown: (_: unknown, { update }: PaymentOutput) => update === null,
};

export const checkoutGuards = { ...outcomeGuards, ...eventGuards, ...contextGuards };
