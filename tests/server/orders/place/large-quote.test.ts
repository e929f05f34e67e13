import { describe, expect, it } from 'vitest';

import { openAcademy } from '../../booking/academy.ts';
import { addFire, order } from '../ordering.ts';

const { db, enrol } = await openAcademy();

describe('an order with a large quote', () => {
  it('POST /orders/create returns CART_CHANGED for a wrong price quote of 100 lines with the largest possible numbers', async () => {
    const student = await enrol();
    await addFire(student);
    const batch_id = 2_147_483_647;
    const days = [{ batch_id, start_date: '2026-04-01', end_date: '2026-04-03' }];
    const line = { type: 'package', id: batch_id, price: 1_234_567.89, batch_ids: [batch_id], days };
    const quote = { total: 123_456_789, items: Array(100).fill(line) };
    const refused = await order(student, { terms_version: 'x'.repeat(50), quote });
    expect(refused.json()).toMatchObject({ code: 'CART_CHANGED', data: { before: quote } });
  });

  it.each([
    ['20,000 invalid lines', Array(20_000).fill(0)],
    ['4,800 valid lines', Array(4800).fill({ type: 'course', id: 1, price: 1, batch_ids: [1] })],
  ])('POST /orders/create returns 413 for a price quote of %s and stores no idempotency key', async (_, items) => {
    const student = await enrol();
    await addFire(student);
    const response = await order(student, { terms_version: 'x', quote: { total: 1, items } }, 'large-quote-1');
    expect([response.statusCode, response.json().code]).toEqual([413, 'INVALID_REQUEST']);
    expect(response.body.length).toBeLessThan(500);
    const keys = db.selectFrom('idempotency_keys').select('key').where('subject', '=', student.id);
    expect(await keys.execute()).toEqual([]);
  });
});
