import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeEach, expect, it, onTestFinished } from 'vitest';
import { checkContent } from '../../../../server/content/check/check-content.ts';
import { exportContent } from '../../../../server/content/export/export-content.ts';
import { loadContent } from '../../../../server/content/load/load-content.ts';
import { createTestDatabase } from '../../../support/database.ts';
import { type ContentFolder, createContentFolder } from '../content-folder.ts';
import { emptyAcademy } from '../empty-academy.ts';

const { db } = await createTestDatabase();
const today = '2026-11-30';
let folder: ContentFolder;

beforeEach(async () => {
  await emptyAcademy(db);
  folder = await createContentFolder();
});

/** Loads the content folder. Returns one line for each change: the action and the name of the row. */
async function load(options: { isDry?: boolean; overwritesStaff?: boolean } = {}): Promise<string[]> {
  const { changes } = await loadContent(db, folder.path, { today, ...options });
  return changes.map(({ action, name }) => `${action} ${name}`);
}

/** Exports the content, and expects that loading the export changes nothing. Returns the path of the export. */
async function expectRoundTrip(): Promise<string> {
  const path = await mkdtemp(join(tmpdir(), 'landfall-dropped-'));
  onTestFinished(() => rm(path, { recursive: true, force: true }));
  expect((await exportContent(db, { path, from: folder.path, today })).left).toEqual([]);
  expect(await checkContent(path)).toEqual([]);
  expect((await loadContent(db, path, { today, isDry: true })).changes).toEqual([]);
  return path;
}

type PackageFile = { discounts: object[] };
async function readPackage(): Promise<PackageFile> {
  const [one] = JSON.parse(await readFile(join(folder.path, 'packages.json'), 'utf8'));
  return one;
}

/** Loads content without the package, and then with the package again and a discount of 250 instead of 100 rupees. */
async function dropAndAddAgain(): Promise<string[]> {
  const bundle = await readPackage();
  await folder.write('packages.json', []);
  const groups = JSON.parse(await readFile(join(folder.path, 'booking-groups.json'), 'utf8'));
  await folder.write(
    'booking-groups.json',
    groups.map((group: object) => ({ ...group, package_ids: [] })),
  );
  await load();
  await expectRoundTrip();
  const discounts = bundle.discounts.map((discount) => ({ ...discount, value: 250 }));
  await folder.write('packages.json', [{ ...bundle, discounts }]);
  await folder.write('booking-groups.json', groups);
  const changes = await load();
  await expectRoundTrip();
  return changes;
}

const readBundle = async () => ({
  ...(await db.selectFrom('packages').select(['is_active', 'total_fee_paise']).executeTakeFirstOrThrow()),
  ...(await db.selectFrom('discounts').select('value').where('package_id', '=', 801).executeTakeFirstOrThrow()),
  courses: (await db.selectFrom('package_courses').select('course_id').execute()).length,
});

it('a package that the content drops and adds again has the discount that the content then gives', async () => {
  await load();
  await dropAndAddAgain();
  expect(await readBundle()).toEqual({ is_active: true, total_fee_paise: 200_000, value: 25_000, courses: 2 });
});

it('a package that staff changed, and that the content drops and adds again, has staff’s fee and the discount that the content then gives', async () => {
  await load();
  await db.updateTable('packages').set({ total_fee_paise: 190_000 }).execute();
  expect(await dropAndAddAgain()).toEqual(expect.arrayContaining(['kept package 801 (Both)', 'changed discount 2801']));
  expect(await readBundle()).toEqual({ is_active: true, total_fee_paise: 190_000, value: 25_000, courses: 2 });
});

it('a discount that staff changed in a package of theirs stays when the content drops the package and adds it again', async () => {
  await load();
  await db.updateTable('packages').set({ total_fee_paise: 190_000 }).execute();
  await db.updateTable('discounts').set({ value: 5_000 }).where('id', '=', 2801).execute();
  expect(await dropAndAddAgain()).toContain('kept discount 2801');
  expect(await readBundle()).toMatchObject({ is_active: true, value: 5_000 });
});

it('a package that staff changed and the content dropped is removed with its courses and discounts by a load that overwrites staff changes', async () => {
  await load();
  await db.updateTable('packages').set({ total_fee_paise: 190_000 }).execute();
  await folder.write('packages.json', []);
  await folder.write('booking-groups.json', []);
  await load();
  await load({ overwritesStaff: true });
  expect(await db.selectFrom('packages').select('is_active').execute()).toEqual([{ is_active: false }]);
  expect(await db.selectFrom('package_courses').selectAll().execute()).toEqual([]);
  expect(await db.selectFrom('discounts').select('id').execute()).toEqual([{ id: 1001 }]);
  await expectRoundTrip();
});
