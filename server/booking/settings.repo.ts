import { type Kysely, sql } from 'kysely';
import { type BookingSettings, bookingSettingsSchema } from '../../contract/booking.ts';
import type { Database } from '../db/schema.ts';

/** The statement that reads the settings, and what its rows tell. */
export const settingsReading = {
  statement: sql<{ body: unknown }>`select body from cms_documents where key = 'booking-settings'`,
  read: ([row]: ReadonlyArray<{ body: unknown }>) => (row ? bookingSettingsSchema.parse(row.body) : null),
};

/** Booking flags and terms; null while no content is loaded. */
export async function readSettings(db: Kysely<Database>): Promise<BookingSettings | null> {
  const { rows } = await settingsReading.statement.execute(db);
  return settingsReading.read(rows);
}
