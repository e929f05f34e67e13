import { expect, it } from 'vitest';
import { filterOffers } from '../../../../src/booking/offers/filter-offers.ts';
import { readOfferFilter } from '../../../../src/booking/offers/offer-filter.ts';
import { batch, today } from '../../catalogue/academy.ts';
import { groupOf, type Offered, offered, pack } from '../open-booking-page.tsx';

const batchFrom = (start_date: string, available = 5) => batch({ start_date, end_date: start_date, available });
const course = (id: number, change: Partial<Offered>): Offered => ({ ...offered(id, `Course ${id}`), ...change });

// The batches of these courses start 14, 15 and 6 days after `today`.
const safety = groupOf({
  id: 1,
  courses: [
    course(1, { category_id: 4, duration: 6, batches: [batchFrom('2026-12-05')], price: { main: 300 } }),
    course(2, { category_id: 1, duration: 1, batches: [batchFrom('2026-12-06')], price: { main: 100 } }),
  ],
});
const bridge = groupOf({
  id: 2,
  courses: [
    course(3, { category_id: 4, duration: 3, duration_unit: 'month', batches: [batchFrom('2026-11-27', 0)] }),
    course(1, { category_id: 4, duration: 6, batches: [batchFrom('2026-12-05')], price: { main: 300 } }),
  ],
});
const ids = (search: Record<string, string>) =>
  filterOffers([safety, bridge], readOfferFilter(search), today).map(({ id, courses }) => [
    id,
    courses.map((one) => one.id),
  ]);

it.each([
  [
    'category',
    { category: 'post-sea' },
    [
      [1, [1]],
      [2, [3, 1]],
    ],
  ],
  [
    'start within 14 days, including the last day',
    { starts: '14' },
    [
      [1, [1]],
      [2, [1]],
    ],
  ],
  ['duration', { duration: '3' }, [[1, [2]]]],
  [
    'free seats',
    { seats: '1' },
    [
      [1, [1, 2]],
      [2, [1]],
    ],
  ],
  [
    'none',
    {},
    [
      [1, [1, 2]],
      [2, [3, 1]],
    ],
  ],
])(
  'filterOffers with the filter “%s” keeps the matching courses and leaves out empty groups',
  (_, search, expected) => {
    expect(ids(search as Record<string, string>)).toEqual(expected);
  },
);

it('filterOffers with a sort order puts all courses into one list, each course once', () => {
  expect(ids({ sort: 'duration' })).toEqual([[0, [2, 1, 3]]]);
  expect(ids({ sort: 'next', category: 'post-sea' })).toEqual([[0, [1, 3]]]);
});

it('filterOffers keeps packages whatever the filter, and returns the list itself, not a copy, when there is no filter', () => {
  const groups = [groupOf({ packages: [pack] })];
  expect(filterOffers(groups, readOfferFilter({ category: 'post-sea', sort: 'fee' }), today)).toEqual(groups);
  expect(filterOffers(groups, readOfferFilter({}), today)).toBe(groups);
});

it('readOfferFilter ignores unknown and invalid filter values', () => {
  const search = { category: 'deck', starts: '-1', duration: 'long', seats: '2', sort: 'name' };
  expect(Object.values(readOfferFilter(search)).filter((value) => value !== undefined)).toEqual([]);
  expect(readOfferFilter({ starts: '1e9' }).starts).toBeUndefined();
});

it('readOfferFilter ignores numbers of days that the filter fields do not offer', () => {
  expect(readOfferFilter({ starts: '20', duration: 5 })).toMatchObject({ starts: undefined, duration: undefined });
  expect(readOfferFilter({ starts: '31', duration: 7 })).toMatchObject({ starts: 31, duration: 7 });
});
