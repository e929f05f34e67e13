import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { verify } from '@node-rs/argon2';
import { sql } from 'kysely';
import { beforeEach, describe, expect, it } from 'vitest';
import { readStaffSettings, setSetting } from '../../../../server/booking/settings-staff.repo.ts';
import { documentFiles } from '../../../../server/content/files/content-files.ts';
import { loadContent } from '../../../../server/content/load/load-content.ts';
import { inTransaction } from '../../../../server/db/transactions/transaction.ts';
import { createTestDatabase } from '../../../support/database.ts';
import { untilWaiting } from '../../cli/staff.ts';
import { createContentFolder, makeCourse } from '../content-folder.ts';
import { emptyAcademy } from '../empty-academy.ts';

const { db } = await createTestDatabase();
const first = { today: '2026-05-30' };

type Row = Record<string, unknown>;

/**
 * The rows that a content load writes, except posts and demo orders, each with the id of the transaction that wrote it.
 */
async function readAll(): Promise<Record<string, Row[]>> {
  const tables = [
    'departments',
    'courses',
    'packages',
    'package_courses',
    'discounts',
    'batches',
    'seat_claims',
  ].concat(['booking_groups', 'cms_documents', 'notices', 'content_loads', 'students']);
  const read = tables.map(async (table) => {
    const { rows } = await sql<Row>`select t.*, t.xmin::text from ${sql.table(table)} t order by 1, 2`.execute(db);
    return [table, rows] as const;
  });
  return Object.fromEntries(await Promise.all(read));
}

async function readBatches(): Promise<Row[]> {
  return db
    .selectFrom('batches')
    .select(['course_id', 'content_key', 'start_date', 'end_date', 'status', 'capacity', 'taken'])
    .orderBy('course_id')
    .orderBy('start_date')
    .execute();
}

/** Reads the batches whose number of taken seats differs from the sum of their seat claims. */
async function readUneven(): Promise<Row[]> {
  const { rows } = await sql<Row>`
    select b.id, b.taken from batches b where b.taken <> (
      select coalesce(sum(seats), 0) from seat_claims where batch_id = b.id)`.execute(db);
  return rows;
}

beforeEach(() => emptyAcademy(db));

