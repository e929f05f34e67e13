import { expect, it } from 'vitest';
import { replayedHeader } from '../../../../contract/headers.ts';
import { createQueryClient } from '../../../../src/app/query-client.ts';
import { cartQueries } from '../../../../src/cart/cart.queries.ts';
import { changeCart } from '../../../../src/cart/changes/change-cart.ts';
import { answeringApi } from '../../../support/answers.ts';
import { cartOf, courseLine, packageLine, studentId } from '../carts.ts';

const swapped = cartOf([courseLine()]);
const current = cartOf([courseLine(), packageLine()]);
const swap = { kind: 'swap', payload: { item_type: 'course', course_id: 408, batch_id: 30 } } as const;

function page(headers: Record<string, string>) {
  const { api, sent } = answeringApi({
    'PUT /api/cart/batch': { body: { statusCode: 200, data: swapped }, headers },
    'GET /api/cart': { body: { statusCode: 200, data: current } },
  });
  const client = createQueryClient(api);
  const shown = () => client.getQueryData(cartQueries.current(studentId).queryKey);
  return { client, shown, calls: () => sent.map(({ method }) => method) };
}

it('changeCart shows the cart from the response to the change without loading the cart again', async () => {
  const { client, shown, calls } = page({});
  expect(await changeCart(client, studentId, swap, { key: 'key-1' })).toEqual(swapped);
  expect(shown()).toEqual(swapped);
  expect(calls()).toEqual(['PUT']);
});

it('changeCart loads the current cart when the server only repeats its stored response to an earlier try', async () => {
  const { client, shown, calls } = page({ [replayedHeader]: 'true' });
  expect(await changeCart(client, studentId, swap, { key: 'key-1' })).toEqual(current);
  expect(shown()).toEqual(current);
  expect(calls()).toEqual(['PUT', 'GET']);
});
