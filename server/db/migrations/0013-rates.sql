-- Limits of an hour count the hour that has just passed, not the clock's: the moment of every hit, oldest first, in one row a
-- key, so that a hit is judged and counted in one statement. What was counted before is forgotten.
drop table rate_counters;
create table rate_counters (
  key text primary key,
  hits timestamptz[] not null,
  last_at timestamptz not null
);
create index rate_counters_last_at on rate_counters (last_at);