describe('content load', () => {
  it('loading content adds the joining details in joining.json to a course that has none of its own', async () => {
    const own = { reporting_time: '06:30, fire ground', settings: { venue_id: 'pool', accommodation: 'None.' } };
    const { path, write } = await createContentFolder();
    await write('joining.json', {
      reporting_time: '08:30, reception',
      dress_code: 'Closed shoes',
      what_to_bring: ['A notebook'],
      venue_id: 'campus',
      venues: [
        { id: 'campus', address: '1 Quay Road', location_map_link: 'https://maps.example.com/' },
        { id: 'pool', address: 'Quay 9', logistics: 'By bus.', accommodation: 'On campus.' },
      ],
      document_kinds: [
        { id: 'passport', words: ['passport'] },
        { id: 'cdc', words: ['CDC', 'continuous discharge'] },
      ],
    });
    const requiredDocuments = [{ name: 'Passport or CDC', kinds: ['passport', 'cdc'] }, { name: 'Two photographs' }];
    await write('courses/one.json', makeCourse(1, 'ONE', { requiredDocuments }));
    await write('courses/two.json', makeCourse(2, 'TWO', own));
    await loadContent(db, path, first);
    const rows = await db.selectFrom('courses').select('detail').orderBy('id').execute();
    expect(rows.map(({ detail }) => detail)).toEqual([
      {
        short_description: 'One line.',
        reporting_time: '08:30, reception',
        dress_code: 'Closed shoes',
        what_to_bring: ['A notebook'],
        requiredDocuments: [
          { name: 'Passport or CDC', words: ['passport', 'CDC', 'continuous discharge'] },
          { name: 'Two photographs' },
        ],
        settings: { venue: '1 Quay Road', location_map_link: 'https://maps.example.com/' },
      },
      {
        short_description: 'One line.',
        reporting_time: '06:30, fire ground',
        dress_code: 'Closed shoes',
        what_to_bring: ['A notebook'],
        settings: { venue: 'Quay 9', logistics: 'By bus.', accommodation: 'None.' },
      },
    ]);
  });

  it('loading content does not give the map link of the academy’s venue to a course with an address of its own', async () => {
    const { path, write } = await createContentFolder();
    await write('joining.json', {
      venue_id: 'campus',
      venues: [{ id: 'campus', address: '1 Quay Road', location_map_link: 'https://maps.example.com/' }],
    });
    await write('courses/one.json', makeCourse(1, 'ONE', { settings: { venue: 'On board MV Sagar' } }));
    await loadContent(db, path, first);
    const { detail } = await db.selectFrom('courses').select('detail').where('id', '=', 1).executeTakeFirstOrThrow();
    expect(detail).toMatchObject({ settings: { venue: 'On board MV Sagar' } });
    expect(detail).not.toHaveProperty('settings.location_map_link');
  });

  it('loading a content folder stores its courses, discounts, notices, booking groups and pages', async () => {
    const { path } = await createContentFolder();
    const loaded = await loadContent(db, path, first);
    expect(loaded).toMatchObject({ isChanged: true, courses: 2, packages: 1, baseDay: '2026-05-30' });
    const course = await db.selectFrom('courses').selectAll().where('id', '=', 1).executeTakeFirstOrThrow();
    expect(course).toMatchObject({
      course_code: 'ONE',
      total_fee_paise: 100_050,
      detail: { short_description: 'One line.' },
    });
    expect(course.search_text).toBe('course one one pre-sea  one line.');
    const discounts = await db
      .selectFrom('discounts')
      .select(['id', 'type', 'value', 'package_id'])
      .orderBy('id')
      .execute();
    expect(discounts).toEqual([
      { id: 1001, type: 'percentage', value: 1250, package_id: null },
      { id: 2801, type: 'fixed_amount', value: 10_000, package_id: 801 },
    ]);
    const notice = await db.selectFrom('notices').selectAll().executeTakeFirstOrThrow();
    expect(notice).toMatchObject({ date: '2026-05-29', expiry_date: '2026-06-04', position: 1 });
    const groups = await db.selectFrom('booking_groups').select(['course_ids', 'package_ids']).execute();
    expect(groups).toEqual([{ course_ids: [1, 2], package_ids: [801] }]);
    const keys = await db.selectFrom('cms_documents').select('key').orderBy('key').execute();
    expect(keys.map(({ key }) => key)).toEqual(Object.keys(documentFiles).sort());
  });

  it('loading content stores the prerequisites of a course with their names', async () => {
    const { path, write } = await createContentFolder();
    await write('courses/two.json', makeCourse(2, 'TWO', { batches: null, discounts: [], prerequisites: ['ONE'] }));
    await loadContent(db, path, first);
    const rows = await db.selectFrom('courses').select(['course_name', 'prerequisites']).orderBy('id').execute();
    expect(rows.map(({ prerequisites }) => prerequisites)).toEqual([
      [],
      [{ id: 1, course_name: rows[0]?.course_name }],
    ]);
  });

  it('loading the same content a second time writes no database row', async () => {
    const { path } = await createContentFolder();
    await loadContent(db, path, { ...first, withStudents: true });
    const before = await readAll();
    const again = await loadContent(db, path, { today: '2026-09-01', withStudents: true });
    expect(again.isChanged).toBe(false);
    expect(await readAll()).toEqual(before);
  });

  it('loading changed content updates only the row whose content has changed', async () => {
    const { path, write } = await createContentFolder();
    await loadContent(db, path, first);
    const before = await readAll();
    await write('courses/two.json', makeCourse(2, 'TWO', { batches: null, discounts: [], course_name: 'New name' }));
    await loadContent(db, path, { today: '2026-08-01' });
    const { courses, content_loads, ...rest } = await readAll();
    const { courses: coursesBefore, content_loads: loadsBefore, ...restBefore } = before;
    expect(rest).toEqual(restBefore);
    expect(courses?.[0]).toEqual(coursesBefore?.[0]);
    expect(courses?.[1]).toMatchObject({ course_name: 'New name' });
    expect(Number(courses?.[1]?.updated_at)).toBeGreaterThan(Number(coursesBefore?.[1]?.updated_at));
    expect(content_loads?.map((row) => row.base_day)).toEqual(['2026-05-30', '2026-05-30']);
    expect(loadsBefore).toHaveLength(1);
  });

  it('loading an earlier version of the content again restores the earlier values', async () => {
    const { path, write } = await createContentFolder();
    const one = (name: string) => makeCourse(2, 'TWO', { batches: null, discounts: [], course_name: name });
    for (const name of ['A', 'B', 'A']) {
      await write('courses/two.json', one(name));
      expect((await loadContent(db, path, first)).isChanged).toBe(true);
    }
    const course = await db.selectFrom('courses').select('course_name').where('id', '=', 2).executeTakeFirstOrThrow();
    expect(course.course_name).toBe('A');
  });

  it('loading a content folder with an error loads nothing', async () => {
    const { path, write } = await createContentFolder();
    await write('courses/two.json', makeCourse(2, 'TWO', { department_id: 5, discounts: [] }));
    await expect(loadContent(db, path, first)).rejects.toThrow(/1 error.*\n.*courses\/two\.json.*no department 5/);
    expect(Object.values(await readAll()).flat()).toEqual([]);
  });

  it('loading content is rolled back as a whole if the database rejects a row', async () => {
    const { path } = await createContentFolder();
    await sql`alter table notices add constraint no_doors check (title <> 'Open')`.execute(db);
    try {
      await expect(loadContent(db, path, first)).rejects.toThrow(/refused by the database.*no_doors/);
    } finally {
      await sql`alter table notices drop constraint no_doors`.execute(db);
    }
    expect(Object.values(await readAll()).flat()).toEqual([]);
  });

  it('loading content stores valid HTML unchanged', async () => {
    const { path } = await createContentFolder();
    await loadContent(db, path, first);
    const notice = await db.selectFrom('notices').select('content').executeTakeFirstOrThrow();
    expect(notice.content).toBe('<p>Doors <strong>open</strong>.</p>');
  });

  it('loading the same content three times at once stores the content once', async () => {
    const { path } = await createContentFolder();
    const loads = await Promise.all([1, 2, 3].map(() => loadContent(db, path, first)));
    expect(loads.filter(({ isChanged }) => isChanged)).toHaveLength(1);
    expect(await db.selectFrom('content_loads').selectAll().execute()).toHaveLength(1);
  });
});

