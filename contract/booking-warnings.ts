import type { Batch, BatchDays } from './batch.ts';
import { compareDays } from './days.ts';

/*
 * Which batches a student cannot attend together, and which courses start too early or without their prerequisite
 * (docs/product.md#dates-that-fit). The browser shows warnings by these rules. The server applies only one of them: it
 * refuses an order if dates clash and the student has not confirmed this.
 */

export type BatchDates = BatchDays & Pick<Batch, 'id'>;

/** A course that must be completed before another one starts. */
export type Prerequisite = { id: number; course_name: string };

/**
 * A batch that the student has booked, has in the cart, or has chosen for a course of a package. `queued`: it waits on
 * the student's device to be added to the cart.
 */
export type Attendance = {
  courseId: number;
  courseName: string;
  batch: BatchDates;
  prerequisites: readonly Prerequisite[];
  source: 'booked' | 'cart' | 'queued' | 'chosen';
};

/** Why the dates of a batch do not fit the student's other batches. */
export type BookingWarning =
  /** The batch shares a day with another batch. */
  | { kind: 'clash'; other: Attendance }
  /** A course that must be completed first does not end before the batch starts. */
  | { kind: 'tooEarly'; prerequisite: Attendance }
  /** The student has neither booked nor chosen a course that must be completed first. */
  | { kind: 'prerequisite'; prerequisite: Prerequisite };

/** Whether two batches have a day in common. */
export const sharesDay = (one: BatchDays, other: BatchDays) =>
  one.start_date <= other.end_date && other.start_date <= one.end_date;

const dayNumber = (day: string) => Date.parse(day) / 86_400_000;

/**
 * Whether a batch lasts more than 90 days, which makes it a programme. Other batches may overlap with a programme,
 * because the student may have time for both.
 */
export const isProgramme = ({ start_date, end_date }: BatchDays) => dayNumber(end_date) - dayNumber(start_date) >= 90;

/**
 * Returns `all` without programmes (batches of more than 90 days), because a student may be able to attend other
 * courses during a programme.
 */
export const withoutProgrammes = (all: readonly Attendance[]) => all.filter(({ batch }) => !isProgramme(batch));

const endsBefore = (one: BatchDates, other: BatchDates) => one.end_date < other.start_date;

/**
 * Returns `all` without the planned batch and without the batches that it would replace: those of the same course that
 * are not booked.
 */
function withoutItself({ courseId, batch }: Attendance, all: readonly Attendance[]): Attendance[] {
  return all.filter((one) => one.batch.id !== batch.id && (one.source === 'booked' || one.courseId !== courseId));
}

function prerequisiteWarning(
  { batch }: Attendance,
  prerequisite: Prerequisite,
  others: readonly Attendance[],
): BookingWarning[] {
  const attended = others.filter(({ courseId }) => courseId === prerequisite.id);
  if (attended.some((one) => endsBefore(one.batch, batch))) return [];
  const [late] = attended.toSorted((one, other) => compareDays(one.batch.end_date, other.batch.end_date));
  return [late ? { kind: 'tooEarly', prerequisite: late } : { kind: 'prerequisite', prerequisite }];
}

/**
 * Why the planned batch does not fit the student's other batches; empty if it fits. `all` may contain the planned
 * batch.
 */
export function bookingWarnings(planned: Attendance, all: readonly Attendance[]): BookingWarning[] {
  const others = withoutItself(planned, all);
  const early = planned.prerequisites.flatMap((prerequisite) => prerequisiteWarning(planned, prerequisite, others));
  // If `tooEarly` reports the batch of a prerequisite course, do not also report it as a `clash` when it shares a day
  // with the planned batch.
  const isReported = (other: Attendance) =>
    early.some((warning) => warning.kind === 'tooEarly' && warning.prerequisite === other);
  const clashes = others.filter((other) => sharesDay(other.batch, planned.batch) && !isReported(other));
  return [...clashes.map((other) => ({ kind: 'clash' as const, other })), ...early];
}

/**
 * Whether the batch ends too late for a course that requires the batch's course as a prerequisite: it has not ended
 * when that course starts. Only courses that the student has chosen but not booked count.
 */
