import { screen, waitFor } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import type { Order } from '../../../contract/orders.ts';
import { paths } from '../../../contract/pages.ts';
import type { Answered } from '../../support/answers.ts';
import { openCheckout } from './open-checkout.tsx';
import { attemptId, order, studentId, update } from './orders.ts';

const at = `${paths.checkoutConfirmation}/${attemptId}`;
const told = (change: Partial<Order> = {}): Answered => ({ body: { statusCode: 200, data: update(change) } });
const open = (answered: Answered, orders: Order[] = []) =>
  openCheckout({
    at,
    answers: {
      'GET /api/orders/update': answered,
      'GET /api/users/student/orders': { body: { statusCode: 200, data: orders } },
    },
  });

describe('the confirmation', () => {
  it('asks how this attempt ended', async () => {
    const { sent } = await open(told());
    await screen.findByRole('heading', { level: 1, name: 'Thank You' });
    const call = sent.find(({ url }) => url.startsWith('/api/orders/update'));
    expect(call?.url).toContain(`attempt_id=${attemptId}`);
  });

  it('is a pass with number, date, courses, batches, place and the way to the profile', async () => {
    await open(told(), [order()]);
    await screen.findByRole('heading', { level: 1, name: 'Thank You' });
    const pass = screen.getByRole('article', { name: 'LF-2026-000123' });
    for (const text of ['21 Nov 2026, 09:00', 'Asha Nair', '₹5,000.00', 'LFR-2026-000045', '1 Dec 2026 - 3 Dec 2026'])
      expect(pass.textContent).toContain(text);
    expect(pass.textContent).toContain('14 Lighthouse Road, Chennai');
    expect(screen.getByRole('heading', { level: 3, name: 'Fire Fighting' })).toBeTruthy();
    expect(screen.getByRole('link', { name: 'Student profile' }).getAttribute('href')).toBe(paths.profile);
  });

  it('asks for cart and orders anew', async () => {
    const { queryClient } = await open(told(), [order()]);
    await screen.findByRole('heading', { level: 1, name: 'Thank You' });
    await waitFor(() => expect(queryClient.isFetching()).toBe(0));
    const orders = queryClient.getQueriesData<Order[]>({ queryKey: ['orders'] })[0]?.[1];
    expect(orders?.map(({ order_id }) => order_id)).toEqual(['LF-2026-000123']);
  });

  it('is there without an answer once this device knows the order', async () => {
    await open('no answer', [order()]);
    expect(await screen.findByRole('heading', { level: 1, name: 'Thank You' })).toBeTruthy();
  });

  it('moves focus to its heading', async () => {
    await open(told());
    const heading = await screen.findByRole('heading', { level: 1, name: 'Thank You' });
    await waitFor(() => expect(document.activeElement).toBe(heading));
  });
});

describe('a payment that is not settled', () => {
  it('says that nobody should pay again, and can be rechecked', async () => {
    const { person, sent } = await open(told({ final_payment_status: 'PROCESSING', state: 'awaiting_payment' }));
    expect(await screen.findByText('Payment pending, do not pay again')).toBeTruthy();
    const checks = () => sent.filter(({ url }) => url.startsWith('/api/orders/update')).length;
    const before = checks();
    await person.click(screen.getByRole('button', { name: 'Recheck Payment' }));
    await waitFor(() => expect(checks()).toBe(before + 1));
    expect(screen.getByText('Payment pending, do not pay again')).toBeTruthy();
  });

  it('says the same where nobody could be asked', async () => {
    await open('no answer');
    expect(await screen.findByText('Payment pending, do not pay again')).toBeTruthy();
    expect(screen.getByText(/We could not ask just now/)).toBeTruthy();
  });

  it('says that there is no such payment', async () => {
    await open({ body: { statusCode: 200, data: null } });
    expect((await screen.findByRole('alert')).textContent).toContain('We know no such payment');
  });
});

