import { act, screen, waitFor, within } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { paths } from '../../../contract/pages.ts';
import { keepTappedPrice, tappedPriceQuery, useTappedPrices } from '../../../src/cart/tapped-prices.ts';
import type { OutboxRow } from '../../../src/offline/outbox-row.ts';
import { answeringApi } from '../../support/answers.ts';
import { renderInPage } from '../../support/in-page.tsx';
import { studentId as cartStudent, courseLine } from '../cart/carts.ts';
import { openCart } from '../cart/open-cart.tsx';
import { openCheckout } from './open-checkout.tsx';
import { studentId } from './orders.ts';

vi.setConfig({ testTimeout: 20_000 });

const fire = { type: 'course', id: 7 } as const;

const row = {
  ...{ key: 'k', user: studentId, sequence: 1, schemaVersion: 1, title: 'Fire Fighting', state: 'waiting' },
  ...{ kind: 'cart.add', payload: { type: 'course', course_id: 7, batch_id: 71 }, quotedPrice: 4500 },
  ...{ createdAt: 1, attempts: 0, failures: 0, lastError: null },
} as unknown as OutboxRow;
const waiting = [row];

function Keeper() {
  useTappedPrices(studentId, waiting);
  return null;
}

it('the price at the tap is kept before the outbox forgets the row', async () => {
  const { queryClient } = await renderInPage(<Keeper />, { api: answeringApi({}).api });
  expect(queryClient.getQueryData(tappedPriceQuery(studentId, fire).queryKey)).toBe(4500);
  expect(tappedPriceQuery(studentId, fire).meta).toEqual({ persist: 'student' });
});

it('the cart names the price at the tap beside that of now, and nothing where they are one', async () => {
  const { queryClient } = await openCart();
  const { type, id, price } = courseLine();
  const tapAt = (was: number) => act(() => keepTappedPrice(queryClient, cartStudent, { type, id }, was));
  tapAt(price.main);
  expect(screen.queryByText(/when you added it/)).toBeNull();
  tapAt(7000);
  expect(await screen.findByText('It was ₹7,000 when you added it.')).toBeTruthy();
});

it('a cart filled offline at other prices is decided once, old beside new, and goes on', async () => {
  const { queryClient, person } = await openCheckout({ at: paths.checkoutReview });
  await screen.findByRole('button', { name: 'Proceed to Payment' });
  act(() => keepTappedPrice(queryClient, studentId, fire, 4500));
  const changes = await screen.findByRole('list', { name: 'What changed' });
  expect(within(changes).getByText(/^Price/).textContent).toBe('Price was ₹4,500.00now ₹5,000.00');
  const totals = screen.getAllByText(/^Total/).map(({ textContent }) => textContent);
  expect(totals).toContain('Total was ₹4,500.00now ₹5,000.00');
  await person.click(screen.getByRole('button', { name: 'Accept the changes' }));
  await screen.findByRole('button', { name: 'Proceed to Payment' });
  await waitFor(() => expect(queryClient.isFetching()).toBe(0));
  expect(screen.queryByText('Your order has changed')).toBeNull();
});
