import type { Content } from '../files/content.ts';
import { dayIn } from '../files/dated-fields.ts';
import type { TableRows } from './load-rows.ts';

/**
 * A content load keeps or replaces the texts and the version of the booking terms together, so they are one unit (see
 * `TableRows`).
 */
const unitOf = (field: string) => (field.startsWith('body.terms_') ? 'terms' : field);

/**
 * Plans the rows for the files in `documentFiles`, such as home.json, and for the notices. If the days of a notice are
 * given as numbers, they are counted from `baseDay`, the day of the first content load.
 */
export function planPages({ documents, lists }: Pick<Content, 'documents' | 'lists'>, baseDay: string): TableRows[] {
  const pages = Object.entries(documents).map(([key, body]) => ({ key, body }));
  const notices = lists.notices.map((notice) => ({
    id: notice.id,
    title: notice.title,
    content: notice.content,
    date: dayIn(baseDay, notice.date, notice.date_in_days),
    expiry_date: dayIn(baseDay, notice.expires, notice.expires_in_days),
    position: notice.order,
  }));
  return [
    { table: 'cms_documents', key: ['key'], label: 'page', rows: pages, whenRemoved: {}, unitOf },
    { table: 'notices', key: ['id'], label: 'notice', title: 'title', rows: notices, whenRemoved: 'delete' },
  ];
}