function isTooLate({ courseId, batch }: Attendance, others: readonly Attendance[]): boolean {
  const needing = others.filter(({ prerequisites }) => prerequisites.some(({ id }) => id === courseId));
  return needing.some((one) => one.source !== 'booked' && !endsBefore(batch, one.batch));
}

/**
 * Whether the dates of the planned batch fit the student's other batches. Ignores a prerequisite course that the
 * student has neither booked nor chosen, because other dates would not help.
 */
function fits(planned: Attendance, all: readonly Attendance[]): boolean {
  if (bookingWarnings(planned, all).some(({ kind }) => kind !== 'prerequisite')) return false;
  return !isTooLate(planned, withoutItself(planned, all));
}

function nearestOf<One extends BatchDates>(
  planned: Attendance,
  all: readonly Attendance[],
  batches: readonly One[],
): One | null {
  const distanceOf = ({ start_date }: BatchDates) =>
    Math.abs(dayNumber(start_date) - dayNumber(planned.batch.start_date));
  const others = withoutItself(planned, all);
  const fitting = batches.filter((batch) => batch.id !== planned.batch.id && fits({ ...planned, batch }, others));
  return fitting.toSorted((one, other) => distanceOf(one) - distanceOf(other))[0] ?? null;
}

/**
 * Suggests another batch: of those that fit the student's other batches, the one that starts nearest to the planned
 * batch. If none fits, looks again without the student's programmes (batches of more than 90 days). Returns null if
 * none fits then either, or if the planned batch conflicts with nothing but programmes. `batches`: the batches that can
 * be booked, earliest first.
 */
export function nearestFit<One extends BatchDates>(
  planned: Attendance,
  all: readonly Attendance[],
  batches: readonly One[],
): One | null {
  const fitting = nearestOf(planned, all, batches);
  const short = withoutProgrammes(all);
  // If the planned batch conflicts only with programmes (batches of more than 90 days), do not suggest another one.
  return fitting ?? (fits(planned, short) ? null : nearestOf(planned, short, batches));
}

/** A course of a package, with its prerequisites and the batches that can be booked. */
export type CourseToPlan = { id: number; prerequisites: readonly Prerequisite[]; batches: readonly BatchDates[] };

/**
 * The maximum number of courses of a package for which `earliestFit` chooses batches. Each further course doubles the
 * computing time.
 */
const maxPlannedCourses = 12;

/**
 * One batch for each course of a set of courses: batch ids by course id. No two of the batches share a day. `lastDay`
 * is the last day of the latest batch.
 */
type Plan = { lastDay: string; batchIds: Record<number, number> };

/**
 * Chooses a batch for each course of a package, so that the student finishes as early as possible. The batches share no
 * day with each other or with `others`, and prerequisites come first. Returns null if this is impossible, or if the
 * package has too many courses.
 * Computes the best plan for every set of the courses, small sets first. Each plan extends the best plan of a smaller
 * set by one batch, which comes last.
 */
export function earliestFit(courses: readonly CourseToPlan[], others: readonly Attendance[]): Plan['batchIds'] | null {
  if (courses.length > maxPlannedCourses) return null;
  const plannable = courses.map((course, index) => ({
    course,
    bit: 1 << index,
    prerequisites: courses.reduce(
      (set, { id }, at) => (course.prerequisites.some((needed) => needed.id === id) ? set | (1 << at) : set),
      0,
    ),
    batches: course.batches.filter((batch) =>
      fits(
        { courseId: course.id, courseName: '', batch, prerequisites: course.prerequisites, source: 'chosen' },
        others,
      ),
    ),
  }));
  const plans: (Plan | null)[] = [{ lastDay: '', batchIds: {} }];
  for (let set = 1; set < 1 << courses.length; set++) {
    let best: Plan | null = null;
    for (const { course, bit, prerequisites, batches } of plannable) {
      const before = set & bit ? plans[set ^ bit] : null;
      if (!before || (set & prerequisites) !== prerequisites) continue;
      for (const { id, start_date, end_date } of batches)
        if (start_date > before.lastDay && (!best || end_date < best.lastDay))
          best = { lastDay: end_date, batchIds: { ...before.batchIds, [course.id]: id } };
    }
    plans.push(best);
  }
  return plans.at(-1)?.batchIds ?? null;
}
