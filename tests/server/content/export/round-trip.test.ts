import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as fc from 'fast-check';
import { sql } from 'kysely';
import { beforeEach, expect, it, onTestFinished, vi } from 'vitest';
import { addDays } from '../../../../contract/days.ts';
import { checkContent } from '../../../../server/content/check/check-content.ts';
import { exportContent } from '../../../../server/content/export/export-content.ts';
import { loadContent } from '../../../../server/content/load/load-content.ts';
import { createTestDatabase, emptyTables } from '../../../support/database.ts';
import { type ContentFolder, createContentFolder, makeCourse } from '../content-folder.ts';
import { emptyAcademy } from '../empty-academy.ts';

// Allow more time, because each round trip loads a whole content folder three times.
vi.setConfig({ testTimeout: 120_000 });

const { db } = await createTestDatabase();
const demo = join(import.meta.dirname, '../../../../content');
const today = '2026-11-24';

beforeEach(() => emptyAcademy(db));

/** All rows that a content load may write, except those in which it records what it has loaded. */
async function readAll() {
  const tables = [
    'departments',
    'courses',
    'packages',
    'package_courses',
    'discounts',
    'batches',
    'batch_sessions',
  ].concat([
    'seat_claims',
    'booking_groups',
    'cms_documents',
    'notices',
    'posts',
    'authors',
    'venues',
    'instructors',
    'staff_settings',
    'refund_policies',
  ]);
  const read = tables.map(async (table) => {
    const { rows } = await sql<{ row: Record<string, unknown> }>`
      select to_jsonb(t) - 'content_key' as row from ${sql.table(table)} t order by 1`.execute(db);
    return [table, rows.map(({ row }) => row)] as const;
  });
  return Object.fromEntries(await Promise.all(read));
}

/** Exports the content, and checks that the folder has no errors and that loading it changes nothing. */
async function expectRoundTrip(from: string): Promise<string> {
  const scratch = await mkdtemp(join(tmpdir(), 'landfall-export-'));
  onTestFinished(() => rm(scratch, { recursive: true, force: true }));
  const path = join(scratch, 'exported');
  const { left } = await exportContent(db, { path, from, today });
  expect(left).toEqual([]);
  expect(await checkContent(path)).toEqual([]);
  const before = await readAll();
  expect((await loadContent(db, path, { today, isDry: true })).changes).toEqual([]);
  expect((await loadContent(db, path, { today })).changes).toEqual([]);
  expect(await readAll()).toEqual(before);
  return path;
}

it('exporting unchanged demo content writes files that equal the demo content byte for byte', async () => {
  await loadContent(db, demo, { today, withStudents: true });
  const path = await expectRoundTrip(demo);
  for (const file of ['home.json', 'notices.json', 'joining.json', 'documents.json', 'posts/anchor-watch.json'])
    expect(await readFile(join(path, file), 'utf8').catch(() => file)).toBe(
      await readFile(join(demo, file), 'utf8').catch(() => file),
    );
});

