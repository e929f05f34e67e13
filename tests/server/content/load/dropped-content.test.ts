import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { beforeEach, expect, it, onTestFinished } from 'vitest';
import { checkContent } from '../../../../server/content/check/check-content.ts';
import { exportContent } from '../../../../server/content/export/export-content.ts';
import { loadContent } from '../../../../server/content/load/load-content.ts';
import { createTestDatabase } from '../../../support/database.ts';
import { type ContentFolder, createContentFolder, makeCourse } from '../content-folder.ts';
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

/** Exports the content on a day, and expects that loading the export changes nothing. */
async function expectRoundTrip(day = today): Promise<void> {
  const path = await mkdtemp(join(tmpdir(), 'landfall-dropped-'));
  onTestFinished(() => rm(path, { recursive: true, force: true }));
  expect((await exportContent(db, { path, from: folder.path, today: day })).left).toEqual([]);
  expect(await checkContent(path)).toEqual([]);
  expect((await loadContent(db, path, { today: day, isDry: true })).changes).toEqual([]);
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

it('a package that was removed from the content and then added again gets the discount in the new content', async () => {
  await load();
  await dropAndAddAgain();
  expect(await readBundle()).toEqual({ is_active: true, total_fee_paise: 200_000, value: 25_000, courses: 2 });
});

it('a package removed from the content and added again keeps the fee that staff have set, and gets the discount in the new content', async () => {
  await load();
  await db.updateTable('packages').set({ total_fee_paise: 190_000 }).execute();
  expect(await dropAndAddAgain()).toEqual(expect.arrayContaining(['kept package 801 (Both)', 'changed discount 2801']));
  expect(await readBundle()).toEqual({ is_active: true, total_fee_paise: 190_000, value: 25_000, courses: 2 });
});

it('a discount that staff changed is kept when its package, also changed by staff, is removed from the content and added again', async () => {
  await load();
  await db.updateTable('packages').set({ total_fee_paise: 190_000 }).execute();
  await db.updateTable('discounts').set({ value: 5_000 }).where('id', '=', 2801).execute();
  expect(await dropAndAddAgain()).toContain('kept discount 2801');
  expect(await readBundle()).toMatchObject({ is_active: true, value: 5_000 });
});

it('a load that overwrites staff changes removes a staff-changed package that the content lacks, with its course list and discounts', async () => {
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

const readCourse = async () => ({
  ...(await db.selectFrom('courses').select('is_active').where('id', '=', 1).executeTakeFirstOrThrow()),
  batches: (await db.selectFrom('batches').select('status').orderBy('start_date').execute()).map(
    ({ status }) => status,
  ),
});

/** Writes the content folder without course ONE, which the package and the booking group then no longer have. */
async function dropCourse(): Promise<void> {
  await folder.remove('courses/one.json');
  for (const file of ['packages.json', 'booking-groups.json']) {
    const entries = JSON.parse(await readFile(join(folder.path, file), 'utf8'));
    const without = entries.map((entry: object) => ({ ...entry, course_codes: ['TWO'] }));
    await folder.write(file, without);
  }
}

it('a course that staff changed and the content lacks stays on the site with unchanged batches, unless the load overwrites staff changes', async () => {
  await load();
  await db.updateTable('courses').set({ total_fee_paise: 90_050 }).where('id', '=', 1).execute();
  const [first] = await db.selectFrom('batches').select('id').orderBy('start_date').execute();
  await db
    .updateTable('batches')
    .set({ status: 'closed' })
    .where('id', '=', first?.id ?? 0)
    .execute();
  await dropCourse();
  const kept = ['kept course 1 (ONE)', 'kept batches of course ONE'];
  for (const isDry of [true, false]) {
    expect(await load({ isDry })).toEqual(expect.arrayContaining(kept));
    expect(await readCourse()).toEqual({ is_active: true, batches: ['closed', 'open', 'open'] });
  }
  await expectRoundTrip();
  await expectRoundTrip('2028-01-01');
  await folder.write('courses/one.json', makeCourse(1, 'ONE'));
  await load();
  expect(await readCourse()).toEqual({ is_active: true, batches: ['closed', 'open', 'open'] });
  await folder.remove('courses/one.json');
  await load({ overwritesStaff: true });
  expect(await readCourse()).toEqual({ is_active: false, batches: ['closed', 'closed', 'closed'] });
});

it('if a staff-changed course returns to the content after it was missing there, loading the content updates the course’s batches', async () => {
  await load();
  await db.updateTable('courses').set({ total_fee_paise: 90_050 }).where('id', '=', 1).execute();
  await dropCourse();
  await load();
  const batches = { first_in_days: 1, every_days: 10, count: 2, capacity: 24 };
  await folder.write('courses/one.json', makeCourse(1, 'ONE', { batches }));
  expect(await load()).toEqual(expect.arrayContaining(['kept course 1 (ONE)']));
  expect((await readCourse()).batches).toEqual(['open', 'open', 'closed']);
  expect(await db.selectFrom('batches').select('capacity').orderBy('start_date').execute()).toMatchObject([
    { capacity: 24 },
    { capacity: 24 },
    { capacity: 20 },
  ]);
});

const dropPackage = async () => {
  await folder.write('packages.json', []);
  await folder.write('booking-groups.json', []);
};
const readParts = async () => ({
  active: (await db.selectFrom('packages').select('is_active').executeTakeFirstOrThrow()).is_active,
  discounts: await db.selectFrom('discounts').select('value').where('package_id', '=', 801).orderBy('id').execute(),
  courses: await db.selectFrom('package_courses').select('course_id').orderBy('course_id').execute(),
});
const changesOfParts: Record<string, () => Promise<unknown>> = {
  'changed its discount': () => db.updateTable('discounts').set({ value: 5_000 }).where('id', '=', 2801).execute(),
  'deleted its discount': () => db.deleteFrom('discounts').where('id', '=', 2801).execute(),
  'added a discount': () =>
    sql`insert into discounts select (jsonb_populate_record(d, '{"id": 9001, "position": 1}')).* from discounts d where id = 2801`.execute(
      db,
    ),
  'removed one of its courses': () => db.deleteFrom('package_courses').where('course_id', '=', 2).execute(),
};

it.each(Object.keys(changesOfParts))(
  'a package of which staff changed one part (they %s) stays unchanged if the content lacks it, unless the load overwrites staff changes',
  async (change) => {
    await load();
    await changesOfParts[change]?.();
    const left = await readParts();
    const [packages, groups] = await Promise.all(
      ['packages.json', 'booking-groups.json'].map((file) => readFile(join(folder.path, file), 'utf8')),
    );
    await dropPackage();
    for (const options of [{ isDry: true }, {}, { isDry: true }]) {
      expect(await load(options)).toContain('kept package 801 (Both)');
      expect(await readParts()).toEqual(left);
    }
    await expectRoundTrip();
    await folder.write('packages.json', JSON.parse(packages ?? ''));
    await folder.write('booking-groups.json', JSON.parse(groups ?? ''));
    await load();
    expect(await readParts()).toEqual(left);
    await expectRoundTrip();
    await dropPackage();
    expect(await load({ overwritesStaff: true })).toContain('overwritten package 801 (Both)');
    expect(await readParts()).toMatchObject({ active: false });
  },
);

it('a course of which staff changed only the discount stays on the site if the content lacks it', async () => {
  await load();
  await db.updateTable('discounts').set({ value: 5_000 }).where('course_id', '=', 1).execute();
  await dropCourse();
  expect(await load()).toEqual(expect.arrayContaining(['kept course 1 (ONE)', 'kept batches of course ONE']));
  expect(await readCourse()).toEqual({ is_active: true, batches: ['open', 'open', 'open'] });
  await expectRoundTrip();
});

it('a package that the content replaces by another with the same discount is removed although staff changed that discount', async () => {
  await load();
  await db.updateTable('discounts').set({ value: 5_000 }).where('id', '=', 2801).execute();
  await folder.write('packages.json', [{ ...(await readPackage()), id: 802, package_name: 'Pair' }]);
  await folder.write('booking-groups.json', []);
  expect(await load()).toEqual(expect.arrayContaining(['removed package 801 (Both)', 'kept discount 2801']));
  expect(await db.selectFrom('discounts').select(['package_id', 'value']).where('id', '=', 2801).execute()).toEqual([
    { package_id: 802, value: 5_000 },
  ]);
  expect(await load({ isDry: true })).toEqual(['kept discount 2801']);
  await expectRoundTrip();
});

it('a discount that staff deleted stays deleted if the content gives it to another package, although the former one stays', async () => {
  await load();
  await db.deleteFrom('discounts').where('id', '=', 2801).execute();
  await db.updateTable('packages').set({ total_fee_paise: 190_000 }).execute();
  await folder.write('packages.json', [{ ...(await readPackage()), id: 802, package_name: 'Pair' }]);
  await folder.write('booking-groups.json', []);
  expect(await load()).toEqual(expect.arrayContaining(['kept package 801 (Both)', 'kept discount 2801']));
  expect(await db.selectFrom('discounts').select('id').where('id', '=', 2801).execute()).toEqual([]);
});

it('the courses of a package that staff changed stay on the site if the content lacks both, unless the load overwrites staff changes', async () => {
  await load();
  await db.updateTable('discounts').set({ value: 5_000 }).where('id', '=', 2801).execute();
  await folder.remove('courses/one.json');
  await dropPackage();
  for (const isDry of [false, true]) {
    expect(await load({ isDry })).toEqual(
      expect.arrayContaining(['kept package 801 (Both)', 'kept course 1 (ONE)', 'kept batches of course ONE']),
    );
    expect(await readCourse()).toEqual({ is_active: true, batches: ['open', 'open', 'open'] });
  }
  await expectRoundTrip();
  expect(await load({ overwritesStaff: true })).toEqual(
    expect.arrayContaining(['overwritten package 801 (Both)', 'removed course 1 (ONE)']),
  );
  expect(await readCourse()).toEqual({ is_active: false, batches: ['closed', 'closed', 'closed'] });
});
