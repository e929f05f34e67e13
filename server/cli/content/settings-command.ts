import { readFile } from 'node:fs/promises';
import * as z from 'zod';
import { bookingSettingsSchema } from '../../../contract/booking.ts';
import {
  readStaffSettings,
  type SettingName,
  type StaffSettings,
  setSetting,
} from '../../booking/settings-staff.repo.ts';
import { today } from '../../http/clock.ts';
import type { Change } from '../command/action.ts';
import { flag, oneOf } from '../command/arg-schemas.ts';
import type { StaffCommand } from '../command/command.ts';
import { CommandError, UsageError } from '../command/command-errors.ts';
import { changingAction, readingAction } from '../command/make-action.ts';
import { toPlain } from '../output/plain-text.ts';
import { printTable } from '../output/print-table.ts';

const names = [
  'enable_booking',
  'require_login',
  'booking_title',
  'booking_description',
  'terms_title',
  'terms_content',
  'terms_checkbox_text',
  'payment_note',
] as const satisfies readonly SettingName[];

const switches: Readonly<Record<string, boolean>> = {
  on: true,
  true: true,
  yes: true,
  off: false,
  false: false,
  no: false,
};

async function readTextFile(path: string): Promise<string> {
  return readFile(path, 'utf8').catch((error: unknown) => {
    const code = error instanceof Error && 'code' in error ? String(error.code) : String(error);
    throw new CommandError(`${path} can't be read (${code})`);
  });
}

/**
 * Parses a new value of a setting according to the setting's type, and checks it by the same rules as the settings in
 * the content folder.
 * @throws UsageError, CommandError
 */
async function readValue(name: SettingName, text: string): Promise<string | boolean> {
  const schema = bookingSettingsSchema.shape[name];
  if (schema instanceof z.ZodBoolean) {
    const value = switches[text.trim().toLowerCase()];
    if (value === undefined) throw new UsageError(`${name} is on or off`);
    return value;
  }
  const { checkSettingText } = await import('../../content/check/setting-text.ts');
  const checked = checkSettingText(name, text);
  if ('faults' in checked) throw new CommandError(`${name} ${checked.faults.join(', ')}`);
  return checked.text;
}

function requireLoaded(settings: StaffSettings | null): StaffSettings {
  if (settings) return settings;
  throw new CommandError('no content is loaded yet: landfall content load');
}

const toText = (value: unknown) => {
  const text = typeof value === 'boolean' ? (value ? 'on' : 'off') : toPlain(String(value));
  return text.length > 80 ? `${text.slice(0, 79)}…` : text;
};

const set = changingAction({
  name: 'set',
  summary: 'sets a booking setting, overriding the content',
  args: {
    name: { about: names.join(', '), schema: oneOf(names) },
    value: { about: 'on, off or a text; with --file the name of a file with the text', schema: z.string() },
  },
  options: { file: { about: 'read the text from a file', schema: flag } },
  notes: `A change of the terms (title, content, checkbox text) creates a new terms_version, which students must accept again.
terms_content is HTML, with the elements that are allowed in a content folder.
The value stays when content is loaded, also if the content's booking-settings.json changes; 'content load' then names it.
'content load --overwrite-staff-changes' replaces it. Setting the content's own value makes it a content setting again.`,
  readsPersonalData: false,
  prepare: async ({ args, options }) =>
    readValue(args.name, options.file ? (await readTextFile(args.value)).trim() : args.value),
  async change({ tx, clock, args: { name }, prepared }): Promise<Change> {
    const settings = requireLoaded(await readStaffSettings(tx, true));
    const changed = await setSetting(tx, settings, { name, value: prepared, day: today(clock) });
    if (!changed) return { lines: [`${name} is ${toText(prepared)} already`], changed: null };
    const { before, after } = changed;
    const lines = Object.entries(after).map(
      ([one, value]) =>
        `${one}: ${toText(Object.entries(before).find(([key]) => key === one)?.[1])} before, ${toText(value)} now`,
    );
    return { lines, changed };
  },
});

const list = readingAction({
  name: 'list',
  summary: 'lists the booking settings and who set each',
  readsPersonalData: false,
  args: {},
  options: {},
  async read({ db, context }) {
    const { now, byStaff } = requireLoaded(await readStaffSettings(db, false));
    const rows = [...names, 'terms_version' as const].map((name) => ({ name, value: now[name] }));
    await printTable(
      context.out,
      [
        { title: 'setting', of: ({ name }) => name },
        { title: 'set by', of: ({ name }) => (byStaff.includes(name) ? 'staff' : 'content') },
        { title: 'value', of: ({ value }) => toText(value) },
      ],
      [rows],
    );
    return 0;
  },
});

/** The staff command `landfall settings list|set`. */
export const settingsCommand: StaffCommand = { summary: 'Booking settings.', actions: [list, set] };
