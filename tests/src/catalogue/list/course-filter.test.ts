import { describe, expect, it } from 'vitest';
import { type CourseFilter, readFilter } from '../../../../src/catalogue/list/course-filter.ts';
import { filterCourses } from '../../../../src/catalogue/list/filter-courses.ts';
import { batch, course, today } from '../academy.ts';

const full = [batch({ available: 0, start_date: '2026-12-01' })];
const courses = [
  course({ id: 1, course_name: 'Proficiency in Survival Craft', duration: 5, total_fee: 9000, e_learning: true }),
  course({
    id: 2,
    course_name: 'Radar Observer',
    duration: 2,
    duration_unit: 'week',
    total_fee: 12_000,
    batches: full,
  }),
  course({
    id: 3,
    course_name: 'Tanker Familiarisation',
    course_code: 'TF',
    duration: 1,
    duration_unit: 'month',
    total_fee: 30_000,
    price: { main: 8000, struck: 30_000, percent_off: 73 },
    batches: [batch({ start_date: '2026-11-25' })],
  }),
  course({ id: 4, course_name: 'Radio', short_description: 'Survival by radio', duration: 0.5, batches: [] }),
];

const ids = (filter: CourseFilter) => filterCourses(courses, filter, today).map(({ id }) => id);

describe('the course filter', () => {
  it.each<[CourseFilter, number[]]>([
    [{}, [1, 2, 3, 4]],
    [{ q: 'survival' }, [1, 4]],
    [{ q: 'CRAFT proficiency' }, [1]],
    [{ q: 'tf' }, [3]],
    [{ q: 'submarine' }, []],
    [{ duration: 5 }, [1, 4]],
    [{ duration: 14 }, [1, 2, 4]],
    [{ duration: 30 }, [1, 2, 3, 4]],
    [{ fee: 8024 }, [3, 4]],
    [{ mode: 'blended' }, [1]],
    [{ mode: 'onsite' }, [2, 3, 4]],
    [{ seats: 1 }, [1, 3]],
    [{ q: 'survival', seats: 1 }, [1]],
  ])('the course filter %j keeps the courses with the ids %j', (filter, expected) => {
    expect(ids(filter)).toEqual(expected);
  });

  it.each<[CourseFilter['sort'], number[]]>([
    ['fee', [3, 4, 1, 2]],
    ['fee-high', [2, 1, 4, 3]],
    ['duration', [4, 1, 2, 3]],
    ['next', [3, 1, 2, 4]],
  ])('courses sorted by %s come in this order of their ids: %j', (sort = 'fee', expected) => {
    expect(ids({ sort })).toEqual(expected);
  });

  it('the course filter and the sorting use the total fee of a course with yearly fees', () => {
    const yearly = course({ id: 5, total_fee: 100, price: { main: 100, by_year: { years: 3, total: 20_000 } } });
    const all = [yearly, ...courses];
    expect(filterCourses(all, { fee: 10_000 }, today).map(({ id }) => id)).not.toContain(5);
    expect(filterCourses(all, { sort: 'fee' }, today).map(({ id }) => id)).toEqual([3, 4, 1, 2, 5]);
    expect(filterCourses(all, { sort: 'fee-high' }, today).map(({ id }) => id)).toEqual([5, 2, 1, 4, 3]);
  });

  it('readFilter reads the course filter from the URL as texts or numbers and drops invalid values', () => {
    const read = { q: 'fire', duration: 7, fee: 5000, mode: 'onsite', seats: 1, sort: 'next' };
    expect(readFilter(read)).toEqual(read);
    expect(readFilter({ q: 24, duration: '7', fee: '5000', seats: '1' })).toEqual({
      q: '24',
      duration: 7,
      fee: 5000,
      seats: 1,
    });
    expect(readFilter({ q: ' ', duration: '', fee: '-3', mode: 'both', seats: '0', sort: 'x', tab: 'y' })).toEqual({});
  });
});