describe('a payment that nobody has begun', () => {
  const unbegun = told({ final_payment_status: 'PROCESSING', state: 'awaiting_payment', is_payment_pending: false });

  it('leads back to the same order, without a word of a pending payment', async () => {
    const { person, router } = await open(unbegun);
    expect(await screen.findByText('No payment has reached us yet')).toBeTruthy();
    expect(screen.queryByText('Payment pending, do not pay again')).toBeNull();
    expect(screen.getByText(/If you have paid, do not pay again/)).toBeTruthy();
    await person.click(screen.getByRole('button', { name: 'Back to your order' }));
    await screen.findByRole('heading', { level: 1, name: 'Review Your Order' });
    expect(router.state.location.pathname).toBe(paths.checkoutReview);
  });

  it('says so when nobody could be asked again, offline as well', async () => {
    const now = { answered: unbegun };
    const { person, line } = await openCheckout({ at, answers: { 'GET /api/orders/update': () => now.answered } });
    await screen.findByText('No payment has reached us yet');
    now.answered = 'no answer';
    line.turn(false);
    await person.click(screen.getByRole('button', { name: 'Recheck Payment' }));
    expect(await screen.findByText('We could not ask just now. You are offline.')).toBeTruthy();
    expect(screen.getByText('No payment has reached us yet')).toBeTruthy();
    const back = screen.getByRole<HTMLButtonElement>('button', { name: 'Back to your order' });
    expect(back.disabled).toBe(true);
    now.answered = unbegun;
    line.turn(true);
    await person.click(screen.getByRole('button', { name: 'Recheck Payment' }));
    await waitFor(() => expect(back.disabled).toBe(false));
    expect(screen.queryByText(/We could not ask just now/)).toBeNull();
  });

  it('becomes a pending one as soon as the provider knows it', async () => {
    const now = { answered: unbegun };
    const { person } = await openCheckout({ at, answers: { 'GET /api/orders/update': () => now.answered } });
    await screen.findByText('No payment has reached us yet');
    now.answered = told({ final_payment_status: 'PROCESSING', state: 'awaiting_payment', is_payment_pending: true });
    await person.click(screen.getByRole('button', { name: 'Recheck Payment' }));
    expect(await screen.findByText('Payment pending, do not pay again')).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Back to your order' })).toBeNull();
  });
});

it('tells the list of orders what it learned, so that a pending payment is known offline as well', async () => {
  const pending = { final_payment_status: 'PROCESSING', state: 'awaiting_payment', is_payment_pending: true } as const;
  const lists: Order[][] = [[]];
  const { queryClient } = await openCheckout({
    at,
    answers: {
      'GET /api/orders/update': told(pending),
      'GET /api/users/student/orders': () => ({
        body: { statusCode: 200, data: lists.shift() ?? [order(pending)] },
      }),
    },
  });
  await screen.findByText('Payment pending, do not pay again');
  await waitFor(() => expect(queryClient.isFetching()).toBe(0));
  const orders = queryClient.getQueryData<Order[]>(['orders', studentId]);
  expect(orders?.map((one) => one.is_payment_pending)).toEqual([true]);
});

describe('a payment that did not book', () => {
  it('says that it was declined and leads back to the review', async () => {
    const { person, router } = await open(told({ final_payment_status: 'DECLINED', state: 'declined' }));
    expect((await screen.findByRole('alert')).textContent).toContain('payment was declined');
    await person.click(screen.getByRole('button', { name: 'Try again' }));
    await screen.findByRole('heading', { level: 1, name: 'Review Your Order' });
    expect(router.state.location.pathname).toBe(paths.checkoutReview);
  });

  it('says that the money goes back where the seats were gone', async () => {
    await open(told({ state: 'refund_due' }));
    expect((await screen.findByRole('alert')).textContent).toContain('the seats were gone: your money goes back');
    expect(screen.queryByRole('heading', { name: 'Thank You' })).toBeNull();
  });
});
