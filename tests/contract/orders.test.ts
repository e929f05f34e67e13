import { describe, expect, it } from 'vitest';
import { quoteSchema } from '../../contract/orders.ts';

const day = { batch_id: 2_147_483_647, start_date: '2026-04-01', end_date: '2026-04-03' };
const line = { type: 'course', id: 2_147_483_647, price: 1_234_567.89, batch_ids: [day.batch_id], days: [day] };
const quoteOf = (...items: unknown[]) => ({ total: 1, items });
const issuesOf = (quote: object) => quoteSchema.safeParse(quote).error?.issues ?? [];

describe('the quote of an order', () => {
  it('the price quote of an order may have 100 lines of 50 batches each, or no line at all', () => {
    const long = { ...line, batch_ids: Array(50).fill(1), days: Array(50).fill(day) };
    expect(issuesOf(quoteOf(...Array(100).fill(long)))).toEqual([]);
    expect(issuesOf(quoteOf())).toEqual([]);
  });

  it.each([
    ['items', (list: unknown[]) => quoteOf(...list)],
    ['batch_ids', (list: unknown[]) => quoteOf({ ...line, batch_ids: list })],
    ['days', (list: unknown[]) => quoteOf({ ...line, days: list })],
  ])(
    'the price quote sent with an order is refused if its list %s is too long, before any entry of the list is validated',
    (name, withList) => {
      const issues = issuesOf(withList(Array(120_000).fill({})));
      expect(issues.map(({ code, path }) => [code, path.at(-1)])).toEqual([['too_big', name]]);
      const most = name === 'items' ? 100 : 50;
      expect(issuesOf(withList(Array(most + 1).fill(name === 'items' ? line : day)))).toHaveLength(1);
    },
  );

  it('the price quote sent with an order is refused if its items or batch_ids are not a list', () => {
    expect(issuesOf({ total: 1 })).toHaveLength(1);
    expect(issuesOf({ total: 1, items: { length: 1 } })).toHaveLength(1);
    expect(issuesOf(quoteOf({ ...line, batch_ids: 'x' }))).toHaveLength(1);
    expect(issuesOf(quoteOf({ ...line, days: undefined }))).toEqual([]);
  });
});
