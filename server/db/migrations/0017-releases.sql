-- The scripts and styles of each release. They are stored beside the uploads, for pages that were loaded before a newer
-- release (decision 64, "Serve the assets of old releases for 14 days"). A row is inserted before the files are stored
-- and deleted after they are removed.
create table releases (
  release text primary key,
  -- The blob that contains all files of the release, one after the other.
  blob_id uuid not null unique default gen_random_uuid(),
  -- Where each file is in the blob, by URL path without the leading `/`: `{ "assets/x.js": [first byte, bytes, is
  -- brotli] }`.
  files jsonb not null,
  is_stored boolean not null default false,
  -- When a process last served pages of this release.
  served_at timestamptz not null
);
