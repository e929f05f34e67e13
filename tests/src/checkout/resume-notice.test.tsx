import 'fake-indexeddb/auto';
import { act, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Cart } from '../../../contract/cart.ts';
import { paths } from '../../../contract/pages.ts';
import { checkoutVersion } from '../../../machines/checkout.types.ts';
import { readKeptCheckout } from '../../../src/checkout/kept-checkout.ts';
import { quoteOf } from '../../../src/checkout/quote.ts';
import { ResumeNotice } from '../../../src/checkout/resume-notice.tsx';
import { connection } from '../../../src/offline/page-connection.ts';
import { queryStore } from '../../../src/offline/query-store.ts';
import { answeringApi } from '../../support/answers.ts';
import { renderInPage } from '../../support/in-page.tsx';
import { cart, line, studentId } from './orders.ts';

const key = `student:${studentId}-["checkout","${studentId}"]`;
const dearer = cart({ items: [line({ price: { main: 6000 } })], totals: { subtotal: 6000, discount: 0, total: 6000 } });
const notice = () => screen.findByText(/^The connection is back\. Your booking waits/);

type Kept = { value?: unknown; stage?: string; keptAt?: number; status?: string };

/** What an earlier page of this device kept. */
async function keep({ value = 'waitingForConnection', stage = 'review', keptAt = 1, status = 'active' }: Kept = {}) {
  const quote = quoteOf(cart());
  const state = { status, value, context: { quote } };
  const record = { machine: 'checkout', version: checkoutVersion, stage, state, seen: quote, keptAt };
  await queryStore.setItem(key, JSON.stringify({ state: { data: record } }));
}

async function go(way: 'online' | 'offline'): Promise<void> {
  if (way === 'online') return act(() => connection.hear('ours'));
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('Failed to fetch')));
  await act(() => connection.probe());
}

async function open({ now = cart(), at = '/' }: { now?: Cart; at?: string } = {}) {
  const { api } = answeringApi({ 'GET /api/cart': { body: { statusCode: 200, data: now } } });
  return renderInPage(<ResumeNotice studentId={studentId} />, { api, at });
}

/** Time for everything that could still bring the notice. */
async function settle({ queryClient }: Awaited<ReturnType<typeof open>>): Promise<void> {
  await act(() => readKeptCheckout(queryStore, studentId));
  await waitFor(() => expect(queryClient.isFetching()).toBe(0));
}

beforeEach(() => keep());
afterEach(async () => {
  vi.unstubAllGlobals();
  await queryStore.removeItem(key);
});

describe('a booking that waits', () => {
  it('is told on any page once our server answers, with what changed and where it goes on', async () => {
    await go('offline');
    const page = await open({ now: dearer });
    await settle(page);
    expect(screen.queryByText(/Your booking waits/)).toBeNull();
    await go('online');
    await notice();
    expect((await screen.findByText(/1 thing is not as you saw it/)).textContent).toMatch(
      /^Nothing was ordered and nothing was charged\. 1 thing is not as you saw it\. You left it at 1 Jan 1970, 05:30\.$/,
    );
    const link = screen.getByRole('link', { name: 'Continue your booking' });
    expect(link.getAttribute('href')).toBe(paths.checkoutReview);
  });

  it('says so where all is as it was, and when it was left', async () => {
    await keep({ keptAt: Date.now() - 3 * 86_400_000, stage: 'information' });
    await go('online');
    await open();
    await notice();
    expect(await screen.findByText(/Prices, seats and dates are as you saw them\./)).toBeTruthy();
    expect(screen.getByText(/You left it at \d\d:\d\d, 3 days ago\.$/)).toBeTruthy();
    expect(screen.getByRole('link').getAttribute('href')).toBe(paths.checkoutInformation);
  });

  it('is put off at a tap', async () => {
    await go('online');
    await open();
    await notice();
    await userEvent.click(screen.getByRole('button', { name: 'Not now' }));
    expect(screen.queryByRole('link', { name: 'Continue your booking' })).toBeNull();
  });

  it('is told by checkout itself on its own pages', async () => {
    await go('online');
    await settle(await open({ at: paths.checkoutReview }));
    expect(screen.queryByRole('link', { name: 'Continue your booking' })).toBeNull();
  });

  it('is over where the cart was emptied elsewhere', async () => {
    await go('online');
    const page = await open({ now: cart({ items: [] }) });
    await settle(page);
    await waitFor(() => expect(screen.queryByRole('link', { name: 'Continue your booking' })).toBeNull());
  });
});

it.each([
  ['comparingCart', 'The connection is back. Your booking waits for you.'],
  ['askingToContinue', 'The connection is back. Your booking waits for you.'],
  ['cartChanged', 'Your order has changed and waits for your decision.'],
  ['changingLine', 'Your order has changed and waits for your decision.'],
  ['creatingOrder', 'We do not know yet whether your order arrived.'],
  ['orderUnanswered', 'We do not know yet whether your order arrived.'],
  ['redirecting', 'Your payment is not finished.'],
  ['paymentNotOpened', 'Your payment is not finished.'],
  ['reviewing', 'You have begun a booking.'],
  [{ editingInformation: 'editing' }, 'You have begun a booking.'],
])('a checkout left at %o is told in its own words', async (value, title) => {
  await keep({ value });
  await go('online');
  await open();
  expect(await screen.findByText(title)).toBeTruthy();
});

it('a booking that was merely begun is no news to who never closed the app', async () => {
  await keep({ value: 'reviewing', keptAt: Date.now() + 1000 });
  await go('online');
  await settle(await open());
  expect(screen.queryByRole('link', { name: 'Continue your booking' })).toBeNull();
});

it.each([
  ['nothing', null],
  ['a checkout that is over', { status: 'done' }],
  ['a payment that the orders tell of', { stage: 'returning' }],
])('the device has %s', async (_, kept) => {
  await queryStore.removeItem(key);
  if (kept) await keep(kept);
  expect(await readKeptCheckout(queryStore, studentId)).toBeNull();
});
