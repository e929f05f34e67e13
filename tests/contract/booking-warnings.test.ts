import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  type Attendance,
  bookingWarnings,
  earliestFit,
  isProgramme,
  nearestFit,
} from '../../contract/booking-warnings.ts';

type Days = [id: number, first: number, last: number];

const day = (number: number) => new Date(Date.UTC(2026, 11, number)).toISOString().slice(0, 10);
const batchOf = ([id, first, last]: Days) => ({ id, start_date: day(first), end_date: day(last) });

/**
 * A batch of the course `courseId` in the cart. `days`: the id of the batch, and its first and last day, counted from 1
 * December 2026.
 */
function attendance(courseId: number, days: Days, change: Partial<Attendance> = {}): Attendance {
  return {
    courseId,
    courseName: `Course ${courseId}`,
    batch: batchOf(days),
    prerequisites: [],
    source: 'cart',
    ...change,
  };
}

const needs = (id: number) => ({ prerequisites: [{ id, course_name: `Course ${id}` }] });

describe('warnings about dates', () => {
  it('two batches that share a single day clash, and both get a warning', () => {
    const [first, second] = [attendance(1, [11, 1, 3]), attendance(2, [21, 3, 5])];
    const all = [first, second];
    expect(bookingWarnings(first, all)).toEqual([{ kind: 'clash', other: second }]);
    expect(bookingWarnings(second, all)).toEqual([{ kind: 'clash', other: first }]);
  });

  it('batches on successive days do not clash', () => {
    const all = [attendance(1, [11, 1, 3]), attendance(2, [21, 4, 5])];
    expect(all.flatMap((one) => bookingWarnings(one, all))).toEqual([]);
  });

  it('a batch that lies within the dates of a longer batch clashes with the longer one', () => {
    const all = [attendance(1, [11, 1, 30]), attendance(2, [21, 10, 11])];
    expect(all.map((one) => bookingWarnings(one, all)[0]?.kind)).toEqual(['clash', 'clash']);
  });

  it('a batch clashes with a booked batch of the same course, but not with a batch in the cart that it would replace', () => {
    const planned = attendance(1, [12, 2, 4], { source: 'chosen' });
    const booked = attendance(1, [11, 1, 3], { source: 'booked' });
    expect(bookingWarnings(planned, [booked])).toEqual([{ kind: 'clash', other: booked }]);
    expect(bookingWarnings(planned, [{ ...booked, source: 'cart' }])).toEqual([]);
  });
});

describe('warnings about prerequisites', () => {
  const planned = attendance(2, [21, 10, 12], needs(1));

  it('a course whose prerequisite is neither booked nor in the cart gets a warning', () => {
    expect(bookingWarnings(planned, [planned])).toEqual([
      { kind: 'prerequisite', prerequisite: { id: 1, course_name: 'Course 1' } },
    ]);
  });

  it('a course gets no warning if its prerequisite, whether booked, chosen or in the cart, ends before the course starts', () => {
    for (const source of ['booked', 'cart', 'chosen'] as const)
      expect(bookingWarnings(planned, [attendance(1, [11, 7, 9], { source })])).toEqual([]);
  });

  it('a course gets one warning if its prerequisite ends on the first day of the course or later', () => {
    for (const days of [
      [11, 9, 10],
      [11, 20, 21],
    ] satisfies Days[]) {
      const late = attendance(1, days);
      expect(bookingWarnings(planned, [planned, late])).toEqual([{ kind: 'tooEarly', prerequisite: late }]);
    }
  });

  it('a course gets no warning if its prerequisite was completed earlier, even if the student takes the prerequisite again later', () => {
    const again = attendance(1, [13, 20, 21]);
    expect(bookingWarnings(planned, [again, attendance(1, [11, 1, 2], { source: 'booked' })])).toEqual([]);
  });
});

describe('the nearest batch that fits', () => {
  const planned = attendance(2, [21, 10, 11]);
  const batches = (
    [
      [22, 1, 2],
      [23, 12, 13],
      [21, 10, 11],
      [24, 20, 21],
    ] satisfies Days[]
  ).map(batchOf);

  it('the batch suggested in place of a clashing batch is the batch without a clash whose start is nearest to the clashing batch', () => {
    expect(nearestFit(planned, [attendance(1, [11, 11, 11])], batches)?.id).toBe(23);
  });

  it('the batch suggested in place of a clashing batch clashes with no batch that the student has booked or has in the cart', () => {
    const all = [attendance(1, [11, 11, 12]), attendance(3, [31, 1, 1], { source: 'booked' }), planned];
    expect(nearestFit(planned, all, batches)?.id).toBe(24);
  });

  it('the batch suggested in place of a clashing batch starts only after the prerequisite of its course has ended', () => {
    const needing = { ...planned, ...needs(1) };
    expect(nearestFit(needing, [attendance(1, [11, 11, 12])], batches)?.id).toBe(24);
  });

  it('if another course requires the course of a clashing batch, the batch suggested instead ends before that other course starts', () => {
    const needing = attendance(3, [31, 5, 6], needs(2));
    expect(nearestFit(planned, [needing, attendance(1, [11, 11, 11])], batches)?.id).toBe(22);
  });

  it('no batch is suggested in place of a clashing batch if every other batch clashes as well', () => {
    expect(nearestFit(planned, [attendance(1, [11, 1, 30])], batches)).toBeNull();
  });
});

