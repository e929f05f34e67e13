-- Cancelled and transferred bookings, several refunds of one payment, and sales at the office (decision 147, "Let a cancelled
-- order stay completed and cancel its lines").

-- A cancelled line has no seats and no enrolments. An order stays `completed` when its lines are cancelled.
alter table order_items add column cancelled_at timestamptz;

-- Each cancelled or transferred line: what was booked before and after, and the money that the change cost or refunded.
-- `key` is the idempotency key of the change, so that a repeat refunds only once. `due_paise` is what the student still
-- has to pay.
create table booking_changes (
  id integer primary key generated always as identity,
  key text not null,
  order_id text not null references orders,
  order_item_id integer not null references order_items,
  kind text not null check (kind in ('cancel', 'transfer')),
  before jsonb not null,
  after jsonb,
  refund_paise bigint not null default 0 check (refund_paise >= 0),
  due_paise bigint not null default 0 check (due_paise >= 0),
  reason text not null,
  actor text not null,
  staff_id uuid references staff_members,
  at timestamptz not null default now(),
  check ((kind = 'cancel') = (after is null)),
  check (refund_paise = 0 or due_paise = 0),
  check (kind = 'transfer' or due_paise = 0),
  unique (key, order_item_id)
);
create index booking_changes_order on booking_changes (order_id);
create index booking_changes_item on booking_changes (order_item_id);
create trigger booking_changes_append_only before update or delete on booking_changes
  for each row execute function refuse_change();

-- A payment attempt with a `change_id` pays the higher price of a transferred booking. `reference` is what staff enter
-- for a payment at the office.
alter table payment_attempts add column change_id integer references booking_changes;
create unique index payment_attempts_change on payment_attempts (change_id) where change_id is not null;
alter table provider_payments add column reference text;

-- Money received and paid back at the office has an account of its own.
alter table ledger_entries drop constraint ledger_entries_account_check;
alter table ledger_entries add constraint ledger_entries_account_check
  check (account in ('gateway', 'office', 'revenue', 'refunds_payable'));

-- A payment can be refunded in parts, each for one cause: `payment` if the payment did not lead to a booking, or
-- `change:` and the id of the change. `round` counts the requests to the provider, because staff may request a failed
-- refund again.
alter table refunds add column cause text not null default 'payment';
alter table refunds add column round integer not null default 1;
alter table refunds drop constraint refunds_provider_payment_id_key;
alter table refunds add constraint refunds_cause unique (provider, payment_id, cause);

-- The refunds of a payment never exceed it. The row lock makes concurrent refunds of one payment wait for each other.
create function refuse_excess_refund() returns trigger language plpgsql as $$
declare
  paid bigint;
  refunded bigint;
begin
  select amount_paise into paid from provider_payments
    where provider = new.provider and payment_id = new.payment_id and outcome = 'approved' for update;
  select coalesce(sum(amount_paise), 0) into refunded from refunds
    where provider = new.provider and payment_id = new.payment_id;
  if paid is null or refunded + new.amount_paise > paid then
    raise exception 'the refunds of payment % exceed it', new.payment_id using errcode = 'check_violation';
  end if;
  return new;
end $$;
create trigger refunds_not_above_payment before insert on refunds for each row execute function refuse_excess_refund();
