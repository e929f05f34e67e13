import { greet } from '../auth/greeting.ts';
import { listBatchesOnDaysOff } from '../booking/batches/days-off-batches.repo.ts';
import { staffBatchRoutes } from '../booking/batches/staff-batch.routes.ts';
import { advanceRuns } from '../booking/runs/advance-runs.ts';
import type { BookingChanges } from '../booking/runs/booking-changes.ts';
import { choiceRoutes } from '../booking/runs/choice.routes.ts';
import { runRoutes } from '../booking/runs/run.routes.ts';
import { readAcademyCalendar, readDaysOff } from '../content/academy-calendar.repo.ts';
import { daysOffRoutes } from '../content/days-off.routes.ts';
import type { JobRun } from '../db/jobs/run-due-jobs.ts';
import { lockBookedLines, readBatchRefunds, readBookedLines } from '../orders/changes/booked-lines.repo.ts';
import { cancelBooking } from '../orders/changes/cancel-booking.ts';
import { type ChangeDeps, ChangeRefusal } from '../orders/changes/change.ts';
import { transferBooking } from '../orders/changes/transfer-booking.ts';
import type { AppContext } from './app-context.ts';

/**
 * Gives the calendar the functions of the orders domain that refund and transfer bookings of moved and cancelled
 * batches.
 */
function bookingChanges(deps: ChangeDeps): BookingChanges {
  return {
    lock: (tx, orderId, batchIds) => lockBookedLines(tx, deps, orderId, batchIds),
    readLines: readBookedLines,
    readBatchRefunds,
    refundLine: (tx, { itemId, actor, ...change }) =>
      cancelBooking(tx, deps, { ...change, by: { actor }, lines: [{ itemId, refundPaise: 'full' }] }),
    transfer: (tx, { actor, ...change }) => transferBooking(tx, deps, { ...change, by: { actor } }),
    isRefusedTransfer: (error) => error instanceof ChangeRefusal,
  };
}

/**
 * Sets up the calendar of the console, and the page on which students choose what happens to their booking of a moved
 * or cancelled batch.
 */
export function composeStaffCalendar(
  { db, clock, mount, notifications, ports: { mail } }: AppContext,
  orders: ChangeDeps,
): { advance: () => Promise<JobRun> } {
  const calendar = { clock, readCalendar: readAcademyCalendar, readDaysOff };
  const changes = bookingChanges(orders);
  staffBatchRoutes(mount, calendar);
  daysOffRoutes(mount, { clock, listBatchesOnDaysOff });
  runRoutes(mount, { ...calendar, changes });
  choiceRoutes(mount, { clock, changes });
  return { advance: () => advanceRuns({ db, clock, mail, notifications, greet, changes }) };
}
