import { isDeepStrictEqual } from 'node:util';
import type { Kysely } from 'kysely';
import { AcademyCalendar } from '../../contract/academy-calendar.ts';
import { type BatchesOnDaysOff, changeDaysOff } from '../../contract/staff/days-off.ts';
import { recordStaffAction } from '../db/audit-entry.ts';
import type { Database } from '../db/schema.ts';
import { type Clock, today } from '../http/clock.ts';
import type { Mount } from '../http/mount/mount.ts';
import { refuse } from '../http/refusal.ts';
import { lockDaysOff, storeDaysOff } from './academy-calendar.repo.ts';

type DaysOffDeps = {
  clock: Clock;
  /** The batches with lessons on days off from `today` on. `reasonOff`: why a day is off; null if it is not. */
  listBatchesOnDaysOff: (
    db: Kysely<Database>,
    today: string,
    reasonOff: (day: string) => string | null,
  ) => Promise<BatchesOnDaysOff>;
};

/** The console's call that sets the academy's days off (docs/product.md#the-calendar-in-the-console). */
export function daysOffRoutes(mount: Mount, { clock, listBatchesOnDaysOff }: DaysOffDeps): void {
  mount(changeDaysOff, async ({ db, body: { reason, seen, ...after }, staff }) => {
    const before = await lockDaysOff(db);
    // If the new days off are stored already, this is no conflict: a client that received no response repeats the call.
    if (!isDeepStrictEqual(before, seen) && !isDeepStrictEqual(before, after))
      throw refuse(
        changeDaysOff.refusals,
        'DAYS_OFF_CHANGED',
        'The days off have changed since you opened this page. Nothing was saved; what you typed is still here.',
      );
    await storeDaysOff(db, after);
    const entry = { action: 'days-off change', subject: 'days-off', before, after, reason };
    if (JSON.stringify(before) !== JSON.stringify(after))
      await recordStaffAction(db, staff, entry, new Date(clock.now()));
    const [old, current] = [new AcademyCalendar(before), new AcademyCalendar(after)];
    const reasonNewlyOff = (day: string) => (old.reasonOff(day) === null ? current.reasonOff(day) : null);
    return { statusCode: 200, data: await listBatchesOnDaysOff(db, today(clock), reasonNewlyOff) };
  });
}
