import { describe, expect, it } from 'vitest';
import { findCourses, rowsOf, toSearch } from '../../../../src/offline/voyage/course-search.ts';
import { courseAnswer } from './course-answer.ts';

const courses = [
  { id: 1, name: 'Fire Fighting', code: 'FPFF', days: 3, fee: 4500, tags: 'STCW, basic', category: 4 },
  { id: 2, name: 'Radar Simulator', code: 'RANSCO', days: 5, fee: 12_500, tags: 'STCW, bridge', category: 4 },
  { id: 3, name: 'Ship Management', code: 'MGT', days: 30, fee: 40_000, tags: 'after a fire', category: 2 },
  { id: 4, name: 'Café Étiquette', code: 'CAF', days: 1, fee: 900, category: 1 },
];
const rows = toSearch(rowsOf(courses.map((course) => ({ path: '/', body: courseAnswer(course) }))));
const none = { text: '', mostDays: null, mostFee: null };
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
  ])('finds by %j', (text, ids) => {
    expect(found({ text })).toEqual(ids);
  });

  it('keeps to the longest duration and the highest fee', () => {
    expect(found({ mostDays: 3 })).toEqual([4, 1]);
    expect(found({ mostFee: 12_500 })).toEqual([4, 1, 2]);
    expect(found({ text: 'fire', mostDays: 3, mostFee: 5000 })).toEqual([1]);
  });

  it('has no rows of what is no course', () => {
    expect(rowsOf([{ path: '/api/cms/header', body: { statusCode: 200, data: {} } }])).toEqual([]);
  });
});
