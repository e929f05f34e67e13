import { QueryClient } from '@tanstack/react-query';
import { expect, it } from 'vitest';
import type { Cart } from '../../../../contract/cart.ts';
import { quoteOf } from '../../../../machines/order-quote.ts';
import { cartQueries } from '../../../../src/cart/cart.queries.ts';
import { compareCart } from '../../../../src/checkout/flow/cart-calls.ts';
import { bindApi } from '../../../../src/lib/api.ts';
import { answeringApi } from '../../../support/answers.ts';
import { moreExpensive } from '../checkout-states.ts';
import { cart, studentId } from '../orders.ts';

/** Compares the server's cart, which has become more expensive. `seen`: the cart that the page shows. */
function compare(seen: Cart | null, quote = seen && quoteOf(seen)) {
  const client = new QueryClient();
  if (seen) client.setQueryData(cartQueries.current(studentId).queryKey, seen);
  bindApi(client, answeringApi({ 'GET /api/cart': { body: { statusCode: 200, data: moreExpensive } } }).api);
  const deps = {
    client,
    studentId,
    now: Date.now,
    onShown: () => () => {},
    origin: 'https://landfall.example',
    leaveFor: async () => {},
    onSignedOut: () => {},
    onSaveFailure: () => {},
  };
  return compareCart(deps, { quote }, new AbortController().signal);
}

const total = { kind: 'total', was: 5000, now: 6000 };

it('compareCart compares the server’s cart with the order shown to the student, not with a newer cart that the page already has', async () => {
  expect((await compare(moreExpensive, quoteOf(cart()))).changes).toContainEqual(total);
});

it('if checkout began before a cart was loaded, compareCart compares the server’s cart with the cart that the page shows', async () => {
  expect((await compare(cart(), null)).changes).toContainEqual(total);
});

it('if the student has not been shown any cart, compareCart fails instead of reporting that nothing has changed', async () => {
  await expect(compare(null)).rejects.toThrow('there is nothing to compare the cart with');
});
