-- The drafts of editors in the console. A draft is shared by all editors of a document. `revision` grows with each save,
-- so that nobody overwrites what somebody else has typed. `base` is what was published when the draft was begun; null for
-- a new document.
create table content_drafts (
  kind text not null,
  document text not null,
  body jsonb not null,
  base jsonb,
  revision integer not null check (revision > 0),
  saved_by uuid not null references staff_members,
  saved_at timestamptz not null,
  publish_at timestamptz,
  -- Who set the time, and why, for the history.
  scheduled_by uuid references staff_members,
  schedule_reason text,
  publish_error text,
  primary key (kind, document),
  check ((publish_at is null) = (scheduled_by is null))
);
create index content_drafts_due on content_drafts (publish_at) where publish_at is not null;

-- Every version that was published in the console. `before` is null if the document was not on the site before, `after`
-- if it was taken off.
create table content_versions (
  id bigint primary key generated always as identity,
  kind text not null,
  document text not null,
  before jsonb,
  after jsonb,
  published_by uuid not null references staff_members,
  published_at timestamptz not null,
  reason text
);
create index content_versions_document on content_versions (kind, document, id desc);
create trigger content_versions_append_only before update or delete on content_versions
  for each row execute function refuse_change();
