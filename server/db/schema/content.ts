import type { Generated } from 'kysely';
import type { Day, DefaultTimestamp, Json, Timestamp } from './columns.ts';

type CmsDocumentRow = { key: string; body: Json<unknown>; updated_at: DefaultTimestamp };

type NoticeRow = { id: number; title: string; content: string; date: Day; expiry_date: Day; position: number };

type ContentLoadRow = {
  id: Generated<number>;
  content_hash: string;
  base_day: Day;
  loaded_at: DefaultTimestamp;
};

type PostRow = {
  id: number;
  category_id: number;
  slug: string;
  published_at: Timestamp;
  search_text: string;
  body: Json<unknown>;
  author_id: number | null;
};

/** An author of posts (0070-authors.sql). */
type AuthorRow = { id: number; slug: string; name: string; profile_url: string };

/**
 * The record of the last content load for one row of another table: `content` is what the load read from the content
 * folder, `written` what it wrote into the row (0037-content-rows.sql).
 */
type ContentRowRow = {
  kind: string;
  key: string;
  content: Json<Record<string, unknown>>;
  written: Json<Record<string, unknown>>;
};

type ContentFileRow = { path: string; body: string };

/** A draft of a content document, and when it will be published (0052-content-drafts.sql). */
type ContentDraftRow = {
  kind: string;
  document: string;
  body: Json<Record<string, unknown>>;
  base: Json<Record<string, unknown>> | null;
  revision: number;
  saved_by: string;
  saved_at: Timestamp;
  publish_at: Timestamp | null;
  scheduled_by: string | null;
  schedule_reason: string | null;
  /** Whether students must accept the policy again once it is published (0069-policies-to-accept-again.sql). */
  schedule_must_accept: boolean | null;
  publish_error: string | null;
};

type ContentVersionRow = {
  id: Generated<number>;
  kind: string;
  document: string;
  before: Json<Record<string, unknown>> | null;
  after: Json<Record<string, unknown>> | null;
  published_by: string;
  published_at: Timestamp;
  reason: string | null;
  /** If students must accept the published policy, the id of its version; otherwise null. */
  version_to_accept: number | null;
};

type PolicyVersionRow = {
  id: Generated<number>;
  document: string;
  version: string;
  body: Json<Record<string, unknown>>;
  in_force_since: Timestamp;
};

/** A version of a policy that a student has accepted after the registration. */
type PolicyAcceptanceRow = { student_id: string; policy_version_id: number; accepted_at: Timestamp };

type ContentPictureRow = {
  path: string;
  media_type: string;
  bytes: Buffer;
  width: number;
  height: number;
  created_at: Timestamp;
  created_by: string;
};

/** Tables of the academy's content: CMS pages, notices, posts, and drafts (0002-catalogue.sql, 0011-public.sql). */
export type ContentTables = {
  cms_documents: CmsDocumentRow;
  notices: NoticeRow;
  content_loads: ContentLoadRow;
  posts: PostRow;
  authors: AuthorRow;
  content_rows: ContentRowRow;
  content_files: ContentFileRow;
  content_drafts: ContentDraftRow;
  content_versions: ContentVersionRow;
  policy_versions: PolicyVersionRow;
  policy_acceptances: PolicyAcceptanceRow;
  content_pictures: ContentPictureRow;
};
