import 'fake-indexeddb/auto';
import { act, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Cart } from '../../../../contract/cart.ts';
import { paths } from '../../../../contract/pages.ts';
import { checkoutVersion } from '../../../../machines/checkout.context.ts';
import { quoteOf } from '../../../../machines/order-quote.ts';
import { ResumeNotice } from '../../../../src/checkout/resume/resume-notice.tsx';
import { readSavedCheckout } from '../../../../src/checkout/resume/saved-checkout.ts';
import { connection } from '../../../../src/offline/connection/page-connection.ts';
import { deviceStore } from '../../../../src/offline/saved/device-store.ts';
import { answeringApi } from '../../../support/answers.ts';
import { renderInPage } from '../../../support/in-page.tsx';
import { cart, line, studentId } from '../orders.ts';

const key = `student:${studentId}-["checkout","${studentId}"]`;
const dearer = cart({ items: [line({ price: { main: 6000 } })], totals: { subtotal: 6000, discount: 0, total: 6000 } });
const notice = () => screen.findByText(/^The connection is back\. You can continue your booking/);

type Saved = { value?: unknown; stage?: string; savedAt?: number; status?: string; heldUntil?: string | null };

/** Saves a checkout on the device, as an earlier page did. */
async function save(saved: Saved = {}) {
  const { value = 'waitingAtReview', stage = 'review', savedAt = 1, status = 'active', heldUntil = null } = saved;
  const quote = quoteOf(cart());
  const state = { status, value: { [stage]: value }, context: { quote, heldUntil } };
  const record = { machine: 'checkout', version: checkoutVersion, stage, state, seen: quote, keptAt: savedAt };
  await deviceStore.setItem(key, JSON.stringify({ state: { data: record } }));
}

async function go(way: 'online' | 'offline'): Promise<void> {
  if (way === 'online') {
    // Do not await the result of act(): React would then update outside Testing Library's act environment.
    act(() => connection.report('ours'));
    return;
  }
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('Failed to fetch')));
  await act(() => connection.probe());
}

async function open({ now = cart(), at = '/' }: { now?: Cart; at?: string } = {}) {
  const { api } = answeringApi({ 'GET /api/cart': { body: { statusCode: 200, data: now } } });
  const page = (
    <main tabIndex={-1}>
      <ResumeNotice studentId={studentId} />
    </main>
  );
  return renderInPage(page, { api, at });
}

/** Waits until everything that could show the notice has finished. */
async function settle({ queryClient }: Awaited<ReturnType<typeof open>>): Promise<void> {
  await act(() => readSavedCheckout(studentId));
  await waitFor(() => expect(queryClient.isFetching()).toBe(0));
}

beforeEach(() => save());
afterEach(async () => {
  vi.unstubAllGlobals();
  await deviceStore.removeItem(key);
});

describe('the notice of an unfinished booking', () => {
  it('when the page is online, the notice of an unfinished booking shows the number of changes in the cart and a link to continue', async () => {
    await go('offline');
    const page = await open({ now: dearer });
    await settle(page);
    expect(screen.queryByText(/You can continue your booking/)).toBeNull();
    await go('online');
    await notice();
    expect((await screen.findByText(/1 thing has changed/)).textContent).toMatch(
      /^Nothing was ordered and nothing was charged\. 1 thing has changed\. You left it at 1 Jan 1970, 05:30\.$/,
    );
    const link = screen.getByRole('link', { name: 'Continue your booking' });
    expect(link.getAttribute('href')).toBe(paths.checkoutReview);
  });

  it('the notice of an unfinished booking says that nothing has changed, and at what time the student left the booking', async () => {
    await save({ savedAt: Date.now() - 3 * 86_400_000, stage: 'information' });
    await go('online');
    await open();
    await notice();
    expect(await screen.findByText(/Prices, seats and dates have not changed\./)).toBeTruthy();
    expect(screen.getByText(/You left it at \d\d:\d\d, 3 days ago\.$/)).toBeTruthy();
    expect(screen.getByRole('link').getAttribute('href')).toBe(paths.checkoutInformation);
  });

  it('the notice of an unfinished booking can be dismissed', async () => {
    await go('online');
    await open();
    await notice();
    await userEvent.setup({ delay: null }).click(screen.getByRole('button', { name: 'Not now' }));
    expect(screen.queryByRole('link', { name: 'Continue your booking' })).toBeNull();
    await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('main')));
  });

  it('the notice of an unfinished booking is not shown on checkout pages', async () => {
    await go('online');
    await settle(await open({ at: paths.checkoutReview }));
    expect(screen.queryByRole('link', { name: 'Continue your booking' })).toBeNull();
  });

  it('no notice announces an unfinished booking when the cart has become empty', async () => {
    await go('online');
    const page = await open({ now: cart({ items: [] }) });
    await settle(page);
    await waitFor(() => expect(screen.queryByRole('link', { name: 'Continue your booking' })).toBeNull());
  });
});

it.each([
  ['comparingAtReview', 'The connection is back. You can continue your booking.'],
  ['askingAtReview', 'The connection is back. You can continue your booking.'],
  ['cartChanged', 'Your order has changed. Please review the changes.'],
  ['changingLine', 'Your order has changed. Please review the changes.'],
  ['creatingOrder', 'We do not know yet whether your order was placed.'],
  ['orderUnanswered', 'We do not know yet whether your order was placed.'],
  ['redirecting', 'Your payment is not finished.'],
  ['paymentNotOpened', 'Your payment is not finished.'],
  ['reviewing', 'You have an unfinished booking.'],
])('the notice of an unfinished booking that was left in the checkout state %o says: %s', async (value, title) => {
  await save({ value });
  await go('online');
  await open();
  expect(await screen.findByText(title)).toBeTruthy();
});

it.each([
  ['waitingAtInformation', 'The connection is back. You can continue your booking.'],
  ['comparingAtInformation', 'The connection is back. You can continue your booking.'],
  ['askingAtInformation', 'The connection is back. You can continue your booking.'],
  [{ editingInformation: 'editing' }, 'You have an unfinished booking.'],
])(
  'the notice of an unfinished booking that was left on the details page in the state %o says: %s',
  async (value, title) => {
    await save({ value, stage: 'information' });
    await go('online');
    await open();
    expect(await screen.findByText(title)).toBeTruthy();
  },
);

it.each([
  [null, 'Your seats are held for a while.'],
  ['2026-01-01T00:25:00.000Z', 'The time for which your seats were held is over.'],
])(
  'the notice of an unfinished payment with a seat hold that ends at heldUntil = %s says: %s',
  async (heldUntil, text) => {
    await save({ value: 'paymentNotOpened', heldUntil });
    await go('online');
    await open();
    const message = await screen.findByText(/If you have paid already, do not pay again\./);
    expect(message.textContent).toMatch(new RegExp(`^${text} If you`));
  },
);

it('a booking that the student has started on the current page is not announced as unfinished', async () => {
  await save({ value: 'reviewing', savedAt: Date.now() + 1000 });
  await go('online');
  await settle(await open());
  expect(screen.queryByRole('link', { name: 'Continue your booking' })).toBeNull();
});

it.each([
  ['no checkout', null],
  ['a finished checkout', { status: 'done' }],
  ['a payment that is listed with the orders', { stage: 'returning' }],
])(
  'readSavedCheckout returns null when no checkout can be continued because the device has stored %s',
  async (_, saved) => {
    await deviceStore.removeItem(key);
    if (saved) await save(saved);
    expect(await readSavedCheckout(studentId)).toBeNull();
  },
);
