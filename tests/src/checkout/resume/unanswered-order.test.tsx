import 'fake-indexeddb/auto';
import { act, cleanup, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { paths } from '../../../../contract/pages.ts';
import { checkoutName } from '../../../../src/checkout/resume/checkout-name.ts';
import { readSavedCheckout } from '../../../../src/checkout/resume/saved-checkout.ts';
import { deviceStore } from '../../../../src/offline/saved/device-store.ts';
import { subject } from '../../../../src/offline/session/subject.ts';
import { type Answers, openCheckout } from '../open-checkout.tsx';
import { order, profile, studentId, update } from '../orders.ts';

const older = `${paths.checkoutConfirmation}/LF-2026-000099-1`;
const unanswered: Answers = { 'POST /api/orders/create': 'no answer' };
const olderUpdate = update({ order_id: 'LF-2026-000099', items: [] });
const olderOrder: Answers = { 'GET /api/orders/update': { body: { statusCode: 200, data: olderUpdate } } };

beforeEach(() => subject.enter(studentId));
afterEach(async () => {
  vi.restoreAllMocks();
  await forgetCheckout();
});

/** Closes the page and deletes its saved checkout. */
async function forgetCheckout(): Promise<void> {
  cleanup();
  // The closed page may still be saving its checkout. Nothing is saved for a student who has signed out.
  subject.leave();
  await deviceStore.deleteStudent(studentId);
}

const unknownOutcome = () => screen.findByRole('button', { name: 'Try again' });
const savedStatus = async () => (await readSavedCheckout(studentId))?.status;

const denial = 'Nothing was ordered';

/** Collects what the page says from now on whenever it says, even for a moment, that nothing was ordered. */
function watchForDenials(): string[] {
  const denials: string[] = [];
  const observer = new MutationObserver(() => {
    const { textContent } = document.body;
    if (textContent.includes(denial)) denials.push(textContent);
  });
  observer.observe(document.body, { subtree: true, childList: true, characterData: true });
  onTestFinished(() => observer.disconnect());
  return denials;
}

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
  it('an order that got no response can still be retried after the student has viewed the confirmation page of an older order', async () => {
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

  it.each([
    ['with', true],
    ['without', false],
  ])(
    'while it is unknown whether an order was placed, opening the details page of checkout leads to the review page (%s a connection)',
    async (_, isOnline) => {
      const { router, line } = await loseOrder();
      if (!isOnline) line.turn(false);
      expect(screen.queryByRole('link', { name: 'Edit Information' })).toBeNull();
      await act(() => router.navigate({ href: paths.checkoutInformation }));
      await waitFor(() => expect(router.state.location.pathname).toBe(paths.checkoutReview));
      await unknownOutcome();
      expect(screen.queryByText(new RegExp(denial))).toBeNull();
      expect(await savedStatus()).toBe('unanswered');
    },
  );

  it.each([
    ['the details', paths.checkoutInformation, true],
    ['the details', paths.checkoutInformation, false],
    ['the start of checkout', paths.checkout, true],
    ['the start of checkout', paths.checkout, false],
    ['the review', paths.checkoutReview, false],
  ])(
    'after an order got no response, every checkout page leads to that order on the review page: opening %s (URL %s, online: %s)',
    async (_, at, isOnline) => {
      await loseOrder();
      cleanup();
      const denials = watchForDenials();
      const { router } = await openCheckout({ at, isOnline });
      await unknownOutcome();
      expect(router.state.location.pathname).toBe(paths.checkoutReview);
      expect(denials).toEqual([]);
    },
  );

  it('checkout’s details page leads to an order whose response was lost, even offline and after the student has looked at an older order', async () => {
    const { router, line } = await loseOrder(olderOrder);
    await act(() => router.navigate({ href: older }));
    await screen.findByRole('heading', { level: 1, name: 'Thank You' });
    line.turn(false);
    const denials = watchForDenials();
    await act(() => router.navigate({ href: paths.checkoutInformation }));
    await unknownOutcome();
    expect(router.state.location.pathname).toBe(paths.checkoutReview);
    expect(denials).toEqual([]);
  });

  it('when a tab starts to wait for the connection, it shows an order that another tab has placed and that got no response', async () => {
    await loseOrder();
    const unansweredRecord = await deviceStore.get(studentId, checkoutName(studentId));
    await forgetCheckout();
    subject.enter(studentId);
    let isUp = true;
    const loadProfile = () =>
      isUp ? { body: { statusCode: 200, data: { users: [profile()] } } } : ('no answer' as const);
    const answers: Answers = { 'GET /api/users/student': loadProfile };
    const { line, person } = await openCheckout({ at: paths.checkoutInformation, answers });
    await person.click(await screen.findByRole('button', { name: 'Edit' }));
    const form = await screen.findByRole('form', { name: 'Your details' });
    const savedState = async () => JSON.stringify(await deviceStore.get(studentId, checkoutName(studentId)));
    await expect.poll(savedState).toContain('editingInformation');
    await deviceStore.put(studentId, checkoutName(studentId), unansweredRecord);
    isUp = false;
    line.turn(false);
    const denials = watchForDenials();
    await person.click(within(form).getByRole('button', { name: 'Cancel' }));
    await unknownOutcome();
    expect(denials).toEqual([]);
  });

  it.each([
    ['has not read the device yet', () => vi.spyOn(deviceStore, 'get').mockReturnValue(new Promise(() => {}))],
    ['cannot read the device', () => vi.spyOn(deviceStore, 'isRefused', 'get').mockReturnValue(true)],
  ])(
    'while waiting for the connection, checkout does not say that nothing was ordered if it %s, where an order may be saved',
    async (_, fail) => {
      const { router, line } = await openCheckout({ at: older, answers: olderOrder });
      await screen.findByRole('heading', { level: 1, name: 'Thank You' });
      fail();
      line.turn(false);
      await act(() => router.navigate({ href: paths.checkoutInformation }));
      await screen.findByText('Waiting for the connection');
      await act(async () => {});
      expect(document.body.textContent).not.toContain(denial);
    },
  );

  it('while checkout waits for the connection and no order was sent, the page says that nothing was ordered', async () => {
    await openCheckout({ at: paths.checkoutInformation, isOnline: false });
    expect(await screen.findByText(new RegExp(denial))).toBeTruthy();
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
