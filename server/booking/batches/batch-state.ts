import type { BatchState } from '../../../contract/batch.ts';

type StatedBatch = {
  publication: 'draft' | 'published' | 'cancelled';
  status: 'open' | 'closed';
  start_date: string;
  end_date: string;
};

/**
 * The state of a batch as staff see it. Drafts and cancelled batches are stored as such; `running` and `done` are
 * computed from the dates, so no job has to update them at midnight. `today` is the date in the academy's time zone.
 */
export function batchState({ publication, status, start_date, end_date }: StatedBatch, today: string): BatchState {
  if (publication !== 'published') return publication;
  if (end_date < today) return 'done';
  return start_date <= today ? 'running' : status;
}
