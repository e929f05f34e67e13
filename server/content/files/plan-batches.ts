import type { AcademyCalendar } from '../../../contract/academy-calendar.ts';
import { addDays, type BatchSession, type CourseLength, lastDay, weekdayOf } from '../../../contract/days.ts';
import { expandSeries } from '../../../contract/series.ts';
import type { DatedBatchFile, Schedule, SeriesFile } from './batches-file.ts';

/**
 * A batch planned from the schedule of a course.
 * - `key` identifies the batch when the content is loaded again.
 * - `has_real_dates`: true if the content gives dates; the batch moves when they change. False if it gives a number of
 *   days after the first content load; the batch then never moves.
 * - `office_seats`: the number of seats kept for the office and not offered online; null if the content does not say.
 * - `sold_before`: the number of seats that the office had sold before the batch was first loaded.
 */
export type PlannedBatch = {
  key: string;
  has_real_dates: boolean;
  start_date: string;
  end_date: string;
  status: 'open' | 'closed';
  publication: 'draft' | 'published' | 'cancelled';
  capacity: number;
  office_seats: number | null;
  sold_before: number;
  venue_id: string | null;
  instructor_id: string | null;
  sessions: BatchSession[];
};

type Described = Omit<DatedBatchFile, 'key' | 'start_date' | 'end_date' | 'ignore_length'>;

/**
 * Returns one setting of a batch: the value for the batch itself or, if that is undefined, the value for the whole
 * schedule. Null for the batch means that it has no such value, even if the schedule has one.
 */
const ownOr = <T>(own: T | undefined, schedules: T | undefined) => (own === undefined ? schedules : own);

function publicationOf(state: DatedBatchFile['state']): PlannedBatch['publication'] {
  return state === 'draft' || state === 'cancelled' ? state : 'published';
}

/**
 * Returns the sessions of a batch: those that it lists itself, even on days off, and, if it has `times`, one on each
 * other day on which it has lessons. It has no lessons on days off and, if `lessons_on` is given, only on those
 * weekdays.
 */
function planSessions(
  { start_date, end_date }: { start_date: string; end_date: string },
  { times, lessons_on, sessions = [] }: Described,
  calendar: AcademyCalendar,
): BatchSession[] {
  const own = sessions.map(({ day, start, end }) => ({ day, start_time: start, end_time: end }));
  if (!times) return own;
  const ownDays = new Set(own.map(({ day }) => day));
  const usual: BatchSession[] = [];
  for (let day = start_date; day <= end_date; day = addDays(day, 1)) {
    const isLesson = (lessons_on?.includes(weekdayOf(day)) ?? true) && calendar.reasonOff(day) === null;
    if (isLesson && !ownDays.has(day)) usual.push({ day, start_time: times.start, end_time: times.end });
  }
  return [...usual, ...own].sort((a, b) => `${a.day} ${a.start_time}`.localeCompare(`${b.day} ${b.start_time}`));
}

type Dates = { key: string; start_date: string; end_date: string };

function toPlanned(schedule: Schedule, dates: Dates, own: Described, calendar: AcademyCalendar): PlannedBatch {
  const described: Described = {
    state: own.state ?? schedule.state,
    office_seats: own.office_seats ?? schedule.office_seats,
    times: ownOr(own.times, schedule.times),
    lessons_on: own.lessons_on ?? schedule.lessons_on,
    sessions: own.sessions,
  };
  return {
    ...dates,
    has_real_dates: true,
    status: (described.state ?? 'open') === 'open' ? 'open' : 'closed',
    publication: publicationOf(described.state),
    capacity: own.capacity ?? schedule.capacity,
    office_seats: described.office_seats ?? null,
    sold_before: 0,
    venue_id: ownOr(own.venue_id, schedule.venue_id) ?? null,
    instructor_id: ownOr(own.instructor_id, schedule.instructor_id) ?? null,
    sessions: planSessions(dates, described, calendar),
  };
}

function planSeries(schedule: Schedule, series: SeriesFile, length: CourseLength, calendar: AcademyCalendar) {
  return expandSeries(series, length, calendar).batches.map(({ planned_date, start_date, end_date }) =>
    toPlanned(schedule, { key: `${series.key}:${planned_date}`, start_date, end_date }, series, calendar),
  );
}

/**
 * Plans the batches that a schedule describes under `series` and `dates`. A batch in `dates` replaces the batch of a
 * series with the same key.
 */
export function planDated(schedule: Schedule, length: CourseLength, calendar: AcademyCalendar): PlannedBatch[] {
  const series = (schedule.series ?? []).flatMap((one) => planSeries(schedule, one, length, calendar));
  const dated = (schedule.dates ?? []).map(({ key, start_date, end_date, ...own }) => {
    const dates = { key: key ?? start_date, start_date, end_date: end_date ?? calendar.lastDay(start_date, length) };
    return toPlanned(schedule, dates, own, calendar);
  });
  return [...new Map([...series, ...dated].map((batch) => [batch.key, batch])).values()];
}

/**
 * Plans the demonstration batches of a schedule: `count` batches that have no dates in the content file. Their days are
 * counted from `baseDay`, the day of the first content load.
 */
function planCounted(schedule: Schedule, length: CourseLength, baseDay: string, calendar: AcademyCalendar) {
  const { first_in_days = 0, every_days = 1, count = 0, special = [] } = schedule;
  return Array.from({ length: count }, (_, n) => {
    const { status, seats_left = schedule.capacity } = special.find((one) => one.n === n) ?? {};
    const start_date = addDays(baseDay, first_in_days + n * every_days);
    const dates = { key: String(n), start_date, end_date: lastDay(start_date, length) };
    const planned = toPlanned(schedule, dates, { state: status ?? schedule.state }, calendar);
    return { ...planned, has_real_dates: false, sold_before: schedule.capacity - seats_left };
  });
}

/**
 * Plans all batches of a course's schedule. The days of demonstration batches, which have no dates in the content file,
 * are counted from `baseDay`, the day of the first content load.
 */
export function planBatches(
  schedule: Schedule,
  length: CourseLength,
  { baseDay, calendar }: { baseDay: string; calendar: AcademyCalendar },
): PlannedBatch[] {
  const all = [...planCounted(schedule, length, baseDay, calendar), ...planDated(schedule, length, calendar)];
  return [...new Map(all.map((batch) => [batch.key, batch])).values()];
}
