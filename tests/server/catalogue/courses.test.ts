import { describe, expect, it } from 'vitest';
import type { Course } from '../../../contract/course.ts';
import { openAcademy } from '../booking/academy.ts';
import { batches, courses, packages } from '../booking/academy-seed.ts';
import { insertHold } from '../booking/seat-holds.ts';

const { visit, db, clock, enrol } = await openAcademy();

/** Requests a list of courses. The clock advances first, so that no cached response is returned. */
async function list(path: string): Promise<{ courses: Course[]; total: number; page: number; limit: number }> {
  clock.advance(1000);
  const response = await visit(`/api${path}`);
  expect(response.statusCode, response.body).toBe(200);
  return response.json().data;
}

const ids = ({ courses }: { courses: Course[] }) => courses.map((course) => course.id);

describe('the course list', () => {
  it('the course list returns the active courses in the order of their position, with the total count', async () => {
    const page = await list('/course');
    expect(ids(page)).toEqual([courses.fire, courses.cadet, courses.radar, courses.firstAid, courses.free]);
    expect(page).toMatchObject({ total: 5, page: 1, limit: 100 });
  });

  it('GET /course leaves out inactive courses unless all=true, and GET /course/byCategory includes them unless activeOnly=true', async () => {
    expect(ids(await list('/course?all=true'))).toContain(courses.retired);
    expect(ids(await list('/course?all=false'))).not.toContain(courses.retired);
    expect(ids(await list('/course/byCategory?category_id=1'))).toContain(courses.retired);
    expect(ids(await list('/course/byCategory?category_id=1&activeOnly=true'))).not.toContain(courses.retired);
  });

  it('the course list can be filtered by id, category, category name and fee structure', async () => {
    expect(ids(await list(`/course?course_id=${courses.radar}`))).toEqual([courses.radar]);
    expect(ids(await list('/course?category_id=3'))).toEqual([courses.cadet]);
    expect(ids(await list('/course?category_name=post-SEA'))).toEqual([courses.radar]);
    expect(ids(await list('/course?category_name=Nautical'))).toEqual([]);
    expect(ids(await list('/course?category_id=3&category_name=Post-Sea'))).toEqual([]);
    expect(ids(await list('/course?fee_structure=gst'))).toEqual([courses.radar]);
  });

  it('the pages of the course list contain every course exactly once', async () => {
    const first = await list('/course?page=1&limit=2');
    const second = await list('/course?page=2&limit=2');
    const third = await list('/course?page=3&limit=2');
    const beyond = await list('/course?page=4&limit=2');
    expect([...ids(first), ...ids(second), ...ids(third)]).toEqual(ids(await list('/course')));
    expect(third).toMatchObject({ total: 5, page: 3, limit: 2 });
    expect(beyond.courses).toEqual([]);
  });

  it('the course search finds courses whose name, code or tags contain every word of the search text, ignoring case', async () => {
    expect(ids(await list('/course?search=FIRE'))).toEqual([courses.fire]);
    expect(ids(await list('/course?search=fighting%20fire'))).toEqual([courses.fire]);
    expect(ids(await list('/course?search=rs401'))).toEqual([courses.radar]);
    expect((await list('/course?search=stcw')).total).toBe(5);
    expect(ids(await list('/course?search=fire%20radar'))).toEqual([]);
  });

  it('the course search treats the wildcards of LIKE as literal characters', async () => {
    expect(ids(await list('/course?search=100%25'))).toEqual([courses.cadet]);
    expect(ids(await list('/course?search=sea_t'))).toEqual([courses.cadet]);
    expect(ids(await list('/course?search=f_re'))).toEqual([]);
    expect(ids(await list('/course?search=%5C'))).toEqual([]);
    expect(ids(await list("/course?search=%00'"))).toEqual([]);
  });

  it('the course list returns a fixed set of fields for each course plus the columns that the request names', async () => {
    const [course] = (await list(`/course?course_id=${courses.radar}&columns=price,short_description`)).courses;
    expect(course).toEqual({
      id: courses.radar,
      course_name: 'Radar Simulator',
      course_code: 'RS401',
      is_active: true,
      meta_text: 'radar-simulator',
      duration: 3,
      duration_unit: 'day',
      total_fee: 10_000.1,
      category_id: 4,
      category: { name: 'Post-Sea' },
      course_template: 'Post-Sea Course',
      price: { main: 8750.09, struck: 10_000.1, percent_off: 12 },
      short_description: 'Radar Simulator in short.',
    });
  });

  it('the course list returns the stored course_template of a course unchanged, even if its value is unknown', async () => {
    await db.updateTable('courses').set({ course_template: 'Evening Course' }).where('id', '=', courses.free).execute();
    const [course] = (await list(`/course?course_id=${courses.free}`)).courses;
    expect(course?.course_template).toBe('Evening Course');
  });

  it('the course list returns 400 for an unknown column, and the error names the column', async () => {
    const response = await visit('/api/course?columns=price,password_hash');
    expect(response.statusCode).toBe(400);
    expect(response.json()).toMatchObject({
      code: 'INVALID_REQUEST',
      fields: { columns: 'Unknown column: password_hash' },
    });
  });

  it('the course list includes a course’s packages and logistics only if the request asks for them', async () => {
    const [plain] = (await list(`/course?course_id=${courses.radar}`)).courses;
    expect(plain).not.toHaveProperty('coursePackages');
    expect(plain).not.toHaveProperty('settings');
    const [whole] = (await list(`/course?course_id=${courses.radar}&list_course_package=true&list_logistics=1`))
      .courses;
    expect(whole?.coursePackages).toEqual([
      {
        ...{ id: packages.sea, package_name: 'Sea Start', description: 'Fire and radar.', total_fee: 15_000 },
        price: { main: 13_500, struck: 15_500.6, percent_off: 13 },
      },
    ]);
    expect(whole?.settings).toEqual({ logistics: 'By bus.' });
  });

  it('the course list includes the department of a course only while the department is active and shown on the website', async () => {
    await db
      .insertInto('departments')
      .values({ id: 7, department_name: 'Deck', slug: 'deck', status: 'active', show_on_website: true, body: '{}' })
      .execute();
    await db.updateTable('courses').set({ department_id: 7 }).where('id', '=', courses.radar).execute();
    const read = async (query = '') => (await list(`/course?course_id=${courses.radar}${query}`)).courses[0];
    expect(await read()).toMatchObject({ department_id: 7, department: { name: 'Deck', slug: 'deck' } });
    expect(await read('&columns=department')).toHaveProperty('department.slug', 'deck');
    expect(await read('&columns=price')).not.toHaveProperty('department');
    for (const hidden of [{ show_on_website: false }, { show_on_website: true, status: 'inactive' as const }]) {
      await db.updateTable('departments').set(hidden).execute();
      expect(await read()).not.toHaveProperty('department');
    }
  });

  it('the course list shows the batches that have not ended, with their free seats', async () => {
    const [course] = (await list(`/course?course_id=${courses.fire}&columns=batches`)).courses;
    const seats = course?.batches?.map((batch) => [batch.batch_id, batch.available, batch.status]);
    expect(seats).toEqual([
      [batches.fireToday, 30, 'open'],
      [batches.fireOpen, 30, 'open'],
      [batches.fireSeven, 7, 'open'],
      [batches.fireFull, 0, 'open'],
      [batches.fireClosed, 30, 'closed'],
    ]);
  });

  it('the course list counts held seats as taken until the hold expires', async () => {
    const student = await enrol();
    const batchId = batches.radarSeven;
    const orderId = await insertHold(db, { studentId: student.id, batchId, seats: 3, expiresInMs: 60_000 });
    const read = async () =>
      (await list(`/course?course_id=${courses.radar}&columns=batches`)).courses[0]?.batches?.find(
        (batch) => batch.id === batches.radarSeven,
      )?.available;
    expect(await read()).toBe(4);
    await db
      .updateTable('seat_claims')
      .set({ expires_at: new Date(Date.now() - 1000) })
      .where('order_id', '=', orderId)
      .execute();
    expect(await read()).toBe(7);
  });
});
