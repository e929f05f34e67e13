import { sql } from 'kysely';
import type { Tx } from '../../db/schema.ts';

/**
 * Applies staff's settings on top of the settings that were just loaded from the content folder. A staff setting is
 * deleted if the content's value of it has changed since it was set; all texts of the terms count as one setting.
 * Returns the names of the deleted settings.
 */
export async function applyStaffSettings(transaction: Tx): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    with compared as (
      select s.name, s.name like 'terms%' as is_term, s.content_value is distinct from d.body -> s.name as is_overruled
      from staff_settings s join cms_documents d on d.key = 'booking-settings'
    )
    delete from staff_settings s using compared j where s.name = j.name
      and (j.is_overruled or (j.is_term and exists (select from compared where is_term and is_overruled)))
    returning s.name`.execute(transaction);
  await sql`
    update cms_documents set body = body || staff.settings, updated_at = now()
    from (select jsonb_object_agg(name, value) as settings from staff_settings) as staff
    where key = 'booking-settings' and staff.settings is not null and not body @> staff.settings`.execute(transaction);
  return rows.map(({ name }) => `booking setting ${name}`).sort();
}
