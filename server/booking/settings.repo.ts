import type { Kysely } from 'kysely';
import { type BookingSettings, bookingSettingsSchema } from '../../contract/booking.ts';
import type { Database } from '../db/schema.ts';

/** Booking flags and terms; null while no content is loaded. */
export async function readSettings(db: Kysely<Database>): Promise<BookingSettings | null> {
  const row = await db
    .selectFrom('cms_documents')
    .select('body')
    .where('key', '=', 'booking-settings')
    .executeTakeFirst();
  return row ? bookingSettingsSchema.parse(row.body) : null;
}
