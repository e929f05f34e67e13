import type { EnrolmentStatus } from '../../contract/enrolments.ts';

/** Where a batch stands on the academy day `today`: its first and its last day belong to it. */
export function enrolmentStatus(batch: { start_date: string; end_date: string }, today: string): EnrolmentStatus {
  if (today < batch.start_date) return 'upcoming';
  return today <= batch.end_date ? 'active' : 'completed';
}
