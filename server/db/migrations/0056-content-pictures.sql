-- Pictures that editors uploaded in the console, one row for each size. `path` is where the picture is served. It
-- contains a hash of the upload, so what is served under a path never changes.
create table content_pictures (
  path text primary key check (path ~ '^/media/[a-z]+/[a-z0-9-]+\.(webp|avif)$'),
  media_type text not null,
  bytes bytea not null,
  width integer not null check (width > 0),
  height integer not null check (height > 0),
  created_at timestamptz not null,
  created_by uuid not null references staff_members
);
-- Pictures are compressed already, so PostgreSQL need not compress them.
alter table content_pictures alter column bytes set storage external;
