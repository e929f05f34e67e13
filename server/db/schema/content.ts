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
};

/** Tables of the academy's content: CMS pages, notices, posts (0002-catalogue.sql, 0011-public.sql). */
export type ContentTables = {
  cms_documents: CmsDocumentRow;
  notices: NoticeRow;
  content_loads: ContentLoadRow;
  posts: PostRow;
};
