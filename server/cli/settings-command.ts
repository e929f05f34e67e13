import { readFile } from 'node:fs/promises';
import * as z from 'zod';
import { bookingSettingsSchema } from '../../contract/booking.ts';
import { readStaffSettings, type SettingName, type StaffSettings, setSetting } from '../booking/settings-staff.repo.ts';
import { today } from '../providers/clock.ts';
import type { Change } from './action.ts';
import { CommandError, UsageError } from './command-failure.ts';
import { changingAction, readingAction } from './make-action.ts';
import { makeCommand } from './make-command.ts';
import { toPlain } from './plain-text.ts';
import { printTable } from './print-table.ts';
import { flag, oneOf } from './word-schemas.ts';

const names = [
  'enable_booking',
  'require_login',
  'booking_title',
  'booking_description',
  'terms_title',
  'terms_content',
  'terms_checkbox_text',
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

/** The value in the setting's own kind, by the rules of a content folder. @throws UsageError */
async function readValue(name: SettingName, text: string): Promise<string | boolean> {
  const schema = bookingSettingsSchema.shape[name];
  if (schema instanceof z.ZodBoolean) {
    const value = switches[text.trim().toLowerCase()];
    if (value === undefined) throw new UsageError(`${name} is on or off`);
    return value;
  }
  const [{ textFaults }, { sanitise }, { textKindOf }] = await Promise.all([
    import('../content/text-faults.ts'),
    import('../content/html.ts'),
    import('../content/text-kinds.ts'),
  ]);
  const faults = textFaults('', { [name]: text }, new Set());
  if (faults.length > 0) throw new CommandError(`${name} ${faults.map(({ reason }) => reason).join(', ')}`);
  return textKindOf(name) === 'html' ? sanitise(text) : text;
}

function requireLoaded(settings: StaffSettings | null): StaffSettings {
  if (settings) return settings;
  throw new CommandError('no content is loaded yet: landfall content load');
}

const shown = (value: unknown) => {
  const text = typeof value === 'boolean' ? (value ? 'on' : 'off') : toPlain(String(value));
  return text.length > 80 ? `${text.slice(0, 79)}…` : text;
};

const set = changingAction({
  name: 'set',
  summary: 'sets one booking setting over what the content says',
  words: {
    name: { about: names.join(', '), schema: oneOf(names) },
    value: { about: 'on or off, or a text; with --file the name of the file that has it', schema: z.string() },
  },
  options: { file: { about: 'read the text from a file', schema: flag } },
  notes: `A change of the terms (title, content, checkbox text) makes a new terms_version: students accept them again.
terms_content is HTML of the kinds that a content folder may have.
What is set here stays when content is loaded, until the content's own booking-settings.json says something else for it than
it did; 'content load' then names what it overruled. Setting the content's own value gives the setting back to the content.`,
  prepare: async ({ words, options }) =>
    readValue(words.name, options.file ? (await readTextFile(words.value)).trim() : words.value),
  async change({ tx, clock, words: { name }, prepared }): Promise<Change> {
    const settings = requireLoaded(await readStaffSettings(tx, true));
    const changed = await setSetting(tx, settings, { name, value: prepared, day: today(clock) });
    if (!changed) return { lines: [`${name} is ${shown(prepared)} already`], changed: null };
    const { before, after } = changed;
    const lines = Object.entries(after).map(
      ([one, value]) =>
        `${one}: ${shown(Object.entries(before).find(([key]) => key === one)?.[1])} before, ${shown(value)} now`,
    );
    return { lines, changed };
  },
});

const list = readingAction({
  name: 'list',
  summary: 'lists the booking settings that hold, and whose word each is',
  words: {},
  options: {},
  async read({ db, around }) {
    const { now, byStaff } = requireLoaded(await readStaffSettings(db, false));
    const rows = [...names, 'terms_version' as const].map((name) => ({ name, value: now[name] }));
    await printTable(
      around.out,
      [
        { title: 'setting', of: ({ name }) => name },
        { title: 'set by', of: ({ name }) => (byStaff.includes(name) ? 'staff' : 'content') },
        { title: 'value', of: ({ value }) => shown(value) },
      ],
      [rows],
    );
    return 0;
  },
});

/** `landfall settings list|set`. */
export const settingsCommand = makeCommand('settings', 'Booking settings.', [list, set]);