it('a content export includes the settings, notices, texts, authors and batches that staff have changed', async () => {
  await loadContent(db, demo, { today, withStudents: true });
  const [first, second, third] = await db
    .selectFrom('batches')
    .select(['id', 'course_id'])
    .where('start_date', '>', today)
    .orderBy('id')
    .limit(3)
    .execute();
  if (!first || !second || !third) throw new Error('no batches');
  await sql`update batches set capacity = 99, status = 'closed' where id = ${first.id}`.execute(db);
  await sql`update batches set start_date = '2027-03-01', end_date = '2027-03-20' where id = ${second.id}`.execute(db);
  await sql`update batches set publication = 'draft', venue_id = 'campus' where id = ${third.id}`.execute(db);
  const dates = { start_date: '2027-04-05', end_date: '2027-04-09' };
  const { id } = await db
    .insertInto('batches')
    .values({ course_id: first.course_id, ...dates, status: 'open', capacity: 6 })
    .returning('id')
    .executeTakeFirstOrThrow();
  await db
    .insertInto('batch_sessions')
    .values({ batch_id: id, day: '2027-04-06', start_time: '10:00', end_time: '12:30' })
    .execute();
  await sql`update notices set title = 'New title', expiry_date = '2027-05-01' where id = 1`.execute(db);
  await sql`insert into notices select 77, 'Own', content, '2027-01-01', '2027-02-01', 9 from notices where id = 1`.execute(
    db,
  );
  await sql`delete from notices where id = 2`.execute(db);
  await sql`update courses set detail = detail || '{"dress_code": "Boiler suit"}', actual_fee_paise = 123450 where id = 302`.execute(
    db,
  );
  await sql`update authors set name = 'Capt. T. Antony' where id = 2`.execute(db);
  await sql`insert into authors select 77, 'own', 'Own', profile_url from authors where id = 2`.execute(db);
  await sql`update posts set author_id = 77 where id = 2101`.execute(db);
  await sql`update posts set author_id = null where id = 2103`.execute(db);
  await sql`update cms_documents set body = body || '{"booking_title": "Reserve"}' where key = 'booking-settings'`.execute(
    db,
  );
  const path = await expectRoundTrip(demo);
  const notices = JSON.parse(await readFile(join(path, 'notices.json'), 'utf8'));
  expect(notices[0]).toMatchObject({ title: 'New title', date_in_days: -6, expires: '2027-05-01' });
  expect(notices.map((notice: { id: number }) => notice.id)).not.toContain(2);
  const authors: { id: number; name: string }[] = JSON.parse(await readFile(join(path, 'authors.json'), 'utf8'));
  expect([authors[1]?.name, authors.at(-1)?.id]).toEqual(['Capt. T. Antony', 77]);
  const authorOf = async (file: string) => JSON.parse(await readFile(join(path, 'posts', file), 'utf8')).author;
  expect(await authorOf('blog-2101-your-first-sign-on-papers.json')).toBe('own');
  expect(await authorOf('blog-2103-the-quiet-cabin.json')).toBeNull();
  // The export has been loaded, so the changes by staff now count as content, and loading other content replaces them.
  expect((await loadContent(db, demo, { today, isDry: true })).changes.map(({ action }) => action)).not.toContain(
    'kept',
  );
});

it('a discount that has been moved to another course is exported only in the file of that course', async () => {
  const folder = await createContentFolder();
  await loadContent(db, folder.path, { today });
  await db.updateTable('discounts').set({ course_id: 2 }).where('id', '=', 1001).execute();
  const path = await expectRoundTrip(folder.path);
  const discountsOf = async (file: string) => JSON.parse(await readFile(join(path, file), 'utf8')).discounts;
  expect(await discountsOf('courses/one.json')).toEqual([]);
  expect(await discountsOf('courses/two.json')).toMatchObject([{ id: 1001, value: 12.5 }]);
});

it('a course and a notice that staff have changed are exported even after their removal from the content files', async () => {
  const folder = await createContentFolder();
  const notices = JSON.parse(await readFile(join(folder.path, 'notices.json'), 'utf8'));
  await folder.write('notices.json', [...notices, { ...notices[0], id: 2, title: 'Second' }]);
  await folder.write('courses/three.json', makeCourse(3, 'THREE', { batches: null, discounts: [] }));
  await loadContent(db, folder.path, { today });
  await db.updateTable('courses').set({ total_fee_paise: 90_050 }).where('id', '=', 3).execute();
  await db.updateTable('notices').set({ title: 'Changed' }).where('id', '=', 2).execute();
  await folder.write('notices.json', notices);
  await folder.remove('courses/three.json');
  const { changes } = await loadContent(db, folder.path, { today });
  expect(changes.map(({ action }) => action)).toEqual(['kept', 'kept']);
  const path = await expectRoundTrip(folder.path);
  const read = async (file: string) => JSON.parse(await readFile(join(path, file), 'utf8'));
  expect(await read('courses/three.json')).toMatchObject({ course_code: 'THREE', total_fee: 900.5 });
  expect((await read('notices.json'))[1]).toMatchObject({ id: 2, title: 'Changed' });
});

