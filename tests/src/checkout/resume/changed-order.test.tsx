import 'fake-indexeddb/auto';
import { cleanup, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { paths } from '../../../../contract/pages.ts';
import { quoteOf } from '../../../../machines/order-quote.ts';
import { cartQueries } from '../../../../src/cart/cart.queries.ts';
import { readSavedCheckout } from '../../../../src/checkout/resume/saved-checkout.ts';
import { deviceStore } from '../../../../src/offline/saved/device-store.ts';
import { subject } from '../../../../src/offline/session/subject.ts';
import { refusal } from '../../../support/answers.ts';
import { type Answers, openCheckout } from '../open-checkout.tsx';
import { cart, line, settings, studentId, update } from '../orders.ts';

const items = [line({ price: { main: 6000 } })];
const dearer = cart({ items, totals: { subtotal: 6000, discount: 0, total: 6000 } });

beforeEach(() => subject.enter(studentId));
afterEach(async () => {
  vi.restoreAllMocks();
  // Close the page and sign out first, so that the page saves nothing afterwards.
  cleanup();
  subject.leave();
  await deviceStore.deleteStudent(studentId);
});

const findChanges = () => screen.findByText('Your order has changed');

/** Places an order that the server refuses, because the cart on the server has become dearer. */
async function findChangedOrder() {
  const { terms_version } = settings;
  const data = { before: { ...quoteOf(cart()), terms_version }, after: { ...quoteOf(dearer), terms_version } };
  let now = cart();
  const checkout = await openCheckout({
    at: paths.checkoutReview,
    answers: {
      'GET /api/cart': () => ({ body: { statusCode: 200, data: now } }),
      'POST /api/orders/create': () => {
        now = dearer;
        return refusal(409, 'CART_CHANGED', 'Your cart has changed.', data);
      },
    },
  });
  await checkout.person.click(await screen.findByRole('checkbox', { name: 'I accept the booking terms.' }));
  await checkout.person.click(screen.getByRole('button', { name: 'Proceed to Payment' }));
  await findChanges();
  await waitFor(async () => expect((await readSavedCheckout(studentId))?.status).toBe('changed'));
  return checkout;
}

it('changes of an order that the student has not yet accepted are shown again when the review page is reopened', async () => {
  await findChangedOrder();
  cleanup();
  await openCheckout({
    at: paths.checkoutReview,
    prepare: (client) => client.setQueryData(cartQueries.current(studentId).queryKey, dearer),
  });
  await findChanges();
  expect(screen.getByRole('list', { name: 'What changed' }).textContent).toMatch(/5,000.*6,000/);
});

it('reopened with the cart that the student first saw, the review page does not show “Your order has changed”', async () => {
  await findChangedOrder();
  cleanup();
  await openCheckout({ at: paths.checkoutReview });
  const pay = await screen.findByRole<HTMLButtonElement>('button', { name: 'Proceed to Payment' });
  await waitFor(() => expect(pay.disabled).toBe(false));
  expect(screen.queryByText('Your order has changed')).toBeNull();
});

it('if the cart has changed since an unpaid order was placed, that order’s payment page does not open, and the student orders again', async () => {
  const unpaid = update({ state: 'awaiting_payment', final_payment_status: 'PROCESSING', is_payment_pending: false });
  const answers: Answers = { 'GET /api/orders/update': { body: { statusCode: 200, data: unpaid } } };
  const first = await openCheckout({ at: paths.checkoutReview });
  await first.person.click(await screen.findByRole('checkbox', { name: 'I accept the booking terms.' }));
  await first.person.click(screen.getByRole('button', { name: 'Proceed to Payment' }));
  await waitFor(async () => expect((await readSavedCheckout(studentId))?.status).toBe('unpaid'));
  cleanup();
  const changed = { ...answers, 'GET /api/cart': { body: { statusCode: 200, data: dearer } } };
  const { person, left, sent } = await openCheckout({ at: paths.checkoutReview, answers: changed });
  await screen.findAllByText('₹6,000.00');
  await person.click(await screen.findByRole('button', { name: 'Open the payment page' }));
  await screen.findByText('No payment has reached us yet');
  expect(left).toEqual([]);
  // Buttons are disabled while a check of the payment runs, and until the review is ready.
  for (const name of ['Back to your order', 'Proceed to Payment']) {
    const button = await screen.findByRole<HTMLButtonElement>('button', { name });
    await waitFor(() => expect(button.disabled).toBe(false));
    await person.click(button);
  }
  await waitFor(() => expect(left).toEqual(['https://pay.example/1']));
  const [old, placed] = sent.filter(({ url }) => url.startsWith('/api/orders/create'));
  expect(placed?.body).toMatchObject({ quote: quoteOf(dearer) });
  expect(placed?.headers.get('idempotency-key')).not.toBe(old?.headers.get('idempotency-key'));
});
