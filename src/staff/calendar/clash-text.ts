import type { CheckedBatch } from '../../../contract/staff/batches.ts';
import { formatDay, formatDays } from '../../lib/format/format.ts';

/** Says in one sentence with which other batch a batch would clash, and on which day. */
export function clashText({ batch_id, course_name, name, day }: CheckedBatch['clashes'][number]): string {
  const other = batch_id === null ? 'another batch of this list' : `${course_name} (batch ${batch_id})`;
  return `Clash on ${formatDay(day)}: ${name} is taken by ${other}.`;
}

/**
 * Says that a course would have two batches with the same first day. `id`: the id of the other batch; null if that
 * batch is only planned in the same form and not in the calendar yet.
 */
export function sameStartText(day: string, id: number | null): string {
  return id === null
    ? `Another batch of this list also starts on ${formatDay(day)}.`
    : `A batch of this course already starts on ${formatDay(day)} (batch ${id}).`;
}

/** Says that a planned batch has days in common with an existing batch of its course. */
export function overlapText({ batch_id, start_date, end_date }: CheckedBatch['overlaps'][number]): string {
  return `Overlaps with the course’s batch of ${formatDays(start_date, end_date)} (batch ${batch_id}).`;
}

export const clashCount = (clashes: number): string => (clashes === 1 ? '1 clash' : `${clashes} clashes`);
