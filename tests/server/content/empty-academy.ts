import type { Kysely } from 'kysely';
import type { Database } from '../../../server/db/schema.ts';
import { emptyTables } from '../../support/database.ts';

/** Empties the tables of the academy's content, and the tables of students, orders and seats. */
export function emptyAcademy(db: Kysely<Database>): Promise<void> {
  return emptyTables(
    db,
    'departments',
    'courses',
    'packages',
    'discounts',
    'batches',
    'seat_claims',
    'booking_groups',
    'cms_documents',
    'notices',
    'refund_policies',
    'content_loads',
    'content_rows',
    'content_files',
    'posts',
    'authors',
    'venues',
    'instructors',
    'staff_settings',
    'students',
    'orders',
  );
}
