-- The lists of orders in the console, newest first, and the history of one order.
create index orders_newest on orders (created_at desc, id desc);
create index orders_newest_by_state on orders (state, created_at desc, id desc);
create index provider_payments_office_reference on provider_payments (reference) where reference is not null;
create index refunds_open on refunds (created_at, id) where state <> 'settled';

-- The refund policy: each change is a new row, and the newest one applies. Without a row, the default of
-- server/orders/changes/refund-policy.ts does.
create table refund_policies (
  id integer primary key generated always as identity,
  steps jsonb not null,
  set_at timestamptz not null default now()
);
