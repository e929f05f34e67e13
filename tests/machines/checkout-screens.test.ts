import { expect, it } from 'vitest';
import { datesClash, orderUpdate, quote } from '../../lab/alphabets/samples.ts';
import type { OrderOutcome } from '../../machines/checkout.context.ts';
import { accept, atReview, attemptId, dearer, noResponse, place, start, world } from './checkout-world.ts';
import { settled } from './settled.ts';

const details = { type: 'screen.requested', screen: 'information' } as const;
const review = { type: 'screen.requested', screen: 'review' } as const;
const payment = { type: 'screen.requested', screen: 'returning', attemptId } as const;
const otherPayment = { ...payment, attemptId: 'LF-2026-000124-1' };
const atDetails = { screen: 'information', isOnline: true } as const;
const atPayment = { ...payment, isOnline: true };

it('opening the URL of the checkout screen that is already shown changes nothing', async () => {
  for (const [input, event] of [
    [atDetails, details],
    [atReview, review],
    [atPayment, payment],
  ] as const) {
    const { actor, state } = start(input);
    await settled();
    const before = state();
    actor.send(event);
    expect(state()).toBe(before);
  }
});

it('opening the URL of the review page shows the review page only when the student’s details are complete', async () => {
  const outside = world();
  outside.profile.mockResolvedValueOnce({ missing: ['dob'] });
  const lacking = start(atDetails, outside);
  await settled();
  lacking.actor.send(review);
  expect(lacking.state().value).toEqual({ information: 'confirmingInformation' });
  const complete = start(atDetails);
  complete.actor.send(review);
  expect(complete.state().value).toEqual({ information: 'loadingProfile' });
  await settled();
  complete.actor.send(review);
  expect(complete.state().value).toEqual({ review: 'reviewing' });
});

it('opening the URL of the details page from the review page shows the details and keeps the accepted terms', () => {
  const { actor, state } = start(atReview);
  actor.send(accept);
  actor.send(details);
  expect(state().value).toEqual({ information: 'loadingProfile' });
  expect(state().context.termsVersion).toBe('2026-01');
});

it('opening another URL does not change the checkout step while an order is placed, a payment page opens or a payment is checked', async () => {
  const placing = start(atReview);
  placing.actor.send(accept);
  placing.actor.send(place);
  placing.actor.send(details);
  expect(placing.state().value).toEqual({ review: 'creatingOrder' });
  await settled();
  placing.actor.send(otherPayment);
  expect(placing.state().value).toEqual({ review: 'redirecting' });
  const checking = start(atPayment);
  checking.actor.send(details);
  expect(checking.state().value).toEqual({ payment: 'checkingPayment' });
});

it.each([true, false])(
  'an order that got no response stays on the screen with its idempotency key when the URL of the details page is opened (online: %s)',
  async (isOnline) => {
    const outside = world();
    outside.order.mockImplementation(noResponse);
    const { actor, state } = start(atReview, outside);
    actor.send(accept);
    actor.send(place);
    await settled();
    actor.send({ type: 'connection.change', isOnline });
    actor.send({ ...details, quote });
    expect(state().value).toEqual({ review: 'orderUnanswered' });
    expect(state().context.key).toBe('key-1');
  },
);

it('opening the URL of the details page while a payment is pending starts checkout again at the details', async () => {
  const { actor, state } = start(atPayment);
  await settled();
  actor.send({ type: 'connection.change', isOnline: false });
  actor.send(review);
  expect(state().value).toEqual({ payment: { awaitingPayment: 'paymentPending' } });
  actor.send({ ...details, quote });
  expect(state().value).toEqual({ information: 'waitingAtInformation' });
  expect(state().context).toMatchObject({ quote, attemptId: null, isOnline: false });
});

it('opening the URL of another payment makes checkout check that payment, whatever screen is shown', async () => {
  for (const input of [atDetails, atReview, atPayment]) {
    const { actor, outside, state } = start(input);
    await settled();
    actor.send(otherPayment);
    expect(state().value).toEqual({ payment: 'checkingPayment' });
    expect(outside.payment).toHaveBeenLastCalledWith('LF-2026-000124-1');
  }
});

it('opening the URL of the review page after a declined payment shows the review page', async () => {
  const outside = world();
  outside.payment.mockResolvedValue(orderUpdate('declined', 'DECLINED'));
  const { actor, state } = start(atPayment, outside);
  await settled();
  actor.send(review);
  expect(state().value).toEqual({ review: 'reviewing' });
});

it.each([
  ['clashing dates are to be confirmed', { kind: 'clashing', clashes: [datesClash] }, '2026-01'],
  ['the order was refused', { kind: 'refused', refusal: { code: 'UNKNOWN_ERROR', message: null } }, '2026-01'],
  ['a contact is to be verified', { kind: 'contactNeeded' }, '2026-01'],
  ['changes of the cart are shown', { kind: 'changed', changes: [dearer] }, null],
] satisfies [string, OrderOutcome, string | null][])(
  'if an order was not placed (%s), opening the URL of the details page shows the details and does not send the order again',
  async (_, outcome, termsVersion) => {
    const outside = world();
    outside.order.mockResolvedValue(outcome);
    const { actor, state } = start(atReview, outside);
    actor.send(accept);
    actor.send(place);
    await settled();
    actor.send(review);
    expect(state().value).not.toEqual({ review: 'reviewing' });
    actor.send(details);
    await settled();
    expect(state().value).toEqual({ information: 'confirmingInformation' });
    expect(state().context.termsVersion).toBe(termsVersion);
    expect(outside.order).toHaveBeenCalledTimes(1);
  },
);
