-- Indexes for the lists of orders in the console, newest first, and for the history of an order.
create index orders_newest on orders (created_at desc, id desc);
create index orders_newest_by_state on orders (state, created_at desc, id desc);
create index provider_payments_office_reference on provider_payments (reference) where reference is not null;
create index refunds_open on refunds (created_at, id) where state <> 'settled';

-- The refund policy. Each change is a new row, and the newest row applies. Without any row, the default in
-- server/orders/changes/refund-policy.ts applies.
create table refund_policies (
  id integer primary key generated always as identity,
  steps jsonb not null,
  set_at timestamptz not null default now()
);
