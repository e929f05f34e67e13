import type { Schedule } from '../files/course-file.ts';

type Length = { duration: number; duration_unit: 'day' | 'week' | 'month' | 'year' };

const dayMs = 86_400_000;
const monthsIn = { month: 1, year: 12 } as const;
const daysIn = { day: 1, week: 7 } as const;

function toDay(time: number): string {
  return new Date(time).toISOString().slice(0, 10);
}

/** The date `days` days after `day`. */
export function addDays(day: string, days: number): string {
  return toDay(Date.parse(day) + days * dayMs);
}

function addMonths(day: string, months: number): string {
  const start = new Date(day);
  const first = Date.UTC(start.getUTCFullYear(), start.getUTCMonth() + months, 1);
  const lastOfMonth = new Date(first);
  lastOfMonth.setUTCMonth(lastOfMonth.getUTCMonth() + 1, 0);
  return toDay(first + (Math.min(start.getUTCDate(), lastOfMonth.getUTCDate()) - 1) * dayMs);
}

/**
 * The last day of a batch that starts on `day`: a batch of three days that starts on the 1st ends on the 3rd. A part of
 * a day counts as a whole day.
 */
export function lastDay(day: string, { duration, duration_unit: unit }: Length): string {
  if (unit === 'day' || unit === 'week') return addDays(day, Math.ceil(duration * daysIn[unit]) - 1);
  return addDays(addMonths(day, Math.round(duration * monthsIn[unit])), -1);
}

/**
 * A batch of a course's schedule. `key` identifies the batch in later loads. `taken` is the number of seats that the
 * office sold before the batch was first loaded.
 */
type PlannedBatch = {
  key: string;
  start_date: string;
  end_date: string;
  status: 'open' | 'closed';
  capacity: number;
  taken: number;
};

/** All batches of a course's schedule, with dates counted from `baseDay`. */
export function planBatches(schedule: Schedule, length: Length, baseDay: string): PlannedBatch[] {
  return Array.from({ length: schedule.count }, (_, n) => {
    const special = schedule.special?.find((one) => one.n === n);
    const start = addDays(baseDay, schedule.first_in_days + n * schedule.every_days);
    return {
      key: String(n),
      start_date: start,
      end_date: lastDay(start, length),
      status: special?.status ?? 'open',
      capacity: schedule.capacity,
      taken: schedule.capacity - (special?.seats_left ?? schedule.capacity),
    };
  });
}
