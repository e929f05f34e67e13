-- Releases of the site's own scripts and styles, kept with the uploads for pages that were loaded before a newer one
-- (design, settled 11). The row is there before the bytes and after them.
create table releases (
  release text primary key,
  -- Blob with the release's files, one after the other.
  blob_id uuid not null unique default gen_random_uuid(),
  -- By address below `/`: where the file lies in the blob, `{ "assets/x.js": [first byte, bytes, is brotli] }`.
  files jsonb not null,
  is_stored boolean not null default false,
  -- When a process last served pages of this release.
  served_at timestamptz not null
);
