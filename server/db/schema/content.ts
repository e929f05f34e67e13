import type { Generated } from 'kysely';
import type { Day, DefaultMoment, Json, Moment } from './columns.ts';

export type CmsDocumentRow = { key: string; body: Json<unknown>; updated_at: DefaultMoment };

export type NoticeRow = { id: number; title: string; content: string; date: Day; expiry_date: Day; position: number };

export type ContentLoadRow = { id: Generated<number>; content_hash: string; base_day: Day; loaded_at: DefaultMoment };

export type PostRow = {
  id: number;
  category_id: number;
  slug: string;
  published_at: Moment;
  search_text: string;
  body: Json<unknown>;
};

/** Tables of what the academy writes (0002-catalogue.sql, 0011-public.sql). */
export type ContentTables = {
  cms_documents: CmsDocumentRow;
  notices: NoticeRow;
  content_loads: ContentLoadRow;
  posts: PostRow;
};
