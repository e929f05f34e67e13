import { expect, it } from 'vitest';
import type { Quote } from '../../../../contract/orders.ts';
import { isSameQuote, sumSeats } from '../../../../server/orders/place/quote.ts';

const dates = (batch_id: number, start_date: string, end_date: string) => ({ batch_id, start_date, end_date });
const fire: Quote['items'][number] = {
  ...{ type: 'course', id: 101, price: 5500.5, batch_ids: [1] },
  days: [dates(1, '2026-04-01', '2026-04-03')],
};
const sea: Quote['items'][number] = {
  ...{ type: 'package', id: 801, price: 13_500, batch_ids: [2, 11] },
  days: [dates(2, '2026-04-11', '2026-04-13'), dates(11, '2026-04-02', '2026-04-04')],
};
const of = (...items: Quote['items']): Quote => ({ total: 19_000.5, items });
const quote = of(fire, sea);

it.each([
  ['its lines in another order', of(sea, fire)],
  ['its batches in another order', of(fire, { ...sea, batch_ids: [11, 2] })],
  ['its dates in another order', of(fire, { ...sea, days: sea.days?.toReversed() })],
  ['no dates, as from an older page', of({ ...fire, days: undefined }, { ...sea, days: undefined })],
  ['dates for only one of its lines', of({ ...fire, days: undefined }, sea)],
])('a price quote with %s equals the original quote', (_, changed) => {
  expect([isSameQuote(quote, changed), isSameQuote(changed, quote)]).toEqual([true, true]);
});

it.each([
  ['another total', { ...quote, total: 19_000.49 }],
  ['another price of a line', of({ ...fire, price: 5500 }, sea)],
  ['another batch', of({ ...fire, batch_ids: [2] }, sea)],
  ['a package instead of a course with the same id', of({ ...fire, type: 'package' }, sea)],
  ['a line less', of(fire)],
  ['a line twice', of(fire, fire, sea)],
  ['another first day', of({ ...fire, days: [dates(1, '2026-04-02', '2026-04-03')] }, sea)],
  ['another last day', of({ ...fire, days: [dates(1, '2026-04-01', '2026-04-04')] }, sea)],
  [
    'the dates of its two batches exchanged',
    of(fire, { ...sea, days: [dates(11, '2026-04-11', '2026-04-13'), dates(2, '2026-04-02', '2026-04-04')] }),
  ],
])('a price quote with %s differs from the original quote', (_, changed) => {
  expect([isSameQuote(quote, changed), isSameQuote(changed, quote)]).toEqual([false, false]);
});

it('sumSeats adds up the seats that several lines of a cart need in one batch, and sorts the batches by id', () => {
  const seats = [
    { batch_id: 11, seats: 1 },
    { batch_id: 2, seats: 1 },
    { batch_id: 11, seats: 2 },
  ];
  expect(sumSeats(seats)).toEqual([
    { batch_id: 2, seats: 1 },
    { batch_id: 11, seats: 3 },
  ]);
});
