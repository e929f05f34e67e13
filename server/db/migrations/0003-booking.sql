-- Carts, orders, seats and payments. Items in a cart hold no seats; placing an order does.
create table cart_items (
  id bigint primary key generated always as identity,
  student_id uuid not null references students on delete cascade,
  type text not null check (type in ('course', 'package')),
  course_id integer references courses,
  package_id integer references packages,
  added_at timestamptz not null default now(),
  check ((type = 'course') = (course_id is not null)),
  check ((type = 'package') = (package_id is not null)),
  unique (student_id, course_id),
  unique (student_id, package_id)
);

-- The batches of a cart item: one for a course, or one for each course of a package. A course can be in a cart only
-- once, alone or in a package.
create table cart_batches (
  cart_item_id bigint not null references cart_items on delete cascade,
  student_id uuid not null,
  course_id integer not null references courses,
  batch_id integer not null references batches,
  primary key (cart_item_id, course_id),
  unique (student_id, course_id)
);

create sequence order_numbers;
create table receipt_numbers (
  year integer primary key,
  last integer not null
);

create table orders (
  id text primary key,
  student_id uuid not null references students,
  state text not null check (state in
    ('awaiting_payment', 'completed', 'declined', 'expired', 'refund_due', 'refunded', 'replaced')),
  subtotal_paise bigint not null check (subtotal_paise >= 0),
  discount_paise bigint not null check (discount_paise >= 0),
  total_paise bigint not null check (total_paise >= 0),
  terms_version text not null,
  terms_accepted_at timestamptz not null,
  receipt_number text unique,
  created_at timestamptz not null default now(),
  completed_at timestamptz,
  check (total_paise = subtotal_paise - discount_paise),
  check ((state = 'completed') <= (receipt_number is not null))
);
create index orders_student on orders (student_id, created_at desc);
-- A student has at most one order that awaits payment.
create unique index orders_one_live on orders (student_id) where state = 'awaiting_payment';

create table order_transitions (
  id bigint primary key generated always as identity,
  order_id text not null references orders,
  from_state text,
  to_state text not null,
  reason text not null,
  at timestamptz not null default now()
);
create index order_transitions_order on order_transitions (order_id);

create table order_items (
  id integer primary key generated always as identity,
  order_id text not null references orders,
  type text not null check (type in ('course', 'package')),
  course_id integer references courses,
  package_id integer references packages,
  name text not null,
  price_paise bigint not null check (price_paise >= 0),
  position integer not null
);
create index order_items_order on order_items (order_id);

create table order_item_courses (
  order_item_id integer not null references order_items,
  course_id integer not null references courses,
  batch_id integer not null references batches,
  course_name text not null,
  batch_start_date date not null,
  batch_end_date date not null,
  primary key (order_item_id, course_id)
);

-- Every taken seat: a hold of an unpaid order, a booking of a paid order, or a seat sold by the office.
create table seat_claims (
  id bigint primary key generated always as identity,
  batch_id integer not null references batches,
  order_id text references orders,
  kind text not null check (kind in ('hold', 'booking', 'office')),
  seats integer not null check (seats > 0),
  expires_at timestamptz,
  created_at timestamptz not null default now(),
  check ((kind = 'hold') = (expires_at is not null)),
  check ((kind = 'office') = (order_id is null)),
  unique (order_id, batch_id)
);
create index seat_claims_batch on seat_claims (batch_id);
create index seat_claims_expiry on seat_claims (expires_at) where kind = 'hold';

create table payment_attempts (
  id text primary key,
  order_id text not null references orders,
  number integer not null,
  provider text not null,
  provider_order_id text not null,
  session_id text,
  checkout_url text,
  state text not null check (state in ('created', 'open', 'approved', 'declined', 'expired')),
  amount_paise bigint not null,
  expires_at timestamptz not null,
  created_at timestamptz not null default now(),
  settled_at timestamptz,
  unique (order_id, number),
  unique (provider, provider_order_id)
);

-- The payment poller checks the attempts that are not approved.
create index payment_attempts_unsettled on payment_attempts (id) where state <> 'approved';
create index payment_attempts_order on payment_attempts (order_id);

-- The payments of each attempt, as the provider reported them. Rows are never changed or deleted.
create table provider_payments (
  provider text not null,
  payment_id text not null,
  attempt_id text not null references payment_attempts,
  outcome text not null check (outcome in ('approved', 'declined', 'pending')),
  amount_paise bigint not null,
  method text,
  seen_at timestamptz not null default now(),
  primary key (provider, payment_id, outcome)
);

-- The ledger: entries are never changed or deleted, and those of an order sum to zero.
create table ledger_entries (
  id bigint primary key generated always as identity,
  order_id text not null references orders,
  account text not null check (account in ('gateway', 'revenue', 'refunds_payable')),
  amount_paise bigint not null,
  source text not null,
  at timestamptz not null default now(),
  unique (order_id, account, source)
);

create table enrolments (
  id integer primary key generated always as identity,
  student_id uuid not null references students,
  order_id text not null references orders,
  course_id integer not null references courses,
  batch_id integer not null references batches,
  created_at timestamptz not null default now(),
  unique (order_id, course_id)
);
create index enrolments_student on enrolments (student_id);
