import { type Kysely, sql } from 'kysely';
import { type BookingSettings, storedBookingSettingsSchema } from '../../contract/booking.ts';
import type { Database, Tx } from '../db/schema.ts';
import { isSameTerms, type Terms, termsHash, termsTexts } from '../db/terms-hash.ts';

/**
 * Creates the version id of booking terms that staff have edited, e.g. `2026-03-10-5f2a90c1`: the date in the academy's
 * time zone and a hash of the text.
 */
function createTermsVersion(terms: Terms, day: string): string {
  return `${day}-${termsHash(terms)}`;
}

export type SettingName = Exclude<keyof BookingSettings, 'id' | 'terms_version'>;
/**
 * The booking settings. `now`: the values that apply. `content`: the values of the content folder. `byStaff`: names of
 * the settings that staff have changed.
 */
export type StaffSettings = { now: BookingSettings; content: BookingSettings; byStaff: string[] };

/**
 * Reads the effective booking settings and those of the content folder; null while no content is loaded. With
 * `isLocked`, the settings stay locked until the transaction ends.
 */
export async function readStaffSettings(db: Kysely<Database>, isLocked: boolean): Promise<StaffSettings | null> {
  const document = db.selectFrom('cms_documents').select('body').where('key', '=', 'booking-settings');
  const row = await (isLocked ? document.forUpdate() : document).executeTakeFirst();
  if (!row) return null;
  const staff = await db.selectFrom('staff_settings').select(['name', 'content_value']).orderBy('name').execute();
  const now = storedBookingSettingsSchema.parse(row.body);
  const original = Object.fromEntries(staff.map(({ name, content_value }) => [name, content_value]));
  return {
    now,
    content: storedBookingSettingsSchema.parse({ ...now, ...original }),
    byStaff: staff.map(({ name }) => name),
  };
}

/**
 * The settings that must be stored together with the setting `name`. All texts of the booking terms are stored
 * together, because they share one version.
 */
function relatedNames(name: SettingName): Array<keyof BookingSettings> {
  return termsTexts.some((text) => text === name) ? [...termsTexts, 'terms_version'] : [name];
}

/** Stores which settings differ from the content folder, so that the next content load does not overwrite them. */
async function storeStaffValues(
  tx: Tx,
  names: Array<keyof BookingSettings>,
  value: BookingSettings,
  content: BookingSettings,
) {
  await tx.deleteFrom('staff_settings').where('name', 'in', names).execute();
  const rows = names.map((name) => ({
    name,
    value: JSON.stringify(value[name]),
    content_value: JSON.stringify(content[name]),
  }));
  if (names.some((name) => value[name] !== content[name])) await tx.insertInto('staff_settings').values(rows).execute();
}

/**
 * The settings after `name` was set to `value`. If this changes the booking terms, they get a new version id. Terms
 * that equal those of the content folder get the version id from that folder.
 */
function applyChange({ now, content }: StaffSettings, name: SettingName, value: string | boolean, day: string) {
  const next = storedBookingSettingsSchema.parse({ ...now, [name]: value });
  if (isSameTerms(next, now)) return next;
  const version = isSameTerms(next, content) ? content.terms_version : createTermsVersion(next, day);
  return { ...next, terms_version: version };
}

/**
 * Changes one booking setting, overriding the content folder. Setting it to the content folder's value removes the
 * override. `day` is the date in the academy's time zone.
 * @returns the changed settings before and after, or null if nothing changed
 */
export async function setSetting(
  tx: Tx,
  settings: StaffSettings,
  { name, value, day }: { name: SettingName; value: string | boolean; day: string },
): Promise<{ before: Partial<BookingSettings>; after: Partial<BookingSettings> } | null> {
  const next = applyChange(settings, name, value, day);
  const names = relatedNames(name);
  const pick = (from: BookingSettings) =>
    Object.fromEntries(names.filter((one) => next[one] !== settings.now[one]).map((one) => [one, from[one]]));
  if (next[name] === settings.now[name]) return null;
  await storeStaffValues(tx, names, next, settings.content);
  await tx
    .updateTable('cms_documents')
    .set({ body: JSON.stringify(next), updated_at: sql<Date>`now()` })
    .where('key', '=', 'booking-settings')
    .execute();
  return { before: pick(settings.now), after: pick(next) };
}
