import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { sql } from 'kysely';
import { beforeEach, describe, expect, it } from 'vitest';
import { readSettings } from '../../../../server/booking/settings.repo.ts';
import { createTestDatabase } from '../../../support/database.ts';
import { type ContentFolder, createContentFolder, makeCourse } from '../../content/content-folder.ts';
import { countAudit, readAudit, staffOf } from '../staff.ts';

const { db, url } = await createTestDatabase();
const landfall = staffOf(url);
const set = (name: string, value: string, ...more: string[]) => landfall('settings', 'set', name, value, ...more);

async function settings() {
  const found = await readSettings(db);
  if (!found) throw new Error('no settings');
  return found;
}

let folder: ContentFolder;
let fromFile: Record<string, unknown>;
let loads = 0;

const load = () => landfall('content', 'load', folder.path);
/** Changes a file without settings and loads the folder again. A folder without any change would not be loaded. */
async function loadAnew() {
  loads += 1;
  await folder.write(
    'courses/two.json',
    makeCourse(2, 'TWO', { batches: null, discounts: [], course_name: `Name ${loads}` }),
  );
  const loaded = await load();
  expect(loaded).toMatchObject({ code: 0, err: '' });
  return loaded.out;
}

beforeEach(async () => {
  await sql`truncate staff_settings, cms_documents, content_loads, content_rows`.execute(db);
  folder = await createContentFolder();
  fromFile = JSON.parse(await readFile(join(folder.path, 'booking-settings.json'), 'utf8'));
  await load();
});

describe('a setting', () => {
  it('“landfall settings set” at once replaces a setting that was loaded from the content, and adds an audit entry', async () => {
    const before = await settings();
    const { code, out } = await set('enable_booking', 'off');
    expect({ code, out }).toEqual({ code: 0, out: 'enable_booking: on before, off now\n' });
    expect(await settings()).toEqual({ ...before, enable_booking: false });
    expect((await readAudit(db)).at(-1)).toMatchObject({
      command: 'settings set',
      arguments: { name: 'enable_booking', value: 'off' },
      before: { enable_booking: true },
      after: { enable_booking: false },
    });
  });

  it('“landfall settings set” with the current value changes nothing and adds no audit entry', async () => {
    const audited = await countAudit(db);
    expect(await set('enable_booking', 'yes')).toEqual({ code: 0, out: 'enable_booking is on already\n', err: '' });
    expect(await countAudit(db)).toBe(audited);
    expect(await db.selectFrom('staff_settings').selectAll().execute()).toEqual([]);
  });

  it('“landfall settings set --dry-run” changes nothing', async () => {
    const [before, audited] = [await settings(), await countAudit(db)];
    const { out } = await set('booking_title', 'Book, "now"', '--dry-run');
    expect(out).toContain('booking_title: Book Online before, Book, "now" now');
    expect(await settings()).toEqual(before);
    expect(await countAudit(db)).toBe(audited);
  });

  it('“landfall settings set” refuses unknown names, invalid values, unsafe HTML and unreadable files', async () => {
    const before = await settings();
    const cases = [
      ['enable_booking', 'maybe', 2, 'enable_booking is on or off'],
      ['terms_version', '9', 2, '<name>: must be one of enable_booking'],
      ['id', '9', 2, '<name>: must be one of'],
      ['booking_title', ' ', 1, 'booking_title is empty'],
      ['booking_title', '<b>Book</b>', 1, 'has HTML where plain text is shown'],
      ['terms_content', '<p onclick="x()">Pay</p><script>x()</script>', 1, '<script> is not allowed'],
    ] as const;
    for (const [name, value, code, reason] of cases) {
      const ended = await set(name, value);
      expect(ended).toMatchObject({ code, out: '' });
      expect(ended.err).toContain(reason);
    }
    expect((await set('terms_content', '/nowhere/terms.html', '--file')).err).toContain("can't be read (ENOENT)");
    expect(await settings()).toEqual(before);
  });

  it('“landfall settings list” shows whether staff or the content set each value', async () => {
    await set('require_login', 'off');
    const { out } = await landfall('settings', 'list');
    expect(out).toMatch(/^setting +set by +value\n/);
    expect(out).toMatch(/^require_login +staff +off$/m);
    expect(out).toMatch(/^enable_booking +content +on$/m);
    expect(out).toMatch(/^terms_version +content +\S+$/m);
  });
});

it('loading content without a payment note keeps the payment note that staff have set', async () => {
  const { payment_note: _, ...withoutNote } = fromFile;
  await folder.write('booking-settings.json', withoutNote);
  await loadAnew();
  await sql`update cms_documents set body = body - 'payment_note' where key = 'booking-settings'`.execute(db);
  expect(await set('payment_note', 'You pay by UPI.')).toMatchObject({ code: 0, err: '' });
  await loadAnew();
  expect((await settings()).payment_note).toBe('You pay by UPI.');
});

