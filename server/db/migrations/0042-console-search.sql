-- Indexes for the search and the start page of the staff console. The collation "C" lets an index find the beginnings of
-- numbers.
create index orders_number on orders (id collate "C");
create index orders_receipt on orders (receipt_number collate "C") where receipt_number is not null;
create index provider_payments_reference on provider_payments (lower(payment_id) collate "C");
create index orders_completed on orders (completed_at) where completed_at is not null;
create index ledger_entries_revenue on ledger_entries (at) include (amount_paise) where account = 'revenue';
create index refunds_failed on refunds (created_at) where state = 'failed';
create index mail_outbox_dead on mail_outbox (created_at) where state = 'dead';
