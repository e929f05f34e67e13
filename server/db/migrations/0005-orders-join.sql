-- Orders that come together are placed together: what a batch's expired holds keep is found without its live ones, and
-- rows that the second half of a call rewrites have room beside them.
drop index seat_claims_batch;
create index seat_claims_batch on seat_claims (batch_id, expires_at);
alter table idempotency_keys set (fillfactor = 40);
alter table payment_attempts set (fillfactor = 50);

-- Each index is written once an order: none for receipts that are not there yet, none that another begins with.
alter table orders drop constraint orders_receipt_number_key;
create unique index orders_receipt_number on orders (receipt_number) where receipt_number is not null;
drop index payment_attempts_order;
