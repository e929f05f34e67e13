import type { ColumnType, Generated } from 'kysely';
import type { Day, DefaultTimestamp, OptionalTimestamp, Paise, Timestamp } from './columns.ts';

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
  /** First and last day, as in the order. Null if the release before wrote the row. */
  start_date: ColumnType<Day | null, Day | null | undefined, Day | null>;
  end_date: ColumnType<Day | null, Day | null | undefined, Day | null>;
  created_at: DefaultTimestamp;
};

type ReceiptNumberRow = { year: number; last: number };

/** Tables of orders, seats and enrolments (0003-booking.sql). */
export type OrderTables = {
  orders: OrderRow;
  order_transitions: OrderTransitionRow;
  order_items: OrderItemRow;
  order_item_courses: OrderItemCourseRow;
  seat_claims: SeatClaimRow;
  enrolments: EnrolmentRow;
  receipt_numbers: ReceiptNumberRow;
};
