-- Limits per minute and daily allowances of stored bytes, shared by several processes (decision 123, "Share rate limits
-- by leasing calls from the database"). The key is a keyed hash. A bucket is full once `full_at` (milliseconds since
-- 1970) has passed, and its row may then be deleted. The table is unlogged, so a crash may fill all buckets.
create unlogged table rate_buckets (
  key text primary key,
  full_at double precision not null,
  -- How many tokens the last statement has handed out.
  granted double precision not null
) with (fillfactor = 50);

-- The folder of uploads that belongs to this database, by the id in the folder's file `folder-id`. There is no row if
-- uploads are in a bucket, or if the PostgreSQL is the embedded one.
create table upload_folder (
  id uuid not null,
  is_only_row boolean primary key default true check (is_only_row)
);
