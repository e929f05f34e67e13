import type { QueryClient } from '@tanstack/react-query';
import type { Roster, RosterStudent } from '../../../contract/staff/rosters.ts';
import { apiOf } from '../../lib/api.ts';
import { savedRosters } from '../saved/saved-rosters.ts';
import { type Delivered, markOutbox } from '../unsent-marks/mark-outbox.ts';
import { rosterQueries } from './roster.queries.ts';

/** Returns the roster with attendance marks that the server has stored since the roster was loaded. */
export function withDelivered<T extends Roster>(roster: T, { settled, marks }: Delivered): T {
  const marked = (student: RosterStudent): RosterStudent => {
    const attendance = { ...student.attendance };
    for (const { studentId, day } of settled) if (studentId === student.student_id) delete attendance[day];
    for (const { student_id, day, mark, marked_at, by } of marks)
      if (student_id === student.student_id) attendance[day] = { mark, marked_at, by };
    return { ...student, attendance };
  };
  return { ...roster, roster: roster.roster.map(marked) };
}

// The outbox deletes delivered marks, so add them to the copy of the roster that is saved on this device. Keep
// `savedAt` of the copy, because its other data is not newer.
markOutbox.onDelivered(async (delivered) => {
  const saved = await savedRosters.read(delivered.batchId);
  if (saved) await savedRosters.save(withDelivered(saved.roster, delivered), delivered.staffId, saved.savedAt);
});

/**
 * Sends the attendance marks of a staff member that have waited on this device since an earlier visit. A roster that
 * was loaded meanwhile is loaded again, because it may lack them.
 */
export async function sendWaitingMarks(client: QueryClient, staffId: string): Promise<void> {
  await markOutbox.load({ isPatient: true });
  const isWaiting = markOutbox.marks.some((mark) => mark.staffId === staffId && mark.state === 'waiting');
  if (!isWaiting) return;
  await markOutbox.deliver(apiOf(client), staffId);
  await client.invalidateQueries({ queryKey: rosterQueries.all });
}
