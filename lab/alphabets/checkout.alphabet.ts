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
import type { Alphabet } from './alphabet.ts';
import type { SerializedEvent, SerializedInput } from './fixtures.ts';
import { cartFailure, changes, orderUpdate } from './samples.ts';

const inputs: SerializedInput<CheckoutInput>[] = [
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
  { type: 'line.change', change: { fixture: 'cart.swap' }, key: { fixture: 'key.fresh' } },
  { type: 'review.return' },
  { type: 'contact.choose', method: 'whatsapp_otp' },
  { type: 'contact.verified' },
  { type: 'contact.back' },
  { type: 'payment.open' },
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
  completed: { kind: 'completed', ...attempt },
  pending: { kind: 'pending', ...attempt },
  changed: { kind: 'changed', changes: [{ kind: 'terms' }] },
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
} satisfies Alphabet;