describe('loading batches', () => {
  it('batch dates given as days from today are fixed at the first content load and do not move at later loads', async () => {
    const { path, write } = await createContentFolder();
    await loadContent(db, path, first);
    const before = await readBatches();
    expect(before.map(({ start_date, end_date }) => [start_date, end_date])).toEqual([
      ['2026-05-31', '2026-06-02'],
      ['2026-06-10', '2026-06-12'],
      ['2026-06-20', '2026-06-22'],
    ]);
    const moved = { first_in_days: 100, every_days: 1, count: 4, capacity: 20 };
    await write('courses/one.json', makeCourse(1, 'ONE', { batches: moved, duration: 9 }));
    await loadContent(db, path, { today: '2026-12-24' });
    const after = await readBatches();
    expect(after.slice(0, 3)).toEqual(before);
    expect(after[3]).toMatchObject({ content_key: '3', start_date: '2026-09-10', end_date: '2026-09-18' });
  });

  it('seats that are already taken according to the content are stored as reserved for the office', async () => {
    const { path } = await createContentFolder();
    await loadContent(db, path, first);
    expect((await readBatches()).map(({ taken }) => taken)).toEqual([17, 0, 0]);
    const claims = await db.selectFrom('seat_claims').select(['kind', 'seats', 'order_id', 'expires_at']).execute();
    expect(claims).toEqual([{ kind: 'office', seats: 17, order_id: null, expires_at: null }]);
    expect(await readUneven()).toEqual([]);
  });

  it('loading content never lowers the capacity of a batch below its taken seats', async () => {
    const { path, write } = await createContentFolder();
    await loadContent(db, path, first);
    const smaller = { first_in_days: 1, every_days: 10, count: 3, capacity: 5 };
    await write('courses/one.json', makeCourse(1, 'ONE', { batches: smaller }));
    await loadContent(db, path, first);
    expect((await readBatches()).map(({ capacity, taken }) => [capacity, taken])).toEqual([
      [17, 17],
      [5, 0],
      [5, 0],
    ]);
    expect(await readUneven()).toEqual([]);
  });

  it('loading content closes batches that were removed from the content, but not batches that staff created', async () => {
    const { path, write } = await createContentFolder();
    await loadContent(db, path, first);
    const own = {
      course_id: 1,
      content_key: null,
      start_date: '2026-07-01',
      end_date: '2026-07-03',
      status: 'open',
    } as const;
    await db
      .insertInto('batches')
      .values({ ...own, capacity: 4 })
      .execute();
    await write('courses/one.json', makeCourse(1, 'ONE', { batches: null }));
    await loadContent(db, path, first);
    expect((await readBatches()).map(({ status }) => status)).toEqual(['closed', 'closed', 'closed', 'open']);
  });
});

