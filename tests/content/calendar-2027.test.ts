import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { loadContent } from '../../server/content/load/load-content.ts';
import { checkFolder, createContentFolder, makeCourse } from '../server/content/content-folder.ts';
import { createTestDatabase } from '../support/database.ts';

const { db } = await createTestDatabase();

/** The example of docs/calendar.md, as far as dates are concerned. */
const calendar = {
  weekly_off: ['sunday'],
  holidays: [
    { date: '2027-01-26', name: 'Republic Day' },
    { date: '2027-08-15', name: 'Independence Day' },
    { date: '2027-10-02', name: 'Gandhi Jayanti' },
    { date: '2027-12-25', name: 'Christmas' },
  ],
  breaks: [{ name: 'Monsoon', start_date: '2027-07-01', end_date: '2027-07-18' }],
  instructors: [{ id: 'capt-rao', name: 'Capt. S. Rao' }],
};
const joining = {
  venues: [
    { id: 'campus', address: '1 Quay Road' },
    { id: 'bridge-1', address: 'Bridge simulator 1', exclusive: true },
  ],
};
const fire = {
  capacity: 24,
  office_seats: 2,
  venue_id: 'campus',
  times: { start: '09:00', end: '17:00' },
  series: [
    {
      key: 'fortnightly',
      from: '2027-01-04',
      until: '2027-12-31',
      every: 2,
      unit: 'week',
      on: ['monday'],
      except: ['2027-11-08'],
    },
  ],
  dates: [{ start_date: '2027-12-27', end_date: '2027-12-29', state: 'draft' }],
};
const radar = {
  capacity: 8,
  venue_id: 'bridge-1',
  instructor_id: 'capt-rao',
  series: [
    {
      key: 'monthly',
      from: '2027-01-01',
      until: '2027-12-31',
      every: 1,
      unit: 'month',
      on: ['first monday'],
      if_off: 'postpone',
    },
  ],
};
const cadets = { capacity: 40, dates: [{ key: 'intake-2027', start_date: '2027-08-02', end_date: '2030-07-31' }] };

async function enter() {
  const folder = await createContentFolder();
  await folder.write('calendar.json', calendar);
  await folder.write('joining.json', joining);
  await folder.write('courses/one.json', makeCourse(1, 'ONE', { duration: 3, batches: fire }));
  await folder.write('courses/two.json', makeCourse(2, 'TWO', { duration: 5, batches: radar, discounts: [] }));
  const long = { duration: 3, duration_unit: 'year', discounts: [], batches: cadets };
  await folder.write('courses/three.json', makeCourse(3, 'THREE', long));
  await folder.write('notices.json', [
    { id: 1, title: 'Admissions', content: '<p>Open.</p>', date: '2027-01-01', expires: '2027-01-31', order: 1 },
  ]);
  return folder;
}

