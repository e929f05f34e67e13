-- Moves and cancellations of batches with booked students (decision 148, "Let students of a moved or cancelled batch choose
-- by a link").

-- A run notifies the students of a batch, each by one email, and waits for their choices until `choose_until`. `asks_choice`:
-- the email has a link to choose. `after_start` and `after_end` are null if the batch was cancelled.
create table batch_runs (
  id integer primary key generated always as identity,
  batch_id integer not null references batches,
  kind text not null check (kind in ('move', 'cancel')),
  asks_choice boolean not null,
  before_start date not null,
  before_end date not null,
  after_start date,
  after_end date,
  reason text not null,
  staff_id uuid not null references staff_members,
  actor text not null,
  created_at timestamptz not null default now(),
  choose_until timestamptz not null,
  finished_at timestamptz,
  check ((kind = 'move') = (after_start is not null)),
  check ((after_start is null) = (after_end is null))
);
create index batch_runs_batch on batch_runs (batch_id, id desc);
create index batch_runs_open on batch_runs (id) where finished_at is null;

-- One row for each booked student of a run. `settled_at`: when the student chose, or when the deadline passed without a
-- choice. `problem`: why the last attempt to settle the row failed, or why the office must settle it. `try_after`: the
-- time of the next attempt.
create table batch_run_items (
  id bigint primary key generated always as identity,
  run_id integer not null references batch_runs,
  order_id text not null references orders,
  student_id uuid not null references students,
  state text not null default 'queued' check (state in
    ('queued', 'waiting', 'notified', 'accepted', 'transferred', 'refunded', 'released', 'replaced', 'office')),
  token_hash bytea unique,
  has_email boolean,
  to_batch_id integer references batches,
  settled_at timestamptz,
  problem text,
  try_after timestamptz,
  unique (run_id, order_id)
);
create index batch_run_items_unsettled on batch_run_items (run_id, state) where state in ('queued', 'waiting');
create index batch_run_items_student on batch_run_items (student_id);
create index batch_run_items_order on batch_run_items (order_id);

-- An index for the history of a batch, and of anything else that has a page in the console.
create index audit_entries_subject on audit_entries (subject, id desc) where subject is not null;
