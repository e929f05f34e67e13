-- When the content of a course's or department's page last changed, for `lastmod` in the sitemap (sitemaps.org,
-- protocol 0.9).
alter table courses add updated_at timestamptz not null default now();
alter table departments add updated_at timestamptz not null default now();
