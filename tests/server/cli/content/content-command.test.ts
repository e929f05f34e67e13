import { expect, it } from 'vitest';
import { createTestDatabase } from '../../../support/database.ts';
import { createContentFolder, makeCourse } from '../../content/content-folder.ts';
import { readAudit, staffOf } from '../staff.ts';

const { db, url } = await createTestDatabase();
const landfall = staffOf(url);
/**
 * Runs a command with a database that cannot be reached, because commands that need no database must work without one.
 */
const withoutDatabase = staffOf('postgres://nobody@127.0.0.1:1/nowhere');

it('“landfall content check” prints no errors for a valid content folder', async () => {
  const { path } = await createContentFolder();
  expect(await withoutDatabase('content', 'check', path)).toEqual({ code: 0, out: `${path}: no errors\n`, err: '' });
});

it('“landfall content check” prints every error of a content folder and exits with code 1', async () => {
  const { path, write, remove } = await createContentFolder();
  await write('notices.json', '[');
  await remove('home.json');
  const { code, err } = await withoutDatabase('content', 'check', path);
  expect(code).toBe(1);
  expect(err).toMatch(/: 2 errors\n {2}home\.json {2}file is missing\n {2}notices\.json {2}is no JSON: .+\n$/);
});

it('running “landfall content load” a second time for the same folder reports that the content is already loaded', async () => {
  const { path } = await createContentFolder();
  const first = await landfall('content', 'load', path);
  expect(first).toMatchObject({ code: 0, err: '' });
  expect(first.out).toMatch(
    /: loaded; courses on offer: 2, packages: 1, batches count from \d{4}-\d{2}-\d{2}\n\d+ added\n$/,
  );
  const again = await landfall('content', 'load', path);
  expect(again.out).toContain('nothing to do, this content is loaded already');
  expect(await db.selectFrom('content_loads').selectAll().execute()).toHaveLength(1);
});

it('“landfall content load” adds an audit entry with the actor, the folder and the number of changes, but none if nothing changes', async () => {
  const { path, write } = await createContentFolder();
  await landfall('content', 'load', path);
  const before = await readAudit(db);
  await write('courses/two.json', makeCourse(2, 'TWO', { batches: null, discounts: [], course_name: 'New name' }));
  await landfall('content', 'load', path, '--dry-run');
  expect(await readAudit(db)).toEqual(before);
  await landfall('content', 'load', path);
  await landfall('content', 'load', path);
  expect((await readAudit(db)).slice(before.length)).toEqual([
    {
      actor: 'Priya (accounts)',
      command: 'content load',
      arguments: { folder: path, 'dry-run': false, 'overwrite-staff-changes': false },
      before: null,
      after: { counts: { changed: 1 } },
    },
  ]);
});

it('“landfall content load” loads nothing from a folder with an error, and exits with code 1 without a stack trace', async () => {
  const { path, write } = await createContentFolder();
  await write('brand.json', '{}');
  const { code, err } = await landfall('content', 'load', path);
  expect(code).toBe(1);
  expect(err).toMatch(/nothing was loaded:\n {2}brand\.json {2}name {2}is missing\n/);
  expect(err).not.toContain('    at ');
});

it('the landfall command exits with code 0 for --help and with code 2 for wrong usage', async () => {
  expect(await withoutDatabase('--help')).toMatchObject({ code: 0, err: '' });
  expect((await withoutDatabase('content', '--help')).out).toContain('landfall content check [options] [folder]');
  expect((await withoutDatabase()).code).toBe(2);
  expect((await withoutDatabase('content', 'paint')).code).toBe(2);
  const unknown = await withoutDatabase('contents');
  expect(unknown.code).toBe(2);
  expect(unknown.err).toContain("unknown command 'contents'");
});