describe('content that was removed', () => {
  it('loading content deactivates removed courses and packages, and deletes removed notices, discounts and booking groups', async () => {
    const { path, write, remove } = await createContentFolder();
    await loadContent(db, path, first);
    await remove('courses/one.json');
    await write('packages.json', []);
    await write('booking-groups.json', []);
    await write('notices.json', []);
    await loadContent(db, path, first);
    const courses = await db.selectFrom('courses').select(['id', 'is_active']).orderBy('id').execute();
    expect(courses).toEqual([
      { id: 1, is_active: false },
      { id: 2, is_active: true },
    ]);
    expect(await db.selectFrom('packages').select('is_active').execute()).toEqual([{ is_active: false }]);
    const { package_courses, discounts, booking_groups, notices, batches } = await readAll();
    expect([package_courses, discounts, booking_groups, notices]).toEqual([[], [], [], []]);
    expect(batches?.map(({ status }) => status)).toEqual(['closed', 'closed', 'closed']);
  });

  it('loading content without notices keeps a notice that staff have added', async () => {
    const { path, write } = await createContentFolder();
    await write('notices.json', []);
    await loadContent(db, path, first);
    const dates = { date: '2026-05-30', expiry_date: '2026-06-30' };
    await db
      .insertInto('notices')
      .values({ id: 7, title: 'Own', content: '<p>Own.</p>', ...dates, position: 1 })
      .execute();
    await write('courses/one.json', makeCourse(1, 'ONE', { course_name: 'Other' }));
    await loadContent(db, path, first);
    expect(await db.selectFrom('notices').select('id').execute()).toEqual([{ id: 7 }]);
  });
});