describe('the terms', () => {
  it('every change of a text of the booking terms gives the terms a new version', async () => {
    const { terms_version: first } = await settings();
    const path = join(folder.path, 'terms.html');
    await writeFile(path, '<p>Be early.</p>\n');
    expect((await set('terms_content', path, '--file')).code).toBe(0);
    const second = await settings();
    expect(second.terms_content).toBe('<p>Be early.</p>');
    const stored = await db.selectFrom('staff_settings').select('name').orderBy('name').execute();
    const all = ['terms_checkbox_text', 'terms_content', 'terms_title', 'terms_version'];
    expect(stored.map(({ name }) => name)).toEqual(all);
    expect(second.terms_version).toMatch(/^\d{4}-\d{2}-\d{2}-[0-9a-f]{8}$/);
    await set('terms_checkbox_text', 'I agree');
    const third = await settings();
    expect(new Set([first, second.terms_version, third.terms_version]).size).toBe(3);
    expect((await readAudit(db)).at(-1)).toMatchObject({
      before: { terms_checkbox_text: fromFile.terms_checkbox_text, terms_version: second.terms_version },
      after: { terms_checkbox_text: 'I agree', terms_version: third.terms_version },
    });
  });

  it('changing the booking terms back to an earlier text gives them the version of that text again', async () => {
    const { terms_content: text, terms_version: version } = await settings();
    await set('terms_content', '<p>One.</p>');
    const one = await settings();
    await set('terms_content', '<p>Two.</p>');
    await set('terms_content', '<p>One.</p>');
    expect((await settings()).terms_version).toBe(one.terms_version);
    await set('terms_content', text);
    expect((await settings()).terms_version).toBe(version);
    expect(await db.selectFrom('staff_settings').selectAll().execute()).toEqual([]);
  });

  it('the booking terms keep their version when another setting changes', async () => {
    const { terms_version } = await settings();
    await set('booking_title', 'Book now');
    expect((await settings()).terms_version).toBe(terms_version);

    // Terms that staff set on an earlier day.
    await set('terms_content', '<p>One.</p>');
    const body = JSON.stringify({ ...(await settings()), terms_version: '2026-01-05-0a1b2c3d' });
    await db.updateTable('cms_documents').set({ body }).where('key', '=', 'booking-settings').execute();
    await set('booking_title', 'Book today');
    expect((await settings()).terms_version).toBe('2026-01-05-0a1b2c3d');
  });
});

describe('loading the content', () => {
  it('loading content keeps a setting that staff have changed if the content still has the same value as before', async () => {
    await set('enable_booking', 'off');
    await set('terms_content', '<p>Be early.</p>');
    const before = await settings();
    expect(await loadAnew()).not.toContain('overwritten');
    expect(await settings()).toEqual(before);
    await folder.write('booking-settings.json', { ...fromFile, booking_title: 'Courses' });
    await load();
    expect(await settings()).toEqual({ ...before, booking_title: 'Courses' });
  });

  it('loading content keeps and reports a setting that staff have set, unless --overwrite-staff-changes is given', async () => {
    await set('enable_booking', 'off');
    await set('booking_title', 'Book now');
    await folder.write('booking-settings.json', { ...fromFile, booking_title: 'Courses' });
    expect((await load()).out).toContain(
      '  kept, because staff changed it: page booking-settings\n    body.booking_title: Book now (the content says Courses)\n',
    );
    expect(await settings()).toMatchObject({ booking_title: 'Book now', enable_booking: false });
    const overwriting = await landfall('content', 'load', folder.path, '--overwrite-staff-changes');
    expect(overwriting.out).toContain('body.booking_title: Book now → Courses');
    expect(await settings()).toMatchObject({ booking_title: 'Courses', enable_booking: true });
    expect((await landfall('settings', 'list')).out).toMatch(/^booking_title +content/m);
    expect((await readAudit(db)).at(-1)).toMatchObject({
      command: 'content load',
      after: { counts: { overwritten: 1 }, overwritten: [{ action: 'overwritten' }] },
    });
  });

  it('terms that staff have set are kept when content with a new terms title is loaded, unless --overwrite-staff-changes is given', async () => {
    await set('terms_content', '<p>Be early.</p>');
    await folder.write('booking-settings.json', { ...fromFile, terms_title: 'New terms', terms_version: 'v2' });
    const before = await settings();
    await load();
    expect(await settings()).toEqual(before);
    await landfall('content', 'load', folder.path, '--overwrite-staff-changes');
    expect(await settings()).toMatchObject({
      terms_title: 'New terms',
      terms_content: fromFile.terms_content,
      terms_version: 'v2',
    });
  });

  it('a setting that staff change back to the value in the content is listed as set by the content again', async () => {
    await set('booking_title', 'Book now');
    await set('booking_title', String(fromFile.booking_title));
    expect((await landfall('settings', 'list')).out).toMatch(/^booking_title +content/m);
  });
});

it('“landfall settings set” fails and explains why if no content is loaded yet', async () => {
  await sql`truncate cms_documents`.execute(db);
  expect(await set('enable_booking', 'off')).toMatchObject({
    code: 1,
    err: 'no content is loaded yet: landfall content load\n',
  });
});
