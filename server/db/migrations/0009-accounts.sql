-- Password resets, and the activity and errors that pages report.

-- Reset links by the hash of their token. A link works once, within 30 minutes.
create table password_resets (
  token_hash bytea primary key,
  student_id uuid not null references students on delete cascade,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  used_at timestamptz
);
create index password_resets_student on password_resets (student_id, created_at);
create index password_resets_age on password_resets (created_at);

-- Activity and errors reported by pages, stored for 30 days. There is no foreign key to students, so that a report
-- never waits for a student's row that another transaction has locked, and never locks it itself.
create table session_logs (
  id bigint primary key generated always as identity,
  student_id uuid,
  action text not null check (action in ('login', 'active')),
  login_method text check (login_method in ('password', 'whatsapp_otp', 'email_otp')),
  at timestamptz not null,
  check ((action = 'login') = (login_method is not null))
);
create index session_logs_at on session_logs (at);

create table page_logs (
  id bigint primary key generated always as identity,
  student_id uuid,
  page_url text not null,
  action text not null check (action in ('enter', 'leave')),
  at timestamptz not null
);
create index page_logs_at on page_logs (at);

create table client_errors (
  id bigint primary key generated always as identity,
  source text not null check (source in ('page', 'registration')),
  name text not null,
  message text not null,
  stack text,
  status integer,
  code text,
  release text not null,
  user_agent text not null,
  url_location text not null,
  -- The time of the error by the device's clock, and the time at which the server received the report.
  happened_at timestamptz not null,
  at timestamptz not null
);
create index client_errors_at on client_errors (at);
