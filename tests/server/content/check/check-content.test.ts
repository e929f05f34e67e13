import { describe, expect, it } from 'vitest';
import { checkContent } from '../../../../server/content/check/check-content.ts';
import { checkFolder, createContentFolder, makeCourse, makeStudent } from '../content-folder.ts';

async function faultsAfter(changes: Record<string, unknown>): Promise<string[]> {
  const folder = await createContentFolder();
  for (const [file, value] of Object.entries(changes)) await folder.write(file, value);
  return checkFolder(folder);
}

describe('content check', () => {
  it('the content check finds no error in a valid content folder', async () => {
    expect(await faultsAfter({})).toEqual([]);
  });

  it('the content check lists all errors of all files of a content folder at once', async () => {
    const folder = await createContentFolder();
    await folder.write('brand.json', '{ "name": ');
    await folder.remove('footer.json');
    await folder.write('courses/one.json', makeCourse(1, 'ONE', { duration: 'long', colour: 'blue' }));
    await folder.write('courses/two.json', makeCourse(2, 'TWO', { department_id: 9, discounts: [] }));
    expect(await checkFolder(folder)).toEqual([
      'footer.json  file is missing',
      expect.stringMatching(/^brand\.json {2}is no JSON: /),
      'courses/one.json  duration  Invalid input: expected number, received string',
      'courses/one.json  colour  unknown key',
      'courses/two.json  department_id  there is no department 9',
    ]);
  });

  it('the content check reports a content folder that does not exist', async () => {
    const faults = await checkContent('/nowhere/at/all');
    expect(faults).toContainEqual({ file: 'brand.json', path: '', reason: 'file is missing' });
    expect(faults).toContainEqual({ file: 'courses', path: '', reason: 'folder has no course files' });
  });

  it('the content check reports two sessions of a batch on the same day', async () => {
    const session = (day: string, start: string, end: string) => ({ day, start, end });
    const sessions = [
      ...[session('2027-03-01', '09:00', '12:00'), session('2027-03-01', '13:00', '17:00')],
      session('2027-03-02', '09:00', '17:00'),
    ];
    const dates = [{ start_date: '2027-03-01', end_date: '2027-03-03', sessions }];
    expect(
      await faultsAfter({ 'courses/one.json': makeCourse(1, 'ONE', { batches: { capacity: 9, dates } }) }),
    ).toEqual([
      'courses/one.json  batches.dates[0].sessions[1].day  has a session already; attendance is marked once a day, so give each day one session, from the first start to the last end',
    ]);
  });

  it('the content check reports yearly fees that contradict the length or the price of the course', async () => {
    const row = (year: string, fee = 5000) => ({ year, particulars: 'Tuition', fee });
    const years = { duration: 3, duration_unit: 'year', total_fee: 5000 };
    const faultsOf = (change: object) =>
      faultsAfter({ 'courses/one.json': makeCourse(1, 'ONE', { ...years, ...change }) });
    const fault = (reason: string) => [`courses/one.json  fees  ${reason}`];

    expect(await faultsOf({ fees: [row('Year 1'), row('Year 2'), row('Year 3')] })).toEqual([]);
    expect(await faultsOf({ fees: [row('Year 1'), row('Year 2')] })).toEqual(
      fault('has 2 years, but the course takes 3'),
    );
    expect(await faultsOf({ fees: [row('Year 1'), row('Year 3')] })).toEqual(
      fault('must have Year 1 and at least one more year, without a gap'),
    );
    expect(await faultsOf({ fees: [row('Year 1', 4000), row('Year 2'), row('Year 3')] })).toEqual(
      fault('says 4000 for Year 1, but total_fee, the price of year 1, is 5000'),
    );
    expect(await faultsOf({ fees: [row('Year 1'), row('Year 2'), row('Year 3'), row('Deposit')] })).toEqual(
      fault('has rows that name no year beside rows that do'),
    );
    expect(await faultsOf({ fee_structure: 'Yearly' })).toEqual(
      fault('has no rows Year 1, Year 2 and so on, although the fee structure is yearly'),
    );
  });

  it('the content check refuses unknown keys at any depth of a content file', async () => {
    const semesters = [{ title: 'One', theory: [], workshops: [], extra: 1 }];
    const special = [{ n: 0, seats: 3 }];
    const batches = { first_in_days: 1, every_days: 7, count: 1, capacity: 5, special };
    const lines = await faultsAfter({ 'courses/one.json': makeCourse(1, 'ONE', { semesters, batches }) });
    expect(lines).toEqual([
      'courses/one.json  batches.special[0].seats  unknown key',
      'courses/one.json  semesters[0].extra  unknown key',
    ]);
  });

  it('the content check reports duplicate course ids, slugs and discount ids', async () => {
    const lines = await faultsAfter({
      'courses/two.json': makeCourse(1, 'TWO', { meta_text: 'course-one' }),
    });
    expect(lines).toEqual([
      'courses/two.json  id  course id 1 is taken by courses/one.json id',
      'courses/two.json  meta_text  slug course-one is taken by courses/one.json meta_text',
      'courses/two.json  discounts[0].id  discount id 1001 is taken by courses/one.json discounts[0].id',
    ]);
  });

  it('the content check refuses a prerequisite that does not exist, is listed twice or is the course itself', async () => {
    const prerequisites = ['ONE', 'TWO', 'NONE', 'TWO'];
    const lines = await faultsAfter({
      'courses/one.json': makeCourse(1, 'ONE', { prerequisites }),
      'courses/two.json': makeCourse(2, 'TWO'),
    });
    expect(lines.filter((line) => line.includes('prerequisites'))).toEqual([
      'courses/one.json  prerequisites[2]  there is no course NONE',
      'courses/one.json  prerequisites[3]  course TWO is named twice',
      'courses/one.json  prerequisites  a course cannot be its own prerequisite',
    ]);
  });

  it('the content check reports course codes, emails and INDOS numbers that differ only in letter case', async () => {
    const lines = await faultsAfter({
      'courses/two.json': makeCourse(2, 'one', { meta_text: 'course-two', batches: null, discounts: [] }),
      'students.json': [
        makeStudent(1, { email: 'ann@example.com', indos_number: '24EL0001' }),
        makeStudent(2, { email: 'Ann@Example.com', indos_number: '24el0001' }),
      ],
    });
    expect(lines.filter((line) => line.includes('is taken by'))).toEqual([
      'courses/two.json  course_code  course code one is taken by courses/one.json course_code',
      'students.json  [1].email  student’s email Ann@Example.com is taken by students.json [0].email',
      'students.json  [1].indos_number  student’s indos_number 24el0001 is taken by students.json [0].indos_number',
    ]);
  });

  it('the content check reports a passport number that two students have', async () => {
    const students = [makeStudent(1, { passport_number: 'P1000001' }), makeStudent(2, { passport_number: 'P1000001' })];
    expect(await faultsAfter({ 'students.json': students })).toEqual([
      'students.json  [1].passport_number  student’s passport_number P1000001 is taken by students.json [0].passport_number',
    ]);
  });

  it('the content check reports references to categories, courses, packages and menu items that do not exist', async () => {
    const group = {
      id: 1,
      title: 'A',
      description: 'B',
      position: 1,
      course_codes: ['ONE', 'ONE', 'SIX'],
      package_ids: [5],
    };
    const lines = await faultsAfter({
      'booking-groups.json': [group],
      'courses/one.json': makeCourse(1, 'ONE', { category_id: 7 }),
      'courses/three.json': makeCourse(3, 'FOUR'),
      'header.json': {
        items: [
          {
            id: 1,
            parent_id: 4,
            label: 'A',
            url: '/course-booking/course-two-3',
            is_active: true,
            has_mega_menu: false,
            mega_menu: null,
          },
        ],
      },
    });
    expect(lines).toEqual([
      'courses/one.json  category_id  no such category',
      'booking-groups.json  [0].course_codes[1]  course ONE is named twice',
      'booking-groups.json  [0].course_codes[2]  there is no course SIX',
      'booking-groups.json  [0].package_ids[0]  there is no package 5',
      'courses/three.json  course_code  belongs into courses/four.json',
      'header.json  items[0].parent_id  there is no menu item 4',
    ]);
  });

  it('the content check reports venues and document kinds that joining.json lacks or lists twice', async () => {
    const course = makeCourse(1, 'ONE', {
      settings: { venue_id: 'pool' },
      requiredDocuments: [{ name: 'Passport', kinds: ['x'] }],
    });
    expect(await faultsAfter({ 'courses/one.json': course })).toEqual([
      'courses/one.json  settings.venue_id  there is no venue pool in joining.json',
      'courses/one.json  requiredDocuments[0].kinds[0]  there is no document kind x',
    ]);
    const kind = { id: 'x', words: ['passport'] };
    const venue = { id: 'pool', address: 'Quay 9' };
    const joining = { venue_id: 'campus', venues: [venue, venue], document_kinds: [kind, kind] };
    expect(await faultsAfter({ 'courses/one.json': course, 'joining.json': joining })).toEqual([
      'joining.json  venues[1].id  venue id pool is taken by joining.json venues[0].id',
      'joining.json  venues[1].address  venue address Quay 9 is taken by joining.json venues[0].address',
      'joining.json  document_kinds[1].id  document kind x is taken by joining.json document_kinds[0].id',
      'joining.json  venue_id  there is no venue campus in joining.json',
    ]);
    const unused = { venue_id: 'pool', venues: [{ ...venue, is_active: false }], document_kinds: [kind] };
    expect(await faultsAfter({ 'courses/one.json': course, 'joining.json': unused })).toEqual([
      'joining.json  venue_id  venue pool is not in use any more',
      'courses/one.json  settings.venue_id  venue pool is not in use any more',
    ]);
    expect(await faultsAfter({ 'courses/one.json': course, 'joining.json': { venue: 'pool' } })).toEqual([
      expect.stringMatching(/^joining\.json/),
    ]);
  });

  it('the content check reports an event that ends before it starts, or has an end time but no start time', async () => {
    const post = {
      id: 7,
      category_id: 7,
      slug: 'open-day',
      title: 'Open day',
      excerpt: 'Come.',
      content: '<p>Come and see.</p>',
      date_in_days: 0,
      time: '09:00',
      author: null,
      image_url: null,
      tags: [],
    };
    const faultOf = (times: object) =>
      faultsAfter({
        'posts/open-day.json': { ...post, event: { start_in_days: 3, end_in_days: 3, place: 'Gate', ...times } },
      });
    expect(await faultOf({ start_time: '09:00', end_time: '13:00' })).toEqual([]);
    expect(await faultOf({ start_time: '22:00', end_time: '02:00', end_in_days: 4 })).toEqual([]);
    expect(await faultOf({ start_time: '09:00', end_time: '08:30' })).toEqual([
      'posts/open-day.json  event  ends before it starts',
    ]);
    expect(await faultOf({ end_time: '13:00' })).toEqual(['posts/open-day.json  event  has no start_time']);
    expect(await faultOf({ start_time: '9 am' })).toContain(
      'posts/open-day.json  event.start_time  must be a time such as 09:30',
    );
  });

  it('the content check reports menu links to course pages that do not exist', async () => {
    const link = { id: 1, parent_id: null, label: 'A', is_active: true, has_mega_menu: false, mega_menu: null };
    const lines = await faultsAfter({
      'header.json': {
        items: [
          { ...link, url: '/course-booking/course-two-3' },
          { ...link, id: 2, url: '/departments/details/1/deck' },
        ],
      },
    });
    expect(lines).toEqual(['header.json  items[0].url  leads nowhere: /course-booking/course-two-3']);
  });

  it('the content check reports missing picture files and pictures outside the media folder', async () => {
    const folder = await createContentFolder();
    await folder.remove('media/courses/pre-sea-knot-960.avif');
    await folder.write(
      'courses/two.json',
      makeCourse(2, 'TWO', { discounts: [], banner_image_url: 'https://example.com/a.webp' }),
    );
    const lines = await checkFolder(folder);
    expect(lines).toContain(
      'courses/one.json  featured_image_url  names files that are missing: /media/courses/pre-sea-knot-960.avif',
    );
    expect(lines).toContain(
      "courses/two.json  banner_image_url  is not a picture under /media: 'https://example.com/a.webp'",
    );
  });

  it('the content check reports unsafe HTML, HTML in plain texts, bad links and empty texts', async () => {
    const content = '<p onclick="x()">Hi<script>x()</script><a href="javascript:x()">y</a></p>';
    const lines = await faultsAfter({
      'notices.json': [{ id: 1, title: '<b>Hi</b>', content, date_in_days: 0, expires_in_days: 1, order: 1 }],
      'courses/one.json': makeCourse(1, 'ONE', { approved_doctor_link: '//evil.example', course_overview: ' ' }),
    });
    expect(lines).toEqual([
      'notices.json  [0].title  has HTML where plain text is shown',
      'notices.json  [0].content  attribute onclick of <p> is not allowed',
      'notices.json  [0].content  <script> is not allowed',
      expect.stringContaining("href of <a> is no address to link to: 'javascript:x()'"),
      expect.stringContaining("approved_doctor_link  is no address to link to: '//evil.example'"),
      'courses/one.json  course_overview  is empty',
    ]);
  });

  it('the content check reports discounts of more than 100 percent and contradictory batch schedules', async () => {
    const discounts = [{ id: 9, type: 'percentage', value: 101, crossed_out_price: 'base-price' }];
    const special = [{ n: 3 }, { n: 0, seats_left: 21 }];
    const batches = { first_in_days: 1, every_days: 7, count: 3, capacity: 20, special };
    expect(await faultsAfter({ 'courses/one.json': makeCourse(1, 'ONE', { batches }) })).toEqual([
      'courses/one.json  batches.special[0].n  there are only 3 batches',
      'courses/one.json  batches.special[1].seats_left  is more than the capacity',
    ]);
    expect(await faultsAfter({ 'courses/one.json': makeCourse(1, 'ONE', { discounts }) })).toEqual([
      'courses/one.json  discounts[0].value  is more than 100',
    ]);
  });
});
