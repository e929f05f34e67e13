import { sql } from 'kysely';
import { beforeEach, describe, expect, it } from 'vitest';
import type { DaysOff } from '../../../contract/academy-calendar.ts';
import type { CalendarOptions } from '../../../contract/staff/batches.ts';
import { loadContent } from '../../../server/content/load/load-content.ts';
import { emptyTables } from '../../support/database.ts';
import { startTestApp } from '../../support/server.ts';
import { hire } from '../../support/staff.ts';
import { createContentFolder, makeCourse } from './content-folder.ts';

const app = await startTestApp();
const { db } = app;
const { headers } = await hire(app, 'registrar');
const today = '2026-11-24';

const holi = { date: '2027-03-22', name: 'Holi' };
const republic = { date: '2027-01-26', name: 'Republic Day' };
const monsoon = { name: 'Monsoon', start_date: '2027-07-01', end_date: '2027-07-18' };
const ofStaff: DaysOff = { weekly_off: ['sunday'], holidays: [republic, holi], breaks: [monsoon] };

const read = async (): Promise<DaysOff> => {
  const { body } = await app.call('GET', '/api/staff/calendar-options', { headers });
  return (body as { data: CalendarOptions }).data.days_off;
};
/**
 * Changes the days off as staff do who have just read them. `body` can contain another `seen`, the days off that these
 * staff saw.
 */
const change = async (body: object) =>
  app.call('PUT', '/api/staff/days-off', {
    headers,
    body: { reason: 'holidays of 2027', seen: await read(), ...body },
  });

beforeEach(async () => {
  await emptyTables(db, 'content_loads', 'content_rows', 'content_files', 'courses');
});

