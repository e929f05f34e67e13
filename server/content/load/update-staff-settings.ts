import { sql } from 'kysely';
import type { Tx } from '../../db/schema.ts';

/**
 * Updates the records of the booking settings that staff changed (`staff_settings`), after content was loaded. Each
 * record gets the value that the setting has in the content. If the setting now equals the content, it no longer counts
 * as changed by staff, and its record is deleted. The texts of the booking terms count as one setting, which is changed
 * while any of them differs.
 */
export async function updateStaffSettings(tx: Tx): Promise<void> {
  const compared = sql`(
    select s.name, r.content -> ('body.' || s.name) as content_value,
      d.body -> s.name is not distinct from r.content -> ('body.' || s.name) as is_contents, s.name like 'terms%' as is_term
    from staff_settings s
    join cms_documents d on d.key = 'booking-settings'
    join content_rows r on r.kind = 'cms_documents' and r.key = d.key)`;
  await sql`delete from staff_settings s using ${compared} c where c.name = s.name and c.is_contents
    and not (c.is_term and exists (select from ${compared} o where o.is_term and not o.is_contents))`.execute(tx);
  await sql`update staff_settings s set content_value = c.content_value from ${compared} c
    where c.name = s.name and c.content_value is not null and s.content_value is distinct from c.content_value`.execute(
    tx,
  );
}
