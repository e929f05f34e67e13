import type { ColumnType, Generated } from 'kysely';
import type { RunItemState } from '../../../contract/staff/batch-changes.ts';
import type { Day, DefaultTimestamp, Json, OptionalTimestamp, Paise, Timestamp } from './columns.ts';

type OrderRow = {
  id: string;
  student_id: string;
  state: 'awaiting_payment' | 'completed' | 'declined' | 'expired' | 'refund_due' | 'refunded' | 'replaced';
  subtotal_paise: Paise;
  discount_paise: Paise;
  total_paise: Paise;
  terms_version: string;
  terms_accepted_at: Timestamp;
  receipt_number: string | null;
  receipt_details: ColumnType<unknown, string | null | undefined, string | null>;
  hold_seconds: Generated<number>;
  created_at: DefaultTimestamp;
  completed_at: OptionalTimestamp;
};

type OrderTransitionRow = {
  id: Generated<number>;
  order_id: string;
  from_state: string | null;
  to_state: string;
  reason: string;
  at: DefaultTimestamp;
};

type OrderItemRow = {
  id: Generated<number>;
  order_id: string;
  type: 'course' | 'package';
  course_id: number | null;
  package_id: number | null;
  name: string;
  price_paise: Paise;
  position: number;
  /**
   * The time at which this line of the order was cancelled; null if it was not. A cancelled line has no seats and no
   * enrolments.
   */
  cancelled_at: OptionalTimestamp;
};

/** What a line of an order contained before or after a change of its booking, as stored in `booking_changes`. */
export type StoredLine = {
  name: string;
  courses: Array<{ course_id: number; course_name: string; batch_id: number; start_date: string; end_date: string }>;
};

type BookingChangeRow = {
  id: Generated<number>;
  key: string;
  order_id: string;
  order_item_id: number;
  kind: 'cancel' | 'transfer';
  before: Json<StoredLine>;
  after: ColumnType<StoredLine | null, string | null | undefined, string | null>;
  refund_paise: ColumnType<number, number | undefined, number>;
  due_paise: ColumnType<number, number | undefined, number>;
  reason: string;
  actor: string;
  staff_id: string | null;
  at: DefaultTimestamp;
};

type OrderItemCourseRow = {
  order_item_id: number;
  course_id: number;
  batch_id: number;
  course_name: string;
  batch_start_date: Day;
  batch_end_date: Day;
};

type SeatClaimRow = {
  id: Generated<number>;
  batch_id: number;
  order_id: string | null;
  /** The waiting list entry to which the seat is offered; null if it is not offered. */
  waiting_entry_id: Generated<number | null>;
  kind: 'hold' | 'booking' | 'office';
  seats: number;
  expires_at: OptionalTimestamp;
  address_hash: Generated<Buffer | null>;
  created_at: DefaultTimestamp;
};

type EnrolmentRow = {
  id: Generated<number>;
  student_id: string;
  order_id: string;
  course_id: number;
  batch_id: number;
  /**
   * The first and the last day of the batch, copied from the batch and updated when staff move it. Null if the previous
   * release inserted the row.
   */
  start_date: ColumnType<Day | null, Day | null | undefined, Day | null>;
  end_date: ColumnType<Day | null, Day | null | undefined, Day | null>;
  created_at: DefaultTimestamp;
};

type BatchRunRow = {
  id: Generated<number>;
  batch_id: number;
  kind: 'move' | 'cancel';
  asks_choice: boolean;
  before_start: Day;
  before_end: Day;
  after_start: Day | null;
  after_end: Day | null;
  reason: string;
  staff_id: string;
  actor: string;
  created_at: DefaultTimestamp;
  choose_until: Timestamp;
  finished_at: OptionalTimestamp;
  left_out: Generated<string[]>;
};

type BatchRunItemRow = {
  id: Generated<number>;
  run_id: number;
  order_id: string;
  student_id: string;
  state: Generated<RunItemState>;
  token_hash: Buffer | null;
  has_email: boolean | null;
  to_batch_id: number | null;
  settled_at: OptionalTimestamp;
  problem: string | null;
  try_after: OptionalTimestamp;
};

type RefundPolicyRow = {
  id: Generated<number>;
  steps: Json<Array<{ days: number; percent: number }>>;
  set_at: DefaultTimestamp;
};

type ReceiptNumberRow = { year: number; last: number };

/** The receipt of an amount due that a student paid at the office. */
type DueReceiptRow = {
  attempt_id: string;
  receipt_number: string;
  details: ColumnType<unknown, string, never>;
  issued_at: DefaultTimestamp;
};

/**
 * Tables of orders, seats and enrolments (0003-booking.sql), of changed bookings (0041-changed-bookings.sql), of moved
 * and cancelled batches (0045-batch-runs.sql), of refund policies (0047-orders-in-the-console.sql), and of receipts of
 * amounts due (0064-receipts-of-amounts-due.sql).
 */
export type OrderTables = {
  orders: OrderRow;
  order_transitions: OrderTransitionRow;
  order_items: OrderItemRow;
  order_item_courses: OrderItemCourseRow;
  seat_claims: SeatClaimRow;
  enrolments: EnrolmentRow;
  receipt_numbers: ReceiptNumberRow;
  due_receipts: DueReceiptRow;
  booking_changes: BookingChangeRow;
  batch_runs: BatchRunRow;
  batch_run_items: BatchRunItemRow;
  refund_policies: RefundPolicyRow;
};
