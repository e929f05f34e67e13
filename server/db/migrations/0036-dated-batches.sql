-- Dated batches: publication, venue, instructor and sessions (decision 141, "Plan batches by real dates and series").

-- An `exclusive` venue, such as a simulator, has only one batch at a time. `detail` contains the map and directions for
-- joining instructions.
create table venues (
  id text primary key,
  address text not null,
  is_exclusive boolean not null default false,
  detail jsonb not null default '{}',
  is_active boolean not null default true
);
create table instructors (
  id text primary key,
  name text not null,
  is_active boolean not null default true
);

-- Students see published batches only. `status` says whether a published batch can be booked; for other batches it is
-- always 'closed'. The trigger ensures this even while the previous release, which does not know `publication`, writes
-- `status`.
alter table batches
  add column publication text not null default 'published' check (publication in ('draft', 'published', 'cancelled')),
  add column venue_id text references venues,
  add column instructor_id text references instructors,
  add constraint unpublished_is_closed check (publication = 'published' or status = 'closed');
create function close_unpublished() returns trigger language plpgsql as $$
begin
  if new.publication <> 'published' then new.status := 'closed'; end if;
  return new;
end $$;
create trigger batches_close_unpublished before insert or update of status, publication on batches
  for each row execute function close_unpublished();
create index batches_dates on batches (start_date, end_date);
create index batches_venue on batches (venue_id, start_date) where venue_id is not null;
create index batches_instructor on batches (instructor_id, start_date) where instructor_id is not null;

-- The days with lessons, in the academy's time. A batch without sessions is assumed to need its venue all day, every day.
create table batch_sessions (
  batch_id integer not null references batches on delete cascade,
  day date not null,
  start_time time(0) not null,
  end_time time(0) not null,
  check (end_time > start_time),
  primary key (batch_id, day, start_time)
);
