import { describe, expect, it } from 'vitest';
import { findCourses, rowsOf, toSearchRows } from '../../../../src/offline/download/course-search.ts';
import { yearlyPrice } from '../../../support/yearly-price.ts';
import { coursesResponse } from './course-response.ts';

const courses = [
  { id: 1, name: 'Fire Fighting', code: 'FPFF', days: 3, fee: 4500, tags: 'STCW, basic', category: 4 },
  { id: 2, name: 'Radar Simulator', code: 'RANSCO', days: 5, fee: 12_500, tags: 'STCW, bridge', category: 4 },
  { id: 3, name: 'Ship Management', code: 'MGT', days: 30, fee: 40_000, tags: 'after a fire', category: 2 },
  { id: 4, name: 'Café Étiquette', code: 'CAF', days: 1, fee: 900, category: 1 },
];
const rows = toSearchRows(rowsOf(courses.map((course) => ({ path: '/', body: coursesResponse(course) }))));
const none = { text: '', maxDays: null, maxFee: null };
const found = (wish: Partial<Parameters<typeof findCourses>[1]>) =>
  findCourses(rows, { ...none, ...wish }).map(({ id }) => id);

describe('the search of saved courses', () => {
  it.each([
    ['fire', [1, 3]],
    ['FPFF', [1]],
    ['stcw bridge', [2]],
    ['management', [3]],
    ['post sea', [1, 2]],
    ['5 days', [2]],
    ['12,500', [2]],
    ['cafe etiquette', [4]],
    ['nothing of that', []],
    ['', [4, 1, 2, 3]],
  ])('the search of saved courses for %j finds the matching courses', (text, ids) => {
    expect(found({ text })).toEqual(ids);
  });

  it('the search of saved courses filters by maximum duration and maximum fee', () => {
    expect(found({ maxDays: 3 })).toEqual([4, 1]);
    expect(found({ maxFee: 12_500 })).toEqual([4, 1, 2]);
    expect(found({ text: 'fire', maxDays: 3, maxFee: 5000 })).toEqual([1]);
  });

  it('the search of saved courses lists courses with every search word in the name or code before all others', () => {
    const lecture = { id: 6, name: 'An Introduction', code: 'INT', days: 1, fee: 100, tags: 'radar simulator, ransco' };
    const [first] = rowsOf([{ path: '/', body: coursesResponse(lecture) }]);
    const searched = first ? toSearchRows([first, ...rows]) : [];
    for (const text of ['radar simulator', 'ransco'])
      expect(findCourses(searched, { ...none, text }).map(({ id }) => id)).toEqual([2, 6]);
  });

  it.each([
    ['day', 3, 3],
    ['week', 2, 14],
    ['month', 3, 90],
    ['year', 2, 730],
  ] as const)(
    'the search data of a saved course whose duration has the unit “%s” contains the duration (%i), fee, category, tags and description',
    (unit, duration, days) => {
      const body = coursesResponse({
        id: 7,
        name: 'Deck Cadet',
        code: 'DC',
        days: duration,
        fee: 900,
        unit,
        category: 99,
      });
      for (const course of body.data.courses) Object.assign(course, { tags: 'nautical', short_description: 'At sea' });
      expect(rowsOf([{ path: '/', body }])).toEqual([
        {
          ...{ id: 7, name: 'Deck Cadet', code: 'DC', slug: 'deck-cadet', duration, unit, days, fee: 900 },
          price: { main: 900 },
          words: ` deck cadet dc post sea nautical at sea ${duration} ${unit}s 900`,
        },
      ]);
    },
  );

  it('in the search of saved courses, the fee of a course with yearly fees is its total fee', () => {
    const body = coursesResponse({ id: 5, name: 'Degree', code: 'BT', days: 4, fee: 900 });
    for (const course of body.data.courses) Object.assign(course, { price: yearlyPrice });
    const [row] = rowsOf([{ path: '/', body }]);
    expect(row).toMatchObject({ fee: 1_045_000, price: yearlyPrice });
  });

  it('the search of saved courses ignores stored responses that are not courses', () => {
    expect(rowsOf([{ path: '/api/cms/header', body: { statusCode: 200, data: {} } }])).toEqual([]);
  });
});
