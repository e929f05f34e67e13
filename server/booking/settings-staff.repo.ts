import { type Kysely, sql, type Transaction } from 'kysely';
import { type BookingSettings, bookingSettingsSchema } from '../../contract/booking.ts';
import type { Database } from '../db/schema.ts';
import { isSameTerms, nameTerms, termsTexts } from './terms-version.ts';

type Tx = Transaction<Database>;
export type SettingName = Exclude<keyof BookingSettings, 'id' | 'terms_version'>;
/** `content` is what the content's own file says. */
export type StaffSettings = { now: BookingSettings; content: BookingSettings; byStaff: string[] };

/** The settings that hold, locked in a transaction, and what the content says; null while no content is loaded. */
export async function readStaffSettings(db: Kysely<Database>, isLocked: boolean): Promise<StaffSettings | null> {
  const document = db.selectFrom('cms_documents').select('body').where('key', '=', 'booking-settings');
  const row = await (isLocked ? document.forUpdate() : document).executeTakeFirst();
  if (!row) return null;
  const staff = await db.selectFrom('staff_settings').select(['name', 'content_value']).orderBy('name').execute();
  const now = bookingSettingsSchema.parse(row.body);
  const said = Object.fromEntries(staff.map(({ name, content_value }) => [name, content_value]));
  return { now, content: bookingSettingsSchema.parse({ ...now, ...said }), byStaff: staff.map(({ name }) => name) };
}

/** The names that are kept together: the terms are one text with one version. */
function group(name: SettingName): Array<keyof BookingSettings> {
  return termsTexts.some((text) => text === name) ? [...termsTexts, 'terms_version'] : [name];
}

async function keepOver(tx: Tx, names: Array<keyof BookingSettings>, value: BookingSettings, content: BookingSettings) {
  await tx.deleteFrom('staff_settings').where('name', 'in', names).execute();
  const rows = names.map((name) => ({
    name,
    value: JSON.stringify(value[name]),
    content_value: JSON.stringify(content[name]),
  }));
  if (names.some((name) => value[name] !== content[name])) await tx.insertInto('staff_settings').values(rows).execute();
}

/** The settings once `name` is `value`: terms that changed get a version of their own, or the content's with its text. */
function change({ now, content }: StaffSettings, name: SettingName, value: string | boolean, day: string) {
  const next = bookingSettingsSchema.parse({ ...now, [name]: value });
  if (isSameTerms(next, now)) return next;
  const version = isSameTerms(next, content) ? content.terms_version : nameTerms(next, day);
  return { ...next, terms_version: version };
}

/**
 * Sets one setting over the content's; `day` is the academy's. Answers what changed, null where nothing does. A value
 * that is the content's own gives the setting back to the content.
 */
export async function setSetting(
  tx: Tx,
  settings: StaffSettings,
  { name, value, day }: { name: SettingName; value: string | boolean; day: string },
): Promise<{ before: Partial<BookingSettings>; after: Partial<BookingSettings> } | null> {
  const next = change(settings, name, value, day);
  const names = group(name);
  const pick = (from: BookingSettings) =>
    Object.fromEntries(names.filter((one) => next[one] !== settings.now[one]).map((one) => [one, from[one]]));
  if (next[name] === settings.now[name]) return null;
  await keepOver(tx, names, next, settings.content);
  await tx
    .updateTable('cms_documents')
    .set({ body: JSON.stringify(next), updated_at: sql<Date>`now()` })
    .where('key', '=', 'booking-settings')
    .execute();
  return { before: pick(settings.now), after: pick(next) };
}
