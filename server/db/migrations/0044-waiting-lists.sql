-- Waiting lists of full batches, and offers of freed seats (decision 150, "Offer freed seats to the waiting list").

-- A student who waits for one batch of a course, or for one batch of each course of a package. Entries are served in the
-- order of their ids. `batch_ids` is sorted, so that the same batches always give the same value.
create table waiting_entries (
  id integer primary key generated always as identity,
  student_id uuid not null references students,
  course_id integer references courses,
  package_id integer references packages,
  batch_ids integer[] not null check (cardinality(batch_ids) > 0),
  state text not null default 'waiting' check (state in ('waiting', 'offered', 'ended')),
  end_reason text check (end_reason in ('booked', 'left', 'missed', 'removed', 'closed', 'started', 'cancelled')),
  offer_until timestamptz,
  order_id text references orders,
  created_at timestamptz not null default now(),
  offered_at timestamptz,
  ended_at timestamptz,
  check ((course_id is null) <> (package_id is null)),
  check (state <> 'offered' or (offer_until is not null and offered_at is not null)),
  check ((state = 'ended') = (end_reason is not null)),
  check ((state = 'ended') = (ended_at is not null))
);
create unique index waiting_entries_one on waiting_entries (student_id, batch_ids) where state <> 'ended';
create index waiting_entries_student on waiting_entries (student_id, id);
create index waiting_entries_live on waiting_entries (id) where state <> 'ended';

-- The batches of an entry, to look up who waits for a batch.
create table waiting_entry_batches (
  entry_id integer not null references waiting_entries,
  course_id integer not null references courses,
  batch_id integer not null references batches,
  primary key (entry_id, batch_id)
);
create index waiting_entry_batches_batch on waiting_entry_batches (batch_id);

-- A seat offered to a waiting student is a hold that belongs to a waiting list entry instead of an order. It counts in
-- `batches.taken` like every other claim, so that an offered seat cannot be booked too. Each claim has exactly one owner.
alter table seat_claims add column waiting_entry_id integer references waiting_entries;
alter table seat_claims drop constraint seat_claims_check1;
alter table seat_claims add constraint seat_claims_owner check (
  num_nonnulls(order_id, waiting_entry_id) = case when kind = 'office' then 0 else 1 end
  and (waiting_entry_id is null or kind = 'hold'));
create unique index seat_claims_offer on seat_claims (waiting_entry_id, batch_id) where waiting_entry_id is not null;