describe('content with the id of something that staff have added', () => {
  const dates = { date: '2026-05-30', expiry_date: '2026-06-30' };
  const fromFile = (id: number, title: string) => ({
    ...{ id, title, content: '<p>Text.</p>', date: dates.date, expires: dates.expiry_date, order: 2 },
  });
  const readNotices = () => db.selectFrom('notices').select(['id', 'title']).orderBy('id').execute();

  /** Loads content, adds notice 7 as staff do, and writes another notice 7 into the content folder. */
  async function writeSameId(noticesBefore: Row[]) {
    const { path, write } = await createContentFolder();
    await write('notices.json', noticesBefore);
    await loadContent(db, path, first);
    const notice = { id: 7, title: 'Of staff', content: '<p>Text.</p>', ...dates, position: 2 };
    await db.insertInto('notices').values(notice).execute();
    await write('notices.json', [...noticesBefore, fromFile(7, 'Of the content')]);
    return { path, write };
  }

  it('loading content is refused if a notice in the content has the id of a different notice that staff have added', async () => {
    for (const noticesBefore of [[fromFile(1, 'First')], []]) {
      await emptyAcademy(db);
      const { path } = await writeSameId(noticesBefore);
      const before = await readAll();
      const refusal = /1 error.*\n.*notice 7 \(Of staff\) was added by staff: give yours another id/;
      await expect(loadContent(db, path, first)).rejects.toThrow(refusal);
      await expect(loadContent(db, path, { ...first, isDry: true })).rejects.toThrow(refusal);
      expect(await readAll()).toEqual(before);
    }
  });

  it('with the option to overwrite changes by staff, loading content replaces a notice added by staff that has the same id', async () => {
    const { path } = await writeSameId([]);
    const { changes } = await loadContent(db, path, { ...first, overwritesStaff: true });
    const title = { field: 'title', before: 'Of staff', after: 'Of the content' };
    expect(changes).toEqual([{ action: 'overwritten', name: 'notice 7 (Of staff)', fields: [title] }]);
    expect(await readNotices()).toEqual([{ id: 7, title: 'Of the content' }]);
  });

  it('if loaded content contains a notice identical to one that staff added, later changes of this notice in the content are applied', async () => {
    const { path, write } = await writeSameId([]);
    await write('notices.json', [fromFile(7, 'Of staff')]);
    expect((await loadContent(db, path, first)).changes).toEqual([]);
    await write('notices.json', [fromFile(7, 'Of the content')]);
    await loadContent(db, path, first);
    expect(await readNotices()).toEqual([{ id: 7, title: 'Of the content' }]);
  });

  it('a package that staff changed keeps its courses and discounts when the content lacks it, unless the load overwrites staff changes', async () => {
    const { path, write } = await createContentFolder();
    await loadContent(db, path, first);
    const readRows = async () => ({
      courses: (await db.selectFrom('package_courses').select('course_id').orderBy('position').execute()).length,
      discounts: await db.selectFrom('discounts').select('id').where('package_id', '=', 801).execute(),
      packages: await db.selectFrom('packages').select('is_active').execute(),
    });
    await db.updateTable('packages').set({ total_fee_paise: 90_050 }).execute();
    await write('packages.json', []);
    await write('booking-groups.json', []);
    const kept = { courses: 2, discounts: [{ id: 2801 }], packages: [{ is_active: true }] };
    await loadContent(db, path, first);
    expect(await readRows()).toEqual(kept);
    await loadContent(db, path, first);
    expect(await readRows()).toEqual(kept);
    await loadContent(db, path, { ...first, overwritesStaff: true });
    expect(await readRows()).toMatchObject({ packages: [{ is_active: false }] });
  });

  it('loading content activates a previously removed course again, with its new values', async () => {
    const { path, write, remove } = await createContentFolder();
    await loadContent(db, path, first);
    await remove('courses/one.json');
    await write('packages.json', []);
    await write('booking-groups.json', []);
    await loadContent(db, path, first);
    await write('courses/one.json', makeCourse(1, 'ONE', { course_name: 'New name' }));
    await loadContent(db, path, first);
    const course = db.selectFrom('courses').select(['course_name', 'is_active']).where('id', '=', 1);
    expect(await course.executeTakeFirst()).toEqual({ course_name: 'New name', is_active: true });
  });
});

