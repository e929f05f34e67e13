-- Errors in pages, one row for each kind of error: reports with the same name, message, top stack frame and release are
-- counted in one row (decision 107, "Bound what one address can store in a day"). The previous release still inserts
-- into client_errors, whose rows are deleted after 30 days; a later migration drops that table.
create table client_error_groups (
  fingerprint bytea primary key,
  source text not null check (source in ('page', 'registration')),
  name text not null,
  message text not null,
  release text not null,
  count bigint not null default 1,
  first_at timestamptz not null,
  last_at timestamptz not null,
  -- The first report of the group, as an example. Its stack has at most 2 KB.
  stack text,
  status integer,
  code text,
  user_agent text not null,
  url_location text not null,
  happened_at timestamptz not null
);
create index client_error_groups_last_at on client_error_groups (last_at);
