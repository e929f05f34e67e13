import { isDeepStrictEqual } from 'node:util';
import { changeDaysOff } from '../../contract/staff/days-off.ts';
import { recordStaffAction } from '../db/audit-entry.ts';
import type { Clock } from '../http/clock.ts';
import type { Mount } from '../http/mount/mount.ts';
import { refuse } from '../http/refusal.ts';
import { lockDaysOff, storeDaysOff } from './academy-calendar.repo.ts';

/** The console's call that sets the academy's days off (docs/product.md#the-calendar-in-the-console). */
export function daysOffRoutes(mount: Mount, { clock }: { clock: Clock }): void {
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
    return { statusCode: 200 };
  });
}
