import type {
  ChangeLineOutput,
  CheckoutEvent,
  CheckoutInput,
  CompareOutput,
  OrderOutcome,
  PaymentOutput,
  ProfileOutput,
  SaveProfileOutcome,
} from '../../machines/checkout.context.ts';
import type { PathEvent } from '../path-file.ts';
import type { Alphabet } from './alphabet.ts';
import type { SerializedEvent, SerializedInput } from './fixtures.ts';
import { cartFailure, changes, datesClash, orderUpdate } from './samples.ts';

const inputs: SerializedInput<CheckoutInput>[] = [
  { screen: 'start', isOnline: true },
  { screen: 'information', isOnline: true },
  { screen: 'information', isOnline: false, quote: { fixture: 'cart.quote' } },
  { screen: 'review', isOnline: true },
  { screen: 'review', isOnline: false },
  { screen: 'returning', isOnline: true, attemptId: { fixture: 'order.otherAttempt' } },
];
const events: SerializedEvent<CheckoutEvent>[] = [
  { type: 'connection.change', isOnline: true },
  { type: 'connection.change', isOnline: false },
  { type: 'screen.requested', screen: 'information' },
  { type: 'screen.requested', screen: 'review' },
  { type: 'screen.requested', screen: 'returning', attemptId: { fixture: 'order.attempt' } },
  { type: 'information.open' },
  { type: 'information.retry' },
  { type: 'information.edit' },
  { type: 'information.cancel' },
  { type: 'information.save', profile: { fixture: 'student.profile' }, key: { fixture: 'key.fresh' } },
  { type: 'information.proceed' },
  { type: 'terms.accept', termsVersion: { fixture: 'terms.version' } },
  { type: 'terms.withdraw' },
  { type: 'order.place', key: { fixture: 'key.fresh' }, quote: { fixture: 'cart.quote' } },
  { type: 'order.retry' },
  {
    type: 'cart.updated',
    cart: { fixture: 'cart.unchanged' },
    whenAdded: { fixture: 'cart.quote' },
    isFresh: true,
  },
  { type: 'cart.updated', cart: { fixture: 'cart.soldOut' }, whenAdded: { fixture: 'cart.quote' }, isFresh: true },
  { type: 'changes.accept' },
  { type: 'clashes.confirm', key: { fixture: 'key.fresh' } },
  { type: 'line.change', change: { fixture: 'cart.swap' }, key: { fixture: 'key.fresh' } },
  { type: 'review.return' },
  { type: 'contact.choose', method: 'whatsapp_otp' },
  { type: 'contact.verified' },
  { type: 'contact.back' },
  { type: 'payment.open', isHoldOver: false },
  { type: 'payment.open', isHoldOver: true },
  { type: 'payment.recheck' },
  { type: 'payment.again' },
  { type: 'checkout.continue' },
  { type: 'checkout.leave' },
  { type: 'clock.tick', now: { fixture: 'clock.start' } },
  { type: 'clock.tick', now: { fixture: 'clock.pollDue' } },
];

const attempt = { orderId: 'LF-2026-000123', attemptId: 'LF-2026-000123-1' };
const profileOutputs: Record<string, ProfileOutput> = { complete: { missing: [] }, lacking: { missing: ['dob'] } };
const saveOutcomes: Record<string, SaveProfileOutcome> = { saved: { kind: 'saved' }, conflict: { kind: 'conflict' } };
const compareOutputs: Record<string, CompareOutput> = { dearer: { changes: [changes.dearer] }, same: { changes: [] } };
const lineOutputs: Record<string, ChangeLineOutput> = {
  changed: { changes: [changes.dearer], failure: null },
  refused: { changes: [changes.soldOut], failure: cartFailure },
};
const orderOutcomes: Record<string, OrderOutcome> = {
  opened: { kind: 'opened', ...attempt },
  ended: { kind: 'opened', ...attempt, heldUntil: '1970-01-01T00:00:00.000Z' },
  completed: { kind: 'completed', ...attempt },
  pending: { kind: 'pending', ...attempt },
  changed: { kind: 'changed', changes: [{ kind: 'terms' }] },
  clashing: { kind: 'clashing', clashes: [datesClash] },
  contactNeeded: { kind: 'contactNeeded' },
  refused: { kind: 'refused', refusal: { code: 'CART_EMPTY', message: null } },
};
const paymentOutputs: Record<string, PaymentOutput> = {
  approved: { update: orderUpdate('completed', 'APPROVED') },
  refundDue: { update: orderUpdate('refund_due', 'APPROVED') },
  declined: { update: orderUpdate('declined', 'DECLINED') },
  pending: { update: orderUpdate('awaiting_payment', 'PROCESSING', true) },
  notBegun: { update: orderUpdate('awaiting_payment', 'PROCESSING') },
  unknown: { update: null },
};