it('a package that staff have changed is exported with its courses and discounts even after its removal from the content files', async () => {
  const folder = await createContentFolder();
  const packages = JSON.parse(await readFile(join(folder.path, 'packages.json'), 'utf8'));
  const discounts = [{ ...packages[0].discounts[0], id: 2901 }];
  await folder.write('packages.json', [...packages, { ...packages[0], id: 901, position: 2, discounts }]);
  await loadContent(db, folder.path, { today });
  await db.updateTable('packages').set({ total_fee_paise: 90_050 }).where('id', '=', 901).execute();
  await folder.write('packages.json', packages);
  await loadContent(db, folder.path, { today });
  const path = await expectRoundTrip(folder.path);
  const exported = JSON.parse(await readFile(join(path, 'packages.json'), 'utf8'));
  expect(exported).toMatchObject([{ id: 801 }, { id: 901, total_fee: 900.5, discounts }]);
  expect(exported[1].course_codes).toEqual(packages[0].course_codes);
});

it('a batch that staff created with no seats reserved for the office is exported with office_seats 0', async () => {
  const folder = await createContentFolder();
  const dates = [{ start_date: '2027-02-01' }];
  await folder.write('courses/one.json', makeCourse(1, 'ONE', { batches: { capacity: 20, office_seats: 3, dates } }));
  await loadContent(db, folder.path, { today });
  const days = { start_date: '2027-04-05', end_date: '2027-04-07' };
  await db
    .insertInto('batches')
    .values({ course_id: 1, ...days, status: 'open', capacity: 6 })
    .execute();
  const path = await expectRoundTrip(folder.path);
  const { batches } = JSON.parse(await readFile(join(path, 'courses/one.json'), 'utf8'));
  expect(batches.dates[1]).toMatchObject({ ...days, office_seats: 0 });
});

it('exporting content fails and names the batch if a batch has two sessions on one day', async () => {
  const folder = await createContentFolder();
  await loadContent(db, folder.path, { today });
  const batch = db.selectFrom('batches').select(['id', 'start_date']).orderBy('id').limit(1);
  const { id: batch_id, start_date: day } = await batch.executeTakeFirstOrThrow();
  const times = [
    { start_time: '09:00', end_time: '12:00' },
    { start_time: '13:00', end_time: '17:00' },
  ];
  await db
    .insertInto('batch_sessions')
    .values(times.map((time) => ({ batch_id, day, ...time })))
    .execute();
  const scratch = await mkdtemp(join(tmpdir(), 'landfall-export-'));
  onTestFinished(() => rm(scratch, { recursive: true, force: true }));
  await expect(exportContent(db, { path: join(scratch, 'exported'), from: folder.path, today })).rejects.toThrow(
    `from ${day} has two sessions on ${day}; attendance is marked once a day`,
  );
});

it('a content export includes the refund policy, whether it comes from the content or was set by staff', async () => {
  const setByStaff = (steps: object[]) =>
    db
      .insertInto('refund_policies')
      .values({ steps: JSON.stringify(steps) })
      .execute();
  const folder = await createContentFolder();
  await folder.write('refunds.json', {
    policy: [
      { days: 2, percent: 20 },
      { days: 9, percent: 70 },
    ],
  });
  await loadContent(db, folder.path, { today });
  await expectRoundTrip(folder.path);
  await setByStaff([{ days: 30, percent: 100 }]);
  const path = await expectRoundTrip(folder.path);
  expect(JSON.parse(await readFile(join(path, 'refunds.json'), 'utf8'))).toEqual({
    policy: [{ days: 30, percent: 100 }],
  });
});

