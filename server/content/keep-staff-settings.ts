import { sql, type Transaction } from 'kysely';
import type { Database } from '../db/schema.ts';

/**
 * Puts the settings that staff set over those that were just loaded. One of which the content now says something else
 * than when staff set it follows the content; the terms are one text in this. Answers the names of those.
 */
export async function keepStaffSettings(transaction: Transaction<Database>): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    with judged as (
      select s.name, s.name like 'terms%' as is_term, s.content_value is distinct from d.body -> s.name as is_overruled
      from staff_settings s join cms_documents d on d.key = 'booking-settings'
    )
    delete from staff_settings s using judged j where s.name = j.name
      and (j.is_overruled or (j.is_term and exists (select from judged where is_term and is_overruled)))
    returning s.name`.execute(transaction);
  await sql`
    update cms_documents set body = body || staff.settings, updated_at = now()
    from (select jsonb_object_agg(name, value) as settings from staff_settings) as staff
    where key = 'booking-settings' and staff.settings is not null and not body @> staff.settings`.execute(transaction);
  return rows.map(({ name }) => `booking setting ${name}`).sort();
}
