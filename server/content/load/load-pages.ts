import { sql } from 'kysely';
import type { Tx } from '../../db/schema.ts';
import type { Content } from '../files/content.ts';
import { applyStaffSettings } from './apply-staff-settings.ts';
import { addDays } from './batch-days.ts';
import { upsertRows } from './upsert-rows.ts';

/**
 * Stores the content of the files in `documentFiles`, such as home.json, and the notices. The files give the days of a
 * notice as numbers of days after `baseDay`. Returns the names of the staff settings that a changed content replaced.
 */
export async function loadPages(transaction: Tx, { documents, lists }: Content, baseDay: string): Promise<string[]> {
  const pages = Object.entries(documents).map(([key, body]) => ({ key, body }));
  const notices = lists.notices.map((notice) => ({
    id: notice.id,
    title: notice.title,
    content: notice.content,
    date: addDays(baseDay, notice.date_in_days),
    expiry_date: addDays(baseDay, notice.expires_in_days),
    position: notice.order,
  }));
  await upsertRows(transaction, 'cms_documents', ['key'], pages);
  await upsertRows(transaction, 'notices', ['id'], notices);
  const ids = notices.map(({ id }) => id);
  await transaction.deleteFrom('notices').where(sql<boolean>`id <> all(${ids}::integer[])`).execute();
  return applyStaffSettings(transaction);
}
