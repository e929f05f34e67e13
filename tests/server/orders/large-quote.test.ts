import { describe, expect, it } from 'vitest';
import { quoteLimits } from '../../../contract/orders.ts';
import { openAcademy } from '../booking/academy.ts';
import { addFire, order } from './ordering.ts';

const { db, enrol } = await openAcademy();

describe('an order with the quote of a large cart', () => {
  it('is read with as many lines as there may be, and the largest numbers', async () => {
    const student = await enrol();
    await addFire(student);
    const batch_id = 2_147_483_647;
    const days = [{ batch_id, start_date: '2026-04-01', end_date: '2026-04-03' }];
    const line = { type: 'package', id: batch_id, price: 1_234_567.89, batch_ids: [batch_id], days };
    const quote = { total: 123_456_789, items: Array(quoteLimits.lines).fill(line) };
    const refused = await order(student, { terms_version: 'x'.repeat(50), quote });
    expect(refused.json()).toMatchObject({ code: 'CART_CHANGED', data: { before: quote } });
  });

  it.each([
    ['of nothing', Array(20_000).fill(0)],
    ['of lines', Array(4800).fill({ type: 'course', id: 1, price: 1, batch_ids: [1] })],
  ])('is not read where it is larger than any, %s, and nothing is kept of it', async (_, items) => {
    const student = await enrol();
    await addFire(student);
    const answer = await order(student, { terms_version: 'x', quote: { total: 1, items } }, 'large-quote-1');
    expect([answer.statusCode, answer.json().code]).toEqual([413, 'INVALID_REQUEST']);
    expect(answer.body.length).toBeLessThan(500);
    const keys = db.selectFrom('idempotency_keys').select('key').where('subject', '=', student.id);
    expect(await keys.execute()).toEqual([]);
  });
});