describe('demo students', () => {
  it('demo students are loaded only on request, and with the passwords from the content', async () => {
    const { path } = await createContentFolder();
    await loadContent(db, path, first);
    expect(await db.selectFrom('students').selectAll().execute()).toEqual([]);
    await loadContent(db, path, { ...first, withStudents: true });
    const student = await db.selectFrom('students').selectAll().executeTakeFirstOrThrow();
    expect(student).toMatchObject({ first_name: 'Ann', is_default_password: false, allowed_booking: true });
    expect(student.password_hash).toMatch(/^\$argon2id\$/);
    expect(await verify(student.password_hash ?? '', 'Anchor#2026')).toBe(true);
  });

  it('loading content again keeps what demo students have changed in their accounts', async () => {
    const { path, write } = await createContentFolder();
    await loadContent(db, path, { ...first, withStudents: true });
    await db.updateTable('students').set({ city: 'Kochi', password_hash: 'own' }).execute();
    await write('notices.json', []);
    await loadContent(db, path, { ...first, withStudents: true });
    expect(await db.selectFrom('students').select(['city', 'password_hash']).execute()).toEqual([
      { city: 'Kochi', password_hash: 'own' },
    ]);
  });
});

describe('the refund policy of the content', () => {
  const ten = [{ days: 10, percent: 50 }];
  const twenty = [{ days: 20, percent: 80 }];
  const staffs = [{ days: 5, percent: 30 }];
  const policies = async () => {
    const rows = await db.selectFrom('refund_policies').select('steps').orderBy('id').execute();
    return rows.map(({ steps }) => steps);
  };
  const setByStaff = () =>
    db
      .insertInto('refund_policies')
      .values({ steps: JSON.stringify(staffs) })
      .execute();

  beforeEach(async () => {
    await sql`truncate refund_policies`.execute(db);
  });

  it('a changed refund policy in the content replaces the previously loaded policy and is recorded in the audit log', async () => {
    const { path, write } = await createContentFolder();
    for (const policy of [ten, twenty]) {
      await write('refunds.json', { policy });
      await loadContent(db, path, first);
    }
    expect(await policies()).toEqual([ten, twenty]);
    const audit = db.selectFrom('audit_entries').select(['command', 'before', 'after']);
    const entries = await audit.where('subject', '=', 'refund-policy').orderBy('id').execute();
    expect(entries).toEqual([
      { command: 'content load', before: null, after: ten },
      { command: 'content load', before: ten, after: twenty },
    ]);
  });

  it('a refund policy set by staff is kept when content is loaded, unless the option to overwrite changes by staff is set', async () => {
    const { path, write } = await createContentFolder();
    await setByStaff();
    await write('refunds.json', { policy: ten });
    const { changes } = await loadContent(db, path, first);
    expect(changes).toContainEqual(expect.objectContaining({ action: 'kept', name: 'refund policy' }));
    await write('refunds.json', { policy: twenty });
    await loadContent(db, path, first);
    expect(await policies()).toEqual([staffs]);
    await loadContent(db, path, { ...first, overwritesStaff: true });
    expect(await policies()).toEqual([staffs, twenty]);
  });

  it('loading content without a refund policy leaves the refund policy unchanged', async () => {
    const { path } = await createContentFolder();
    await setByStaff();
    await loadContent(db, path, first);
    expect(await policies()).toEqual([staffs]);
  });
});

it('a content load does not undo a change that staff make to a booking setting at the same time', async () => {
  const { path, write } = await createContentFolder();
  await loadContent(db, path, first);
  const file = JSON.parse(await readFile(join(path, 'booking-settings.json'), 'utf8'));
  await write('booking-settings.json', { ...file, booking_title: 'Reserve' });
  const [changed, release] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const change = inTransaction(db, async (tx) => {
    const settings = await readStaffSettings(tx, true);
    if (settings) await setSetting(tx, settings, { name: 'enable_booking', value: false, day: first.today });
    changed.resolve();
    await release.promise;
  });
  await changed.promise;
  const load = loadContent(db, path, first);
  await untilWaiting(db).finally(() => release.resolve());
  await Promise.all([change, load]);
  const settings = await readStaffSettings(db, false);
  expect(settings?.now).toMatchObject({ booking_title: 'Reserve', enable_booking: false });
  expect(settings?.byStaff).toEqual(['enable_booking']);
});