const session = fc.constantFrom(null, { start: '09:00', end: '17:00' }, { start: '18:00', end: '20:30' });
const dated = fc.record({
  ahead: fc.integer({ min: 1, max: 600 }),
  capacity: fc.integer({ min: 3, max: 40 }),
  office_seats: fc.option(fc.integer({ min: 0, max: 3 }), { nil: undefined }),
  state: fc.constantFrom('draft', 'open', 'closed', 'cancelled'),
  venue_id: fc.constantFrom(undefined, null, 'bridge-1'),
  times: fc.option(session, { nil: undefined }),
});
const schedule = fc.record({
  capacity: fc.integer({ min: 3, max: 40 }),
  times: session,
  venue_id: fc.constantFrom('campus', null),
  dates: fc.uniqueArray(dated, { selector: ({ ahead }) => ahead, maxLength: 5 }),
  every: fc.integer({ min: 1, max: 9 }),
  on: fc.constantFrom('monday', 'saturday'),
  counted: fc.boolean(),
});
type Schedule = typeof schedule extends fc.Arbitrary<infer T> ? T : never;

/** A change that staff make to a batch. `at` chooses the batch, and the other fields say what changes. */
const change = fc.record({
  at: fc.nat(),
  days: fc.integer({ min: 0, max: 9 }),
  more: fc.integer({ min: 0, max: 5 }),
  status: fc.constantFrom('open', 'closed'),
  publication: fc.constantFrom('published', 'draft', 'cancelled'),
  venue_id: fc.constantFrom(null, 'campus', 'bridge-1'),
});

async function writeSchedule(folder: ContentFolder, one: Schedule) {
  const { capacity, times, venue_id, every, on, counted } = one;
  const dates = one.dates.map(({ ahead, ...rest }) => ({ start_date: addDays('2027-01-01', ahead), ...rest }));
  const series = [
    { key: 'main', from: '2027-01-01', until: '2027-06-30', every, unit: 'week', on: [on], if_off: 'postpone' },
  ];
  const demoDays = counted ? { first_in_days: 3, every_days: 11, count: 3 } : {};
  await folder.write(
    'courses/one.json',
    makeCourse(1, 'ONE', { batches: { capacity, times, venue_id, dates, series, ...demoDays } }),
  );
}

it('loading a content export changes nothing, however staff have changed the batches before the export', async () => {
  const folder = await createContentFolder();
  await folder.write('calendar.json', {
    weekly_off: ['sunday'],
    holidays: [{ date: '2027-01-26', name: 'Republic Day' }],
  });
  await folder.write('joining.json', {
    venues: [
      { id: 'campus', address: 'Quay' },
      { id: 'bridge-1', address: 'Bridge', exclusive: true },
    ],
  });
  await fc.assert(
    fc.asyncProperty(schedule, fc.array(change, { maxLength: 6 }), async (one, changes) => {
      await emptyTables(db, 'batches', 'content_loads', 'content_rows');
      await writeSchedule(folder, one);
      await loadContent(db, folder.path, { today });
      const ids = (await db.selectFrom('batches').select('id').orderBy('id').execute()).map(({ id }) => id);
      for (const { at, days, more, status, publication, venue_id } of changes) {
        const id = ids[at % ids.length] ?? 0;
        await sql`update batch_sessions set day = day + ${days + 5_000}::integer where batch_id = ${id}`.execute(db);
        await sql`update batch_sessions set day = day - 5000 where batch_id = ${id}`.execute(db);
        await sql`update batches set start_date = start_date + ${days}::integer, end_date = end_date + ${days + more}::integer,
          capacity = capacity + ${more}, status = ${status}, publication = ${publication}, venue_id = ${venue_id}
          where id = ${id}`.execute(db);
      }
      await expectRoundTrip(folder.path);
    }),
    { numRuns: 4 },
  );
}, 240_000);
