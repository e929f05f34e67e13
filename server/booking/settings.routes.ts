import { type Kysely, sql } from 'kysely';
import {
  type ConsoleSettingName,
  type ConsoleSettings,
  changeStaffSettings,
  consoleSettingNames,
  getStaffSettings,
  type SettingsOverview,
} from '../../contract/staff/settings.ts';
import { recordStaffAction } from '../db/audit-entry.ts';
import type { Database, Tx } from '../db/schema.ts';
import { type Clock, today } from '../http/clock.ts';
import type { Mount } from '../http/mount/mount.ts';
import { invalidRequest, notFound, refuse } from '../http/refusal.ts';
import { readStaffSettings, type StaffSettings, setSetting } from './settings-staff.repo.ts';

export type SettingsDeps = {
  clock: Clock;
  /** Checks the text of a setting. Returns the text to store, or what is wrong with it (`faults`). */
  checkText: (name: string, text: string) => { text: string } | { faults: string[] };
};

/** How many changes of the settings are shown. */
const historyLength = 20;

function pick(from: Partial<Record<ConsoleSettingName, unknown>>, names: readonly ConsoleSettingName[]) {
  return Object.fromEntries(names.filter((name) => from[name] !== undefined).map((name) => [name, from[name]]));
}

async function requireSettings(db: Kysely<Database>, isLocked: boolean): Promise<StaffSettings> {
  const settings = await readStaffSettings(db, isLocked);
  if (!settings) throw notFound();
  return settings;
}

/**
 * The latest changes of the booking settings, made in the console or by commands. Changes of the booking terms are left
 * out.
 */
async function readHistory(db: Kysely<Database>): Promise<SettingsOverview['history']> {
  const rows = await db
    .selectFrom('audit_entries')
    .select(['id', 'at', 'actor', 'reason', 'before', 'after'])
    .where('command', 'in', ['settings set', 'settings change'])
    .orderBy('id', 'desc')
    .limit(historyLength)
    .execute();
  return rows
    .map(({ at, before, after, ...entry }) => ({
      ...entry,
      at: at.toISOString(),
      before: pick(Object(before), consoleSettingNames),
      after: pick(Object(after), consoleSettingNames),
    }))
    .filter(({ after }) => Object.keys(after).length > 0);
}

async function readOverview(db: Kysely<Database>): Promise<SettingsOverview> {
  const { now } = await requireSettings(db, false);
  const { rows } = await sql<{ carts: number; paying: number }>`select
    (select count(distinct student_id)::integer from cart_items) as carts,
    (select count(distinct student_id)::integer from orders where state = 'awaiting_payment') as paying`.execute(db);
  const [{ carts, paying } = { carts: 0, paying: 0 }] = rows;
  return {
    settings: pick({ payment_note: '', ...now }, consoleSettingNames) as ConsoleSettings,
    ...{ carts, paying },
    history: await readHistory(db),
  };
}

/** The calls by which administrators change the booking settings (docs/product.md#settings-in-the-console). */
export function settingsRoutes(mount: Mount, { clock, checkText }: SettingsDeps): void {
  /**
   * Checks the new value of a setting by the rules that also apply to settings in the content folder. Returns the value
   * to store.
   * @throws Refusal 400 for an invalid value
   */
  function checkValue(name: ConsoleSettingName, value: string | boolean): string | boolean {
    if (typeof value === 'boolean') return value;
    const checked = checkText(name, value);
    if ('text' in checked) return checked.text;
    const message = `This text ${checked.faults.join(', ')}.`;
    throw invalidRequest(message, { [name]: message });
  }

  /**
   * Changes settings one after the other, because each change starts from the settings that the previous one has
   * stored.
   */
  async function change(tx: Tx, wanted: ReadonlyMap<ConsoleSettingName, string | boolean>) {
    const changed = { before: {}, after: {} };
    for (const [name, value] of wanted) {
      const settings = await requireSettings(tx, true);
      const one = await setSetting(tx, settings, { name, value, day: today(clock) });
      Object.assign(changed.before, one?.before);
      Object.assign(changed.after, one?.after);
    }
    return changed;
  }

  mount(getStaffSettings, async ({ db }) => ({ statusCode: 200, data: await readOverview(db) }));

  mount(changeStaffSettings, async ({ db, body: { settings, seen, reason }, staff }) => {
    const { now } = await requireSettings(db, true);
    const names = consoleSettingNames.filter((name) => settings[name] !== undefined);
    if (names.some((name) => seen[name] !== (now[name] ?? '')))
      throw refuse(
        changeStaffSettings.refusals,
        'SETTINGS_CHANGED',
        'Somebody else has changed this meanwhile. Look at the values of now, and save again if yours are still right.',
      );
    const wanted = new Map(names.map((name) => [name, checkValue(name, settings[name] ?? '')]));
    const { before, after } = await change(db, wanted);
    const entry = { action: 'settings change', subject: 'booking-settings', before, after, reason };
    if (Object.keys(after).length > 0) await recordStaffAction(db, staff, entry, new Date(clock.now()));
    return { statusCode: 200 };
  });
}