describe('days off in the console', () => {
  it('a registrar can set the days off, and the audit log has the lists before and after the change', async () => {
    expect((await change(ofStaff)).status).toBe(200);
    expect(await read()).toEqual(ofStaff);
    await change({ ...ofStaff, breaks: [] });
    const entry = await db
      .selectFrom('audit_entries')
      .select(['reason', 'before', 'after'])
      .where('subject', '=', 'days-off')
      .orderBy('id', 'desc')
      .executeTakeFirst();
    expect(entry).toEqual({ reason: 'holidays of 2027', before: ofStaff, after: { ...ofStaff, breaks: [] } });
  });

  it('saving days off with two holidays on one day, a break that ends before it begins, or no weekday for lessons is refused', async () => {
    const wrong = [
      { holidays: [holi, { ...republic, date: holi.date }] },
      { breaks: [{ ...monsoon, end_date: '2027-06-30' }] },
      { weekly_off: ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'] },
    ];
    for (const one of wrong) expect((await change({ ...ofStaff, ...one })).status).toBe(400);
    expect(await read()).toEqual({ weekly_off: [], holidays: [], breaks: [] });
  });

  it.each([
    ['a line break', 'Holi\nand more'],
    ['a carriage return', 'Holi\rand more'],
    ['a line separator', 'Holi\u2028and more'],
    ['a control character', 'Ho\u0007li'],
  ])('saving a holiday or break whose name contains %s is refused, with a message at the name', async (_, name) => {
    for (const [field, wrong] of [
      ['holidays.0.name', { holidays: [{ ...holi, name }] }],
      ['breaks.0.name', { breaks: [{ ...monsoon, name }] }],
    ] as const) {
      const { status, body } = await change({ ...ofStaff, ...wrong });
      expect(status).toBe(400);
      expect(body).toMatchObject({ fields: { [field]: 'Use one line, without control characters' } });
    }
    expect(await read()).toEqual({ weekly_off: [], holidays: [], breaks: [] });
  });
});

describe('days off that two registrars change', () => {
  it('saving the days off is refused if a colleague has saved other days off in the meantime', async () => {
    const seen = await read();
    expect((await change({ ...ofStaff, seen })).status).toBe(200);
    const late = await change({ ...ofStaff, holidays: [], seen });
    expect([late.status, late.body]).toMatchObject([409, { code: 'DAYS_OFF_CHANGED' }]);
    expect(await read()).toEqual(ofStaff);
    expect((await change({ ...ofStaff, holidays: [], seen: ofStaff })).status).toBe(200);
  });

  it('if two staff members save different days off at the same moment, one change is stored and the other is refused', async () => {
    await change({ ...ofStaff, breaks: [] });
    const seen = await read();
    const both = await Promise.all([change({ ...ofStaff, seen }), change({ ...ofStaff, holidays: [], seen })]);
    expect(both.map(({ status }) => status).toSorted()).toEqual([200, 409]);
  });
});

describe('the first days off of an academy whose content has no calendar.json', () => {
  it('if two staff members set the first days off at the same moment, one change is stored and the other is refused', async () => {
    const seen = await read();
    const waiting = sql<{ count: number }>`select count(*)::integer as count from pg_stat_activity
      where wait_event_type = 'Lock' and datname = current_database()`;
    const both = await db.transaction().execute(async (tx) => {
      // Lets both calls read the days off before either can store them.
      await sql`lock table content_files in share mode`.execute(tx);
      const calls = [change({ ...ofStaff, seen }), change({ ...ofStaff, holidays: [], seen })];
      await expect.poll(async () => (await waiting.execute(db)).rows[0]?.count).toBe(2);
      return calls;
    });
    expect((await Promise.all(both)).map(({ status }) => status).toSorted()).toEqual([200, 409]);
  });
});

describe('loading content after staff have set days off', () => {
  const file = { weekly_off: ['sunday'], holidays: [republic], instructors: [{ id: 'rao', name: 'Capt. Rao' }] };
  async function loadFile() {
    const folder = await createContentFolder();
    await folder.write('calendar.json', file);
    const load = (options: object = {}) => loadContent(db, folder.path, { today, ...options });
    await load();
    return { folder, load };
  }

  it('loading content keeps the lists of days off that staff have changed, and updates lists that only the content has changed', async () => {
    const { folder, load } = await loadFile();
    await change({ weekly_off: ['sunday'], holidays: [republic, holi], breaks: [] });
    await folder.write('calendar.json', { ...file, holidays: [], breaks: [monsoon] });
    const { changes } = await load();
    expect(await read()).toEqual(ofStaff);
    expect(changes.filter(({ name }) => name === 'days off').map(({ action }) => action)).toEqual(['changed', 'kept']);
    await load({ overwritesStaff: true });
    expect(await read()).toEqual({ ...ofStaff, holidays: [] });
  });

  it('loading content plans batches around the days off that staff have set', async () => {
    const { folder, load } = await loadFile();
    await change({ weekly_off: ['sunday'], holidays: [republic, holi], breaks: [] });
    const series = { key: 'mondays', from: '2027-03-15', until: '2027-03-29', every: 1, unit: 'week', on: ['monday'] };
    await folder.write('courses/fire.json', makeCourse(9, 'FIRE', { batches: { capacity: 10, series: [series] } }));
    await load();
    const batches = await db
      .selectFrom('batches')
      .select('start_date')
      .where('course_id', '=', 9)
      .orderBy('start_date')
      .execute();
    expect(batches.map(({ start_date }) => start_date)).toEqual(['2027-03-15', '2027-03-29']);
  });

  it('changing the days off leaves everything else in the stored calendar.json unchanged', async () => {
    const { load } = await loadFile();
    const stored = () =>
      db.selectFrom('content_files').select('body').where('path', '=', 'calendar.json').executeTakeFirstOrThrow();
    const before = await stored();
    await load({ overwritesStaff: true });
    expect(await stored()).toEqual(before);
    await change(ofStaff);
    expect(JSON.parse((await stored()).body)).toEqual({ ...file, ...ofStaff });
  });
});