it('loading a calendar for 2027 from the content files creates batches with dates, sessions, venues and seats reserved for the office', async () => {
  const folder = await enter();
  expect(await checkFolder(folder)).toEqual([]);
  await loadContent(db, folder.path, { today: '2026-11-24' });
  const { rows } = await sql<{ course_id: number; dates: string[] }>`
    select course_id, array_agg(start_date || ' ' || end_date order by start_date) as dates from batches
    group by course_id order by course_id`.execute(db);
  const [ofFire, ofRadar, ofCadets] = rows.map(({ dates }) => dates);
  // Every second Monday, with two exceptions: the series excludes 8 November, and 5 July is in the monsoon break. The
  // batch on 27 December is listed by itself, outside the series.
  expect(ofFire).toEqual(
    [
      '01-04',
      '01-18',
      '02-01',
      '02-15',
      '03-01',
      '03-15',
      '03-29',
      '04-12',
      '04-26',
      '05-10',
      '05-24',
      '06-07',
      '06-21',
    ]
      .concat([
        '07-19',
        '08-02',
        '08-16',
        '08-30',
        '09-13',
        '09-27',
        '10-11',
        '10-25',
        '11-22',
        '12-06',
        '12-20',
        '12-27',
      ])
      .map(
        (start) => `2027-${start} ${new Date(Date.parse(`2027-${start}`) + 2 * 86_400_000).toISOString().slice(0, 10)}`,
      ),
  );
  // There is no batch in July: its first Monday is in the monsoon break, and the break lasts longer than the six days
  // by which a batch can be postponed.
  expect(ofRadar).toEqual(
    [
      '01-04 01-08',
      '02-01 02-05',
      '03-01 03-05',
      '04-05 04-09',
      '05-03 05-07',
      '06-07 06-11',
      '08-02 08-06',
      '09-06 09-10',
    ]
      .concat(['10-04 10-08', '11-01 11-05', '12-06 12-10'])
      .map((dates) =>
        dates
          .split(' ')
          .map((day) => `2027-${day}`)
          .join(' '),
      ),
  );
  expect(ofCadets).toEqual(['2027-08-02 2030-07-31']);
  const [draft] = await db.selectFrom('batches').selectAll().where('start_date', '=', '2027-12-27').execute();
  expect(draft).toMatchObject({ publication: 'draft', status: 'closed', venue_id: 'campus', capacity: 24, taken: 2 });
  const sessions = db.selectFrom('batch_sessions as s').innerJoin('batches as b', 'b.id', 's.batch_id');
  const firstBatch = sessions.where('b.start_date', '=', '2027-01-04').orderBy('s.day');
  expect(await firstBatch.select(['s.day', 's.start_time', 's.end_time']).execute()).toEqual(
    ['2027-01-04', '2027-01-05', '2027-01-06'].map((day) => ({ day, start_time: '09:00:00', end_time: '17:00:00' })),
  );
  expect(await db.selectFrom('notices').select(['date', 'expiry_date']).execute()).toEqual([
    { date: '2027-01-01', expiry_date: '2027-01-31' },
  ]);
});

it('the content check reports each mistake in a calendar with its file, the entry and how to correct it', async () => {
  const folder = await enter();
  await folder.write('calendar.json', { holidays: [{ date: '2027-02-30', name: 'None' }], weekly_off: ['someday'] });
  expect(await checkFolder(folder)).toEqual(
    expect.arrayContaining([
      'calendar.json  holidays[0].date  is not a day of the calendar; write an existing one like 2027-02-28',
    ]),
  );
  await folder.write('calendar.json', calendar);
  await folder.write('notices.json', [
    { id: 1, title: 'A', content: '<p>A</p>', date: '2027-01-01', date_in_days: 1, order: 1 },
  ]);
  const dates = [
    { start_date: '2027-02-30' },
    { start_date: '2027-03-05', end_date: '2027-03-01' },
    { start_date: '2027-03-01', end_date: '2027-03-09' },
    { start_date: '2027-03-01' },
    { start_date: '2027-04-01', office_seats: 30 },
    { start_date: '2027-05-03', times: { start: '17:00', end: '09:00' } },
  ];
  await folder.write('courses/one.json', makeCourse(1, 'ONE', { batches: { capacity: 24, dates } }));
  expect(await checkFolder(folder)).toEqual([
    'notices.json  [0].date_in_days  is given beside date; remove one',
    'notices.json  [0].expires  is missing; give a date like 2027-02-28, or expires_in_days',
    'courses/one.json  batches.dates[0].start_date  is not a day of the calendar; write an existing one like 2027-02-28',
    'courses/one.json  batches.dates[1].end_date  is before start_date; a batch ends on or after its first day',
    'courses/one.json  batches.dates[5].times.end  is not after start; a session ends on the day on which it starts',
    'courses/one.json  batches.dates[4].office_seats  are more than the 24 seats; lower them or raise capacity',
  ]);
  const unknown = [
    { start_date: '2027-03-01', end_date: '2027-03-09' },
    { start_date: '2027-03-01', venue_id: 'moon', instructor_id: 'nobody' },
  ];
  await folder.write('notices.json', []);
  await folder.write('courses/one.json', makeCourse(1, 'ONE', { batches: { capacity: 24, dates: unknown } }));
  expect(await checkFolder(folder)).toEqual([
    'courses/one.json  batches.dates[1].venue_id  there is no venue moon in joining.json; add it there',
    'courses/one.json  batches.dates[1].instructor_id  there is no instructor nobody in calendar.json; add them there',
    'courses/one.json  batches.dates[0].end_date  makes 9 days, but the course takes 3 days; it would end on 2027-03-03; if it is right, say "ignore_length": true',
    "courses/one.json  batches.dates[1].key  '2027-03-01' is the key of batches.dates[0] too; give each batch a key of its own",
  ]);
});
