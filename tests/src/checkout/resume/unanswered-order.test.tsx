import 'fake-indexeddb/auto';
import { act, cleanup, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { paths } from '../../../../contract/pages.ts';
import { readSavedCheckout } from '../../../../src/checkout/resume/saved-checkout.ts';
import { deviceStore } from '../../../../src/offline/saved/device-store.ts';
import { subject } from '../../../../src/offline/session/subject.ts';
import { type Answers, openCheckout } from '../open-checkout.tsx';
import { order, studentId, update } from '../orders.ts';

const older = `${paths.checkoutConfirmation}/LF-2026-000099-1`;
const unanswered: Answers = { 'POST /api/orders/create': 'no answer' };
const olderUpdate = update({ order_id: 'LF-2026-000099', items: [] });
const olderOrder: Answers = { 'GET /api/orders/update': { body: { statusCode: 200, data: olderUpdate } } };

beforeEach(() => subject.enter(studentId));
afterEach(async () => {
  vi.restoreAllMocks();
  await deviceStore.deleteStudent(studentId);
});

const unknownOutcome = () => screen.findByRole('button', { name: 'Try again' });
const savedStatus = async () => (await readSavedCheckout(studentId))?.status;

/** Places an order whose response is lost. */
async function loseOrder(answers: Answers = {}) {
  const checkout = await openCheckout({ at: paths.checkoutReview, answers: { ...unanswered, ...answers } });
  await checkout.person.click(await screen.findByRole('checkbox', { name: 'I accept the booking terms.' }));
  await checkout.person.click(screen.getByRole('button', { name: 'Proceed to Payment' }));
  await unknownOutcome();
  await waitFor(async () => expect(await savedStatus()).toBe('unanswered'));
  return checkout;
}

describe('an order whose response was lost', () => {
  it('an order that got no response stays saved while the student views an older confirmation, and can be retried on the review page', async () => {
    await loseOrder();
    const key = (await deviceStore.get(studentId, ['checkout', studentId])) as { state: { context: { key: string } } };
    cleanup();
    const { person } = await openCheckout({ at: older, answers: olderOrder });
    await screen.findByRole('heading', { level: 1, name: 'Thank You' });
    await act(() => readSavedCheckout(studentId));
    expect(await savedStatus()).toBe('unanswered');
    cleanup();
    const { sent } = await openCheckout({ at: paths.checkoutReview });
    await person.click(await unknownOutcome());
    await waitFor(async () => expect(await savedStatus()).toBe('unpaid'));
    const [retry] = sent.filter(({ url }) => url.startsWith('/api/orders/create'));
    expect(retry?.headers.get('idempotency-key')).toBe(key.state.context.key);
  });

  it('the button to retry an order that got no response is shown again when the student returns to the review page', async () => {
    const { router } = await loseOrder(olderOrder);
    await act(() => router.navigate({ href: paths.checkoutInformation }));
    await screen.findByRole('button', { name: /Proceed/ });
    expect(await savedStatus()).toBe('unanswered');
    await act(() => router.navigate({ href: paths.checkoutReview }));
    await unknownOutcome();
    expect(await savedStatus()).toBe('unanswered');
  });

  it('an order that got no response is no longer saved once the confirmation page of this order is shown', async () => {
    await loseOrder();
    cleanup();
    const items = order().items.map((item) => ({ ...item, offer_id: 7 }));
    const own: Answers = { 'GET /api/orders/update': { body: { statusCode: 200, data: update({ items }) } } };
    await openCheckout({ at: `${paths.checkoutConfirmation}/LF-2026-000123-1`, answers: own });
    await waitFor(async () => expect(await savedStatus()).toBeUndefined());
  });
});

it('when an order’s seats are no longer held, checkout offers to check the payment instead of paying, and then to order again', async () => {
  const body = { statusCode: 200, data: 'session', order_id: 'LF-2026-000123', attempt_id: 'LF-2026-000123-1' };
  const placed = { ...body, checkout_url: 'https://pay.example/1', held_until: '2026-01-01T00:25:00.000Z' };
  const expired = update({ state: 'expired', final_payment_status: 'DECLINED' });
  const answers: Answers = {
    'POST /api/orders/create': { body: placed },
    'GET /api/orders/update': { body: { statusCode: 200, data: expired } },
  };
  const first = await openCheckout({ at: paths.checkoutReview, answers });
  await first.person.click(await screen.findByRole('checkbox', { name: 'I accept the booking terms.' }));
  await first.person.click(screen.getByRole('button', { name: 'Proceed to Payment' }));
  await waitFor(async () => expect(await savedStatus()).toBe('unpaid'));
  cleanup();
  const { person, left, sent } = await openCheckout({ at: paths.checkoutReview, answers });
  const check = await screen.findByRole('button', { name: 'Check the payment' });
  expect(screen.getByText(/^The time for which your seats were held is over\./)).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'I have paid, check again' })).toBeNull();
  await person.click(check);
  await person.click(await screen.findByRole('button', { name: 'Try again' }));
  await screen.findByRole('button', { name: 'Proceed to Payment' });
  expect(left).toEqual([]);
  expect(sent.filter(({ url }) => url.startsWith('/api/orders/create'))).toEqual([]);
});
