import { act, screen } from '@testing-library/react';
import { useEffect, useState } from 'react';
import { expect, it } from 'vitest';
import { apiVersion, markerHeader } from '../../../../contract/headers.ts';
import { cartContents } from '../../../../machines/cart-lines.ts';
import { CartPage } from '../../../../src/cart/cart-page.tsx';
import { useDeliveredAdds, withAdds } from '../../../../src/cart/changes/use-delivered-adds.ts';
import { createApi } from '../../../../src/lib/api.ts';
import type { OutboxRow } from '../../../../src/offline/outbox/row.ts';
import { renderInPage } from '../../../support/in-page.tsx';
import { cartOf, courseLine, studentId } from '../carts.ts';
import { fakeOutbox, waitingRow } from '../fake-outbox.ts';

const row = waitingRow({
  kind: 'cart.add',
  payload: { type: 'course', course_id: 408, batch_id: 4080 },
  key: 'k1',
  title: 'Fire Fighting',
  quotedPrice: 8024,
});
const fake = fakeOutbox(() => ({ kind: 'queued', key: 'k1' }));

/**
 * The cart page, with a row that leaves the outbox when it is delivered. Below it, the courses that Book Online would
 * mark as in the cart.
 */
function Page() {
  const [waiting, setWaiting] = useState<readonly OutboxRow[]>([row]);
  useEffect(() => fake.outbox.subscribe(({ type }) => type === 'delivered' && setWaiting([])), []);
  const delivered = useDeliveredAdds({ studentId, outbox: fake.outbox, waiting });
  const courses = [...withAdds(cartContents(undefined), delivered).courses];
  return (
    <>
      <CartPage
        {...{ studentId, waiting }}
        queued={[]}
        outbox={fake.outbox}
        isOnline
        phone={null}
        onConfirm={() => {}}
      />
      <p>Delivered: {courses.join() || 'none'}</p>
    </>
  );
}

it('the cart page shows “Being added to your cart” for a course that the outbox has delivered, until the cart is loaded again', async () => {
  const server = { cart: cartOf([]), answer: Promise.resolve() };
  const api = createApi(async (input) => {
    const url = String(input);
    if (url === '/api/cart') await server.answer;
    const data = url === '/api/cart' ? server.cart : [];
    return Response.json({ statusCode: 200, data }, { headers: { [markerHeader]: apiVersion } });
  });
  await renderInPage(<Page />, { api });
  await screen.findByText('Waiting to be added to your cart.');

  const gate = Promise.withResolvers<void>();
  Object.assign(server, { answer: gate.promise, cart: cartOf([courseLine()]) });
  act(() => fake.notify({ type: 'delivered', key: 'k1' }));
  expect(screen.getByText('Being added to your cart.')).toBeTruthy();
  expect(screen.getByText('Delivered: 408')).toBeTruthy();
  expect(screen.queryByText('Your cart is empty')).toBeNull();

  gate.resolve();
  await screen.findByRole('button', { name: /^Remove/ });
  expect(screen.queryByText('Being added to your cart.')).toBeNull();
  expect(screen.getByText('Delivered: none')).toBeTruthy();
});
