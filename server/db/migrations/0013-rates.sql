-- Hourly rate limits count the calls of the last 60 minutes instead of the calls since the last full hour. All hits of
-- a key are in one row, oldest first, so that a single statement can check the limit and add a hit. Earlier counts are
-- dropped.
drop table rate_counters;
create table rate_counters (
  key text primary key,
  hits timestamptz[] not null,
  last_at timestamptz not null
);
create index rate_counters_last_at on rate_counters (last_at);
