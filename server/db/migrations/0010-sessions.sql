-- Wrong passwords of an account, whatever the address: after some, each next try has to wait longer. No key to students,
-- so that an account that is not there waits like one that is.
create table password_tries (
  user_id uuid primary key,
  tries integer not null,
  next_at timestamptz not null
);
create index password_tries_age on password_tries (next_at);
