-- An amount due that is paid at the office has a receipt of its own, whose number comes from the same sequence as those of
-- orders. The receipt of the order stays as it is. `details` is stored as in `orders.receipt_details`. What the payment is
-- for is in `booking_changes`. The collation "C" lets an index find the beginnings of numbers.
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

-- The changes that left an amount due, of which few exist: for the list of orders and for Today.
create index booking_changes_due on booking_changes (order_id) where due_paise > 0;
