-- When what a page says about a course or a department last changed (for the sitemap's lastmod; sitemaps.org, protocol 0.9).
alter table courses add updated_at timestamptz not null default now();
alter table departments add updated_at timestamptz not null default now();
