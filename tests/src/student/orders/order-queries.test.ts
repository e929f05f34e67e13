import { expect, it } from 'vitest';
import { createQueryClient } from '../../../../src/app/query-client.ts';
import { cacheOrder, orderQueries } from '../../../../src/student/orders/order.queries.ts';
import { answeringApi } from '../../../support/answers.ts';
import { order, studentId } from '../../checkout/orders.ts';

const [paid, older] = [order(), order({ order_id: 'LF-2026-000099' })];

it.each([
  ['that order and those from the server', { body: { statusCode: 200, data: [older] } }, [paid, older]],
  ['only that order if the list cannot be loaded', { status: 400, body: {} }, [paid]],
])(
  'if no list of orders was loaded when a paid order is added to the cache, the cached list then contains %s',
  async (_, answered, expected) => {
    const { api } = answeringApi({ 'GET /api/users/student/orders': answered });
    const client = createQueryClient(api);
    await cacheOrder(client, studentId, paid);
    expect(client.getQueryData(orderQueries.list(studentId).queryKey)).toEqual(expected);
  },
);
