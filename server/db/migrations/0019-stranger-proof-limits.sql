-- Limits that a stranger cannot use up for a student (decision 101, "Delay strangers instead of refusing the student").

-- Wrong passwords are counted by account and source: an IP address, or a browser that signed in to the account before.
-- The key is a keyed hash. `password_tries`, which counts by account alone, is still used by the previous release.
create table password_source_tries (
  key text primary key,
  tries integer not null,
  next_at timestamptz not null
);
create index password_source_tries_next_at on password_source_tries (next_at);

-- The contact to which a one-time code was sent for a lookup ticket, as a keyed hash, and since when the code may be
-- used.
alter table lookup_tickets
  add column challenge_hash bytea,
  add column challenged_at timestamptz;
