-- Counts the password tries of each account, whatever address they come from. After some tries, each further one has to
-- wait longer. There is no foreign key to students, so that an unknown account is slowed down like an existing one.
create table password_tries (
  user_id uuid primary key,
  tries integer not null,
  next_at timestamptz not null
);
create index password_tries_age on password_tries (next_at);
