import 'fake-indexeddb/auto';
import { act, screen, waitFor, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { paths } from '../../../contract/pages.ts';
import { savePriceWhenAdded, useSavePricesWhenAdded } from '../../../src/cart/price-when-added.ts';
import type { OutboxRow } from '../../../src/offline/outbox/row.ts';
import { deviceStore } from '../../../src/offline/saved/device-store.ts';
import { subject } from '../../../src/offline/session/subject.ts';
import { answeringApi } from '../../support/answers.ts';
import { renderInPage } from '../../support/in-page.tsx';
import { yearlyPrice } from '../../support/yearly-price.ts';
import { openCheckout } from '../checkout/open-checkout.tsx';
import { studentId } from '../checkout/orders.ts';
import { cartOf, studentId as cartStudent, courseLine } from './carts.ts';
import { openCart } from './open-cart.tsx';

const fire = { type: 'course', id: 7 } as const;

const row = {
  ...{ key: 'k', user: studentId, sequence: 1, schemaVersion: 1, title: 'Fire Fighting', state: 'waiting' },
  ...{ kind: 'cart.add', payload: { type: 'course', course_id: 7, batch_id: 71 }, quotedPrice: 4500 },
  ...{ createdAt: 1, attempts: 0, failures: 0, lastError: null },
} as unknown as OutboxRow;

function PriceSaver({ rows }: { rows: readonly OutboxRow[] }) {
  useSavePricesWhenAdded(studentId, rows);
  return null;
}

it('when a course is added to the cart offline, the price shown is saved on the device while the addition waits in the outbox', async () => {
  subject.enter(studentId);
  await renderInPage(<PriceSaver rows={[row]} />, { api: answeringApi({}).api });
  // The key `tapped-price` must not change, because earlier releases stored prices under it.
  await waitFor(async () =>
    expect(await deviceStore.get(studentId, ['tapped-price', studentId, 'course', 7])).toBe(4500),
  );
});

it('after a reload, the cart still shows at which price a course was added, because this price is saved on the device', async () => {
  const { type, id } = courseLine();
  subject.enter(cartStudent);
  await deviceStore.put(cartStudent, ['tapped-price', cartStudent, type, id], 7000);
  await openCart();
  expect(await screen.findByText('It was ₹7,000.00 when you added it.')).toBeTruthy();
  await deviceStore.deleteStudent(cartStudent);
});

it('the price at which a course was added is forgotten when the course is removed from the cart, so that no later addition shows it', async () => {
  const { type, id, course } = courseLine();
  const name = ['tapped-price', cartStudent, type, id] as const;
  subject.enter(cartStudent);
  await deviceStore.put(cartStudent, name, 7000);
  const { person } = await openCart();
  await screen.findByText('It was ₹7,000.00 when you added it.');
  await person.click(screen.getByRole('button', { name: `Remove ${course?.course_name}` }));
  await waitFor(async () => expect(await deviceStore.get(cartStudent, name)).toBeNull());
  await deviceStore.deleteStudent(cartStudent);
});

it('the price at which a course was added is forgotten as soon as the removal of the course waits in the outbox', async () => {
  subject.enter(studentId);
  const name = ['tapped-price', studentId, 'course', 7] as const;
  await deviceStore.put(studentId, name, 4500);
  const removal = { ...row, kind: 'cart.remove', payload: { item_type: 'course', course_id: 7 } } as OutboxRow;
  await renderInPage(<PriceSaver rows={[removal]} />, { api: answeringApi({}).api });
  await waitFor(async () => expect(await deviceStore.get(studentId, name)).toBeNull());
});

it('the cart shows the price at which a course was added only if the current price is different', async () => {
  const { queryClient } = await openCart();
  const { type, id, price } = courseLine();
  const tapAt = (was: number) => act(() => void savePriceWhenAdded(queryClient, cartStudent, { type, id }, was));
  tapAt(price.main);
  expect(screen.queryByText(/when you added it/)).toBeNull();
  tapAt(7000);
  expect(await screen.findByText('It was ₹7,000.00 when you added it.')).toBeTruthy();
});

it('for a course with yearly fees, the cart says that the price of year 1 has changed since the course was added', async () => {
  const line = { ...courseLine(), price: yearlyPrice };
  const { queryClient } = await openCart({ cart: cartOf([line]) });
  act(() => void savePriceWhenAdded(queryClient, cartStudent, line, 260_000));
  expect(await screen.findByText('Year 1 was ₹2,60,000.00 when you added it.')).toBeTruthy();
});

it('the review page of checkout asks once to accept prices that have changed since the student filled the cart offline', async () => {
  const { queryClient, person } = await openCheckout({ at: paths.checkoutReview });
  await screen.findByRole('button', { name: 'Proceed to Payment' });
  act(() => void savePriceWhenAdded(queryClient, studentId, fire, 4500));
  const changes = await screen.findByRole('list', { name: 'What changed' });
  expect(within(changes).getByText(/^Price/).textContent).toBe('Price was ₹4,500.00now ₹5,000.00');
  const totals = screen.getAllByText(/^Total/).map(({ textContent }) => textContent);
  expect(totals).toContain('Total was ₹4,500.00now ₹5,000.00');
  await person.click(screen.getByRole('button', { name: 'Accept the changes' }));
  await screen.findByRole('button', { name: 'Proceed to Payment' });
  await waitFor(() => expect(queryClient.isFetching()).toBe(0));
  expect(screen.queryByText('Your order has changed')).toBeNull();
});
