import { describe, expect, it } from 'vitest';

import { openAcademy } from '../../booking/academy.ts';
import { addFire, order } from '../ordering.ts';

const { db, enrol } = await openAcademy();

/** A line of a quote with the largest possible numbers. */
function lineOf(batches: number) {
  const id = 2_147_483_647;
  const days = Array(batches).fill({ batch_id: id, start_date: '2026-04-01', end_date: '2026-04-03' });
  return { type: 'package', id, price: 1_234_567.89, batch_ids: Array(batches).fill(id), days };
}

describe('an order with a large quote', () => {
  it('POST /orders/create returns CART_CHANGED for a wrong price quote with the maximum of 100 lines, and does not store the response', async () => {
    const student = await enrol();
    await addFire(student);
    const items = [...Array(50).fill(lineOf(4)), ...Array(50).fill(lineOf(1))];
    const quote = { total: 9_999_999_999.99, items };
    const refused = await order(student, { terms_version: 'x'.repeat(50), quote }, 'large-quote-0');
    expect(refused.json()).toMatchObject({ code: 'CART_CHANGED', data: { before: quote } });
    const keys = db.selectFrom('idempotency_keys').select('key').where('key', '=', 'large-quote-0');
    expect(await keys.execute()).toEqual([]);
  });

  it.each([
    ['101 lines', Array(101).fill(lineOf(1)), 'A quote has at most 100 lines.'],
    ['one line with 51 batches', [lineOf(51)], 'A line of a quote has at most 50 batches.'],
    ['251 batches', [...Array(5).fill(lineOf(50)), lineOf(1)], 'A quote has at most 250 batches.'],
  ])(
    'POST /orders/create returns 400 for a price quote with too many entries (%s) and says what is allowed',
    async (_, items, message) => {
      const student = await enrol();
      await addFire(student);
      const response = await order(student, { terms_version: 'x', quote: { total: 1, items } });
      expect([response.statusCode, response.json()]).toMatchObject([400, { code: 'INVALID_REQUEST', message }]);
    },
  );

  it.each([
    ['20,000 invalid lines', Array(20_000).fill(0)],
    ['4,800 valid lines', Array(4800).fill({ type: 'course', id: 1, price: 1, batch_ids: [1] })],
  ])('POST /orders/create returns 413 for a huge price quote (%s) and stores no idempotency key', async (_, items) => {
    const student = await enrol();
    await addFire(student);
    const response = await order(student, { terms_version: 'x', quote: { total: 1, items } }, 'large-quote-1');
    expect([response.statusCode, response.json().code]).toEqual([413, 'INVALID_REQUEST']);
    expect(response.body.length).toBeLessThan(500);
    const keys = db.selectFrom('idempotency_keys').select('key').where('subject', '=', student.id);
    expect(await keys.execute()).toEqual([]);
  });
});
