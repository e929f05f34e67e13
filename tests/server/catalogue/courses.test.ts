import { describe, expect, it } from 'vitest';
import type { Course } from '../../../contract/course.ts';
import { openAcademy } from '../booking/academy.ts';
import { batches, courses, packages } from '../booking/academy-seed.ts';

const { visit, db, clock } = await openAcademy();

async function list(path: string): Promise<{ courses: Course[]; total: number; page: number; limit: number }> {
  clock.advance(1000);
  const answer = await visit(`/api${path}`);
  expect(answer.statusCode, answer.body).toBe(200);
  return answer.json().data;
}

const ids = ({ courses }: { courses: Course[] }) => courses.map((course) => course.id);

describe('the course list', () => {
  it('has the active courses by position, with their number', async () => {
    const page = await list('/course');
    expect(ids(page)).toEqual([courses.fire, courses.cadet, courses.radar, courses.firstAid, courses.free]);
    expect(page).toMatchObject({ total: 5, page: 1, limit: 100 });
  });

  it('has inactive courses where all are asked', async () => {
    expect(ids(await list('/course?all=true'))).toContain(courses.retired);
    expect(ids(await list('/course?all=false'))).not.toContain(courses.retired);
    expect(ids(await list('/course/byCategory?category_id=1'))).toContain(courses.retired);
    expect(ids(await list('/course/byCategory?category_id=1&activeOnly=true'))).not.toContain(courses.retired);
  });

  it('filters by id, category, category name and fee structure', async () => {
    expect(ids(await list(`/course?course_id=${courses.radar}`))).toEqual([courses.radar]);
    expect(ids(await list('/course?category_id=3'))).toEqual([courses.cadet]);
    expect(ids(await list('/course?category_name=post-SEA'))).toEqual([courses.radar]);
    expect(ids(await list('/course?category_name=Nautical'))).toEqual([]);
    expect(ids(await list('/course?category_id=3&category_name=Post-Sea'))).toEqual([]);
    expect(ids(await list('/course?fee_structure=gst'))).toEqual([courses.radar]);
  });

  it('pages without gap or overlap', async () => {
    const first = await list('/course?page=1&limit=2');
    const second = await list('/course?page=2&limit=2');
    const third = await list('/course?page=3&limit=2');
    const beyond = await list('/course?page=4&limit=2');
    expect([...ids(first), ...ids(second), ...ids(third)]).toEqual(ids(await list('/course')));
    expect(third).toMatchObject({ total: 5, page: 3, limit: 2 });
    expect(beyond.courses).toEqual([]);
  });

  it('searches names, codes and tags, every word, whatever the case', async () => {
    expect(ids(await list('/course?search=FIRE'))).toEqual([courses.fire]);
    expect(ids(await list('/course?search=fighting%20fire'))).toEqual([courses.fire]);
    expect(ids(await list('/course?search=rs401'))).toEqual([courses.radar]);
    expect((await list('/course?search=stcw')).total).toBe(5);
    expect(ids(await list('/course?search=fire%20radar'))).toEqual([]);
  });

  it('takes the wildcards of LIKE as letters', async () => {
    expect(ids(await list('/course?search=100%25'))).toEqual([courses.cadet]);
    expect(ids(await list('/course?search=sea_t'))).toEqual([courses.cadet]);
    expect(ids(await list('/course?search=f_re'))).toEqual([]);
    expect(ids(await list('/course?search=%5C'))).toEqual([]);
    expect(ids(await list("/course?search=%00'"))).toEqual([]);
  });

  it('has the core fields whatever columns are asked, and those columns', async () => {
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

  it('tells a template that is none of ours as it is', async () => {
    await db.updateTable('courses').set({ course_template: 'Evening Course' }).where('id', '=', courses.free).execute();
    const [course] = (await list(`/course?course_id=${courses.free}`)).courses;
    expect(course?.course_template).toBe('Evening Course');
  });

  it('refuses an unknown column by its name', async () => {
    const answer = await visit('/api/course?columns=price,password_hash');
    expect(answer.statusCode).toBe(400);
    expect(answer.json()).toMatchObject({
      code: 'INVALID_REQUEST',
      fields: { columns: 'Unknown column: password_hash' },
    });
  });

  it('has packages and logistics when asked', async () => {
    const [plain] = (await list(`/course?course_id=${courses.radar}`)).courses;
    expect(plain).not.toHaveProperty('coursePackages');
    expect(plain).not.toHaveProperty('settings');
    const [whole] = (await list(`/course?course_id=${courses.radar}&list_course_package=true&list_logistics=1`))
      .courses;
    expect(whole?.coursePackages).toEqual([
      { id: packages.sea, package_name: 'Sea Start', description: 'Fire and radar.', total_fee: 15_000 },
    ]);
    expect(whole?.settings).toEqual({ logistics: 'By bus.' });
  });

  it('names the department that teaches it, while that is on the website', async () => {
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

  it('shows batches that have not ended, with the seats that are left', async () => {
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

  it('gives the seats of an expired hold back', async () => {
    const hold = { batch_id: batches.radarSeven, kind: 'hold' as const, seats: 3 };
    const student = await db
      .insertInto('students')
      .values({ first_name: 'Ann', last_name: 'Roy' })
      .returning('id')
      .executeTakeFirstOrThrow();
    const money = { subtotal_paise: 0, discount_paise: 0, total_paise: 0 };
    await db
      .insertInto('orders')
      .values({
        id: 'LF-1',
        student_id: student.id,
        state: 'awaiting_payment',
        ...money,
        terms_version: '1',
        terms_accepted_at: new Date(),
      })
      .execute();
    const order = await db
      .insertInto('seat_claims')
      .values({ ...hold, order_id: 'LF-1', expires_at: new Date(Date.now() + 60_000) })
      .returning('id')
      .executeTakeFirstOrThrow();
    await db.updateTable('batches').set({ taken: 3 }).where('id', '=', batches.radarSeven).execute();
    const read = async () =>
      (await list(`/course?course_id=${courses.radar}&columns=batches`)).courses[0]?.batches?.find(
        (batch) => batch.id === batches.radarSeven,
      )?.available;
    expect(await read()).toBe(4);
    await db
      .updateTable('seat_claims')
      .set({ expires_at: new Date(Date.now() - 1000) })
      .where('id', '=', order.id)
      .execute();
    expect(await read()).toBe(7);
  });
});
