import { type Kysely, sql } from 'kysely';
import { type BookingSettings, bookingSettingsSchema } from '../../contract/booking.ts';
import type { Database } from '../db/schema.ts';

/**
 * The SQL that reads the booking settings and the function that parses its rows, for callers that send this SQL
 * together with other statements (`SqlRead`).
 */
export const settingsQuery = {
  statement: sql<{ body: unknown }>`select body from cms_documents where key = 'booking-settings'`,
  read: ([row]: ReadonlyArray<{ body: unknown }>) => (row ? bookingSettingsSchema.parse(row.body) : null),
};

/** Reads the booking settings, which include the terms; null while no content is loaded. */
export async function readSettings(db: Kysely<Database>): Promise<BookingSettings | null> {
  const { rows } = await settingsQuery.statement.execute(db);
  return settingsQuery.read(rows);
}
