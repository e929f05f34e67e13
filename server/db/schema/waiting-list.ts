import type { Generated } from 'kysely';
import type { WaitingEndReason, WaitingState } from '../../../contract/waiting-lists.ts';
import type { DefaultTimestamp, OptionalTimestamp } from './columns.ts';

type WaitingEntryRow = {
  id: Generated<number>;
  student_id: string;
  course_id: number | null;
  package_id: number | null;
  batch_ids: number[];
  state: Generated<WaitingState>;
  end_reason: Generated<WaitingEndReason | null>;
  offer_until: OptionalTimestamp;
  /** The order that got the offered seats; null if there is none. */
  order_id: Generated<string | null>;
  created_at: DefaultTimestamp;
  offered_at: OptionalTimestamp;
  ended_at: OptionalTimestamp;
};

type WaitingEntryBatchRow = { entry_id: number; course_id: number; batch_id: number };

/** Tables of waiting lists (0044-waiting-lists.sql). */
export type WaitingListTables = {
  waiting_entries: WaitingEntryRow;
  waiting_entry_batches: WaitingEntryBatchRow;
};
