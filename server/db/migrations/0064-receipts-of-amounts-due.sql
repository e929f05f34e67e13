-- The receipts of amounts due that were paid at the office. Their numbers come from the same sequence as those of orders.
-- The receipt of the order does not change. `details` is stored as in `orders.receipt_details`. What was paid for is in
-- `booking_changes`. The collation "C" lets an index find the beginnings of numbers.
create table due_receipts (
  attempt_id text primary key references payment_attempts,
  receipt_number text collate "C" not null unique,
  details jsonb not null,
  issued_at timestamptz not null default now()
);
create trigger due_receipts_append_only before update or delete on due_receipts
  for each row execute function refuse_change();
create trigger due_receipts_not_truncated before truncate on due_receipts
  for each statement execute function refuse_change();

-- An index for the list of orders and for Today. It is small, because few changes leave an amount due.
create index booking_changes_due on booking_changes (order_id) where due_paise > 0;
