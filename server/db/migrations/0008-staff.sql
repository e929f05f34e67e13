-- What staff change by commands, and the enquiries and grievances that wait for an answer.
create function refuse_change() returns trigger language plpgsql as $$
begin
  raise exception '% is append-only', tg_table_name using errcode = 'restrict_violation';
end $$;

-- The audit log: one row for each change, written in the same transaction.
create table audit_entries (
  id bigint primary key generated always as identity,
  at timestamptz not null default now(),
  actor text not null,
  command text not null,
  arguments jsonb not null,
  before jsonb,
  after jsonb
);
create index audit_entries_at on audit_entries (at);
create trigger audit_entries_append_only before update or delete on audit_entries
  for each row execute function refuse_change();

-- The wallets of students. A balance is the completed credits minus the completed debits. A reference can be used only
-- once.
create table wallet_entries (
  id bigint primary key generated always as identity,
  student_id uuid not null references students,
  type text not null check (type in ('credit', 'debit')),
  amount_paise bigint not null check (amount_paise > 0),
  description text not null,
  status text not null check (status in ('completed', 'pending', 'failed')),
  reference text not null unique,
  created_at timestamptz not null default now()
);
create index wallet_entries_student on wallet_entries (student_id, created_at desc);
create trigger wallet_entries_append_only before update or delete on wallet_entries
  for each row execute function refuse_change();

-- Enquiries and grievances. An anonymous grievance has no student.
create table submissions (
  id bigint primary key generated always as identity,
  kind text not null check (kind in ('contact', 'grievance')),
  reference text not null unique,
  body jsonb not null,
  student_id uuid references students,
  created_at timestamptz not null default now(),
  state text not null default 'received' check (state in ('received', 'forwarded', 'closed')),
  check (student_id is null or not body @> '{"anonymous": true}')
);
create index submissions_at on submissions (created_at, id);

-- Booking settings that staff have changed, each with the content folder's value at that time. The staff's value
-- applies until the content folder's value changes.
create table staff_settings (
  name text primary key,
  value jsonb not null,
  content_value jsonb not null,
  set_at timestamptz not null default now()
);

-- The last status and capacity of a batch in the content folder, and those set by staff since. The staff's values apply
-- until the content folder's values change.
create table batch_decisions (
  batch_id integer primary key references batches on delete cascade,
  content_status text check (content_status in ('open', 'closed')),
  content_capacity integer,
  staff_status text check (staff_status in ('open', 'closed')),
  staff_capacity integer
);

-- An index for finding the payments of an order by its attempts.
create index if not exists provider_payments_attempt on provider_payments (attempt_id);
