import { type Kysely, sql } from 'kysely';
import { addDays } from '../../../contract/days.ts';
import { type BatchOnDayOff, mostBatchesOnDaysOff } from '../../../contract/staff/days-off.ts';
import type { Database } from '../../db/schema.ts';

type Row = Pick<BatchOnDayOff, 'id' | 'course_name' | 'start_date' | 'end_date'> & {
  /** The days with lessons; null if the batch has no times. */
  days: string[] | null;
};

/**
 * The batch's first day off, from `today` on. Looks at the days with lessons or, if the batch has no times, at all its
 * days.
 */
function firstDayOff({ start_date, end_date, days }: Row, today: string, reasonOff: (day: string) => string | null) {
  if (days) return days.find((day) => day >= today && reasonOff(day) !== null);
  for (let day = start_date < today ? today : start_date; day <= end_date; day = addDays(day, 1))
    if (reasonOff(day) !== null) return day;
  return undefined;
}

/**
 * Lists the batches, except cancelled ones, that have lessons on a day off from `today` on, sorted by first day. A
 * batch without times counts if any of its days is off. `reasonOff` returns why a day is off; null if it is not.
 * `total`: how many there are; only the first `mostBatchesOnDaysOff` are listed.
 */
export async function listBatchesOnDaysOff(
  db: Kysely<Database>,
  today: string,
  reasonOff: (day: string) => string | null,
): Promise<{ batches: BatchOnDayOff[]; total: number }> {
  const { rows } = await sql<Row>`
    select b.id, c.course_name, b.start_date, b.end_date, s.days
    from batches b join courses c on c.id = b.course_id
    cross join lateral (
      select array_agg(distinct s.day::text order by s.day::text) as days from batch_sessions s where s.batch_id = b.id
    ) s
    where b.publication <> 'cancelled' and b.end_date >= ${today}::date
    order by b.start_date, b.id`.execute(db);
  const found = rows.flatMap((row) => {
    const day = firstDayOff(row, today, reasonOff);
    const { days: _, ...batch } = row;
    return day === undefined ? [] : [{ ...batch, day, reason: reasonOff(day) ?? '' }];
  });
  return { batches: found.slice(0, mostBatchesOnDaysOff), total: found.length };
}