/** Whether the checkout machine waits for the connection in the state with this name. */
export const isWaiting = (state: string) => state.includes('.waitingAt');
/** Whether the event is `cart.updated` with a cart that contains a sold-out batch. */
export const isSoldOut = (event: PathEvent | null | undefined) =>
  event?.type === 'cart.updated' && JSON.stringify(event.cart).includes('soldOut');

const statesToCutIn = [
  'starting',
  ...['information.loadingProfile', 'information.comparingAtInformation', 'information.askingAtInformation'],
  ...['review.reviewing', 'review.comparingAtReview', 'review.askingAtReview'],
];
/** For each screen of checkout, the states in which a path may open the screen by its URL. */
const statesToMoveFrom: Record<string, readonly string[]> = {
  information: [
    'review.reviewing',
    'review.confirmingClashes',
    'review.choosingContact',
    'review.verifyingContact',
    'review.orderRefused',
    'review.cartChanged',
    'payment.declined',
  ],
  review: ['information.confirmingInformation', 'payment.declined', 'payment.awaitingPayment.paymentNotSeen'],
  // The confirmation page. To open it, a replay in the browser first places another order, which the server refuses
  // while an earlier order can still be paid. So states with such an earlier order are left out.
  returning: ['information.confirmingInformation', 'review.reviewing', 'payment.declined'],
};

/** Whether the student or the page can cause the event in the state `from`. The machine itself accepts more events. */
function canCause(
  from: string,
  event: PathEvent,
  before: PathEvent | null,
  { isOnline: isConnected, heldUntil }: Record<string, unknown>,
): boolean {
  const { type, isOnline, outcome, screen } = event;
  const last = before?.type ?? '';
  // Without a connection, no profile and no cart can arrive, and a screen of checkout that was opened by its URL could
  // not load its content.
  if (isConnected === false && ['loadProfile done', 'screen.requested', 'cart.updated'].includes(type)) return false;
  if (type === 'connection.change' && isOnline) return isWaiting(from) || before === null;
  if (type === 'connection.change') return statesToCutIn.includes(from) && before?.isOnline !== false;
  // In the state `review.cartChanged`, a path opens another screen only if the server found the change when the order
  // was placed. If the change is a sold-out batch in `cart.updated`, the review would report it again at once.
  if (type === 'screen.requested' && from === 'review.cartChanged') return last === 'createOrder done';
  if (type === 'screen.requested') return statesToMoveFrom[String(screen)]?.includes(from) === true;
  if (type === 'terms.withdraw') return last === 'terms.accept';
  // The review screen sends `cart.updated` only once, by itself, when it is opened.
  if (type === 'cart.updated') return ['loadProfile done', 'information.proceed', 'screen.requested'].includes(last);
  if (type === 'line.change') return isSoldOut(before) || /^changeLine (failed|done)$/.test(last);
  if (type === 'checkout.leave')
    return ['information.askingAtInformation', 'review.askingAtReview', 'review.cartChanged'].includes(from);
  // While the seats are held, the payment screen has a button for `payment.open` and one for `payment.recheck`. After
  // the hold, it has only the one for `payment.open`, which then checks the payment. The sample orders have a
  // `heldUntil` only if their hold is over.
  if (type === 'payment.open') return event.isHoldOver === (heldUntil !== null);
  if (type === 'payment.recheck' && from === 'review.paymentNotOpened') return heldUntil === null;
  if (type === 'clock failed') return last === 'checkPayment done';
  if (type === 'clock.tick' || type === 'payment.again') return last !== 'clock failed';
  return outcome !== 'lacking' || from === 'starting';
}

export const checkoutAlphabet = {
  inputs,
  events,
  outcomes: {
    loadProfile: profileOutputs,
    saveProfile: saveOutcomes,
    compareCart: compareOutputs,
    changeLine: lineOutputs,
    createOrder: orderOutcomes,
    openPayment: { returned: undefined },
    checkPayment: paymentOutputs,
  },
  canCause,
} satisfies Alphabet;