describe('the earliest dates for the courses of a package', () => {
  const course = (id: number, days: Days[], change: Partial<Attendance> = {}) => ({
    id,
    prerequisites: [],
    batches: days.map(batchOf),
    ...change,
  });

  it('the earliest dates suggested for the courses of a package do not overlap, even if the first batches of the courses clash', () => {
    const courses = [
      course(1, [
        [11, 1, 3],
        [12, 8, 10],
      ]),
      course(2, [
        [21, 3, 5],
        [22, 6, 8],
      ]),
      course(3, [
        [31, 4, 5],
        [32, 20, 21],
      ]),
    ];
    expect(earliestFit(courses, [])).toEqual({ 1: 11, 2: 22, 3: 31 });
  });

  it('the earliest dates suggested for a package avoid the dates of a batch that the student has booked', () => {
    const courses = [
      course(1, [
        [11, 1, 3],
        [12, 8, 10],
      ]),
    ];
    expect(earliestFit(courses, [attendance(9, [91, 2, 2], { source: 'booked' })])).toEqual({ 1: 12 });
  });

  it('the earliest dates suggested for a course of a package come after the course’s prerequisite in the package or in the cart', () => {
    const courses = [
      course(
        2,
        [
          [21, 1, 2],
          [22, 6, 7],
          [23, 20, 21],
        ],
        needs(1),
      ),
      course(1, [[11, 3, 4]]),
    ];
    expect(earliestFit(courses, [])).toEqual({ 2: 22, 1: 11 });
    expect(earliestFit(courses.slice(0, 1), [attendance(1, [11, 6, 8])])).toEqual({ 2: 23 });
  });

  it('dates are suggested for a package even if a prerequisite of one of its courses is not in the package', () => {
    expect(earliestFit([course(2, [[21, 1, 2]], needs(1))], [])).toEqual({ 2: 21 });
  });

  it('no dates are suggested for a package if two of its courses always clash, or if it has more than 12 courses', () => {
    expect(earliestFit([course(1, [[11, 1, 3]]), course(2, [[21, 2, 4]])], [])).toBeNull();
    const many = Array.from({ length: 13 }, (_, index) => course(index + 1, [[index + 1, index + 1, index + 1]]));
    expect(earliestFit(many, [])).toBeNull();
    expect(earliestFit(many.slice(1), [])).not.toBeNull();
  });

  it('among the combinations of a package’s batches that cause no warning, none ends earlier than the suggested one', () => {
    const days = fc.tuple(fc.integer({ min: 1, max: 20 }), fc.integer({ min: 0, max: 4 }));
    const offers = fc.array(fc.array(days, { minLength: 1, maxLength: 4 }), { minLength: 1, maxLength: 4 });
    fc.assert(
      fc.property(offers, days, fc.boolean(), (offered, [from, length], isOrdered) => {
        const others = [attendance(99, [990, from, from + length], { source: 'booked' })];
        const courses = offered.map((batches, at) =>
          course(
            at + 1,
            batches.map(([first, more], n) => [10 * (at + 1) + n, first, first + more]),
            isOrdered && at > 0 ? needs(at) : {},
          ),
        );
        const combinations = courses.reduce<Attendance[][]>(
          (sets, { id, batches, prerequisites }) =>
            sets.flatMap((set) =>
              batches.map((batch) => [
                ...set,
                { courseId: id, courseName: '', batch, prerequisites, source: 'chosen' as const },
              ]),
            ),
          [[]],
        );
        const fitting = combinations.filter((set) =>
          set.every((one) => bookingWarnings(one, [...set, ...others]).length === 0),
        );
        const lastDay = (set: readonly Attendance[]) =>
          set
            .map(({ batch }) => batch.end_date)
            .sort()
            .at(-1) ?? '';
        const found = earliestFit(courses, others);
        const chosen = combinations.find((set) => set.every(({ courseId, batch }) => found?.[courseId] === batch.id));
        expect(found !== null && fitting.some((set) => set === chosen)).toBe(fitting.length > 0);
        if (chosen) expect(lastDay(chosen)).toBe(fitting.map(lastDay).sort()[0]);
      }),
    );
  });
});

describe('dates beside a booked course of more than 90 days', () => {
  const programme = attendance(9, [91, 1, 120], { source: 'booked' });
  const batches: Days[] = [
    [21, 10, 12],
    [22, 20, 22],
  ];

  it('a batch that takes place during a booked course of more than 90 days clashes with that course', () => {
    const planned = attendance(2, [21, 10, 12]);
    expect(bookingWarnings(planned, [planned, programme])).toEqual([{ kind: 'clash', other: programme }]);
    expect(isProgramme(programme.batch)).toBe(true);
    expect(isProgramme(batchOf([91, 1, 90]))).toBe(false);
  });

  it('a batch that takes place during a booked course of more than 90 days is suggested only if no other batch fits', () => {
    const short = attendance(8, [81, 11, 13]);
    const planned = attendance(2, [21, 10, 12]);
    const after: Days = [23, 121, 122];
    expect(nearestFit(planned, [programme, short], batches.map(batchOf))?.id).toBe(22);
    expect(nearestFit(planned, [programme, short], [...batches, after].map(batchOf))?.id).toBe(23);
  });

  it('if a batch clashes only with a booked course of more than 90 days, no other batch during that long course is suggested instead', () => {
    expect(nearestFit(attendance(2, [21, 10, 12]), [programme], batches.map(batchOf))).toBeNull();
  });
});
