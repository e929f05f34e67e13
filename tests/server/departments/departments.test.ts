import { describe, expect, it } from 'vitest';
import { growDatabase } from '../../../bench/server/growth-seed.ts';
import type { Department } from '../../../contract/departments.ts';
import { departmentCourseLimit } from '../../../contract/limits.ts';
import { startAcademyApp } from '../../support/academy-content.ts';

const { call, db, clock } = await startAcademyApp();
const everything = 'hodDetails=1&facultiesList=1&facilitiesList=1&courseList=1&facultyCount=1&courseCount=1';

async function list(query = ''): Promise<{ dept: Department[]; total: number; page: number; limit: number }> {
  const { status, body, text } = await call('GET', `/api/departments?${query}`);
  expect(status, text).toBe(200);
  return (body as { data: Awaited<ReturnType<typeof list>> }).data;
}

const names = ({ dept }: { dept: Department[] }) => dept.map(({ department_name }) => department_name);

async function changeBody(
  id: number,
  change: (body: Record<string, { showOnSite?: boolean }>) => object,
): Promise<void> {
  const row = await db.selectFrom('departments').select('body').where('id', '=', id).executeTakeFirstOrThrow();
  const body = change(row.body as Record<string, { showOnSite?: boolean }>);
  await db
    .updateTable('departments')
    .set({ body: JSON.stringify(body) })
    .where('id', '=', id)
    .execute();
  clock.advance(1000);
}

describe('departments', () => {
  it('GET /departments returns the three demo departments, each with its head, faculty, facilities and courses', async () => {
    const { dept, total } = await list(everything);
    expect(total).toBe(3);
    for (const one of dept) {
      expect(one.department_head?.hodDetails?.profile_url).toMatch(/^\/media\/people\//);
      expect(one.faculty?.faculty_list?.length).toBe(one.facultyCount);
      expect(one.facility?.facility_list?.length).toBe(3);
      expect(one.courses?.course_list?.length).toBe(one.courseCount);
      expect(one.courses).not.toHaveProperty('course_total');
      expect(one.courseCount).toBeGreaterThan(5);
      expect(one.canonical_url).toBe(`/departments/details/${one.id}/${one.slug}`);
    }
  });

  it('GET /departments returns the head, each list and each count of a department only if the request asks for it', async () => {
    const fields = [
      ['hodDetails', 'hodDetails'],
      ['facultiesList', 'faculty_list'],
      ['facilitiesList', 'facility_list'],
      ['courseList', 'course_list'],
      ['facultyCount', 'facultyCount'],
      ['courseCount', 'courseCount'],
    ] as const;
    const fieldsOf = (one?: Department) =>
      fields.flatMap(([, field]) => (JSON.stringify(one).includes(`"${field}":`) ? [field] : []));
    const [plain] = (await list()).dept;
    expect(plain).toMatchObject({ faculty: { showOnSite: true, title: 'Faculty' } });
    expect(fieldsOf(plain)).toEqual([]);
    for (const [parameter, field] of fields) expect(fieldsOf((await list(`${parameter}=1`)).dept[0])).toEqual([field]);
  });

  it('GET /departments finds departments by id and by a part of the name, ignoring letter case', async () => {
    expect(names(await list('dept_id=2'))).toEqual(['Marine Engineering']);
    expect(names(await list('search=%20NAUTical'))).toEqual(['Nautical Science']);
    expect(names(await list('search=%25'))).toEqual([]);
    expect(await list('dept_id=99')).toMatchObject({ dept: [], total: 0 });
  });

  it('GET /departments returns departments in pages of at most 100', async () => {
    expect(await list('page=2&limit=2')).toMatchObject({ dept: [{ id: 3 }], total: 3, page: 2, limit: 2 });
    expect(names(await list('page=3&limit=2'))).toEqual([]);
    expect((await call('GET', '/api/departments?limit=101')).status).toBe(400);
  });

  it('GET /departments returns for each department a fixed set of fields plus the columns that the request names', async () => {
    const [one] = (await list('dept_id=1&columns=meta_title')).dept;
    expect(Object.keys(one ?? {}).sort()).toEqual(
      ['department_name', 'id', 'meta_title', 'show_on_website', 'slug', 'status'].sort(),
    );
    const [lean] = (
      await list(
        'dept_id=1&columns=courses,faculty&courseList=1&courseColumns=meta_text&facultiesList=1&facultyColumns=last_name',
      )
    ).dept;
    expect(Object.keys(lean?.courses?.course_list?.[0] ?? {}).sort()).toEqual(['id', 'meta_text']);
    expect(Object.keys(lean?.faculty?.faculty_list?.[0] ?? {}).sort()).toEqual(['id', 'last_name']);
  });

  it.each([
    'columns=body',
    'hodColumns=salary',
    'facultyColumns=phone',
    'facilityColumns=x',
    'courseColumns=total_fee',
  ])('GET /departments refuses columns that are not allowed: %s', async (query) => {
    const { status, body } = await call('GET', `/api/departments?${query}`);
    expect([status, (body as { code: string }).code]).toEqual([400, 'INVALID_REQUEST']);
  });

  it('GET /departments omits the sections of a department that are marked as not shown on the site', async () => {
    await changeBody(3, (body) => ({
      ...body,
      department_head: { ...body.department_head, showProfile: false },
      faculty: { ...body.faculty, showOnSite: false },
      facility: { ...body.facility, showOnSite: false },
      courses: { ...body.courses, showOnSite: false },
    }));
    const [one] = (await list(`dept_id=3&${everything}`)).dept;
    expect(one).toMatchObject({
      department_head: { showProfile: false },
      faculty: { showOnSite: false, faculty_list: [] },
      facility: { showOnSite: false, facility_list: [] },
      courses: { showOnSite: false, course_list: [] },
      facultyCount: 0,
      courseCount: 0,
    });
    expect(JSON.stringify(one)).not.toMatch(/Fernandes|boring/);
  });

  it('GET /departments omits inactive courses from the course list of a department', async () => {
    const courses = async () => (await list('dept_id=1&courseList=1')).dept[0]?.courses?.course_list ?? [];
    const ids = (await courses()).map(({ id }) => id);
    expect(ids).toContain(302);
    expect(ids).not.toContain(433);
  });

  it('GET /departments lists at most 500 courses of a department and states the total number of courses', async () => {
    const large = await startAcademyApp();
    await growDatabase(large.db, { courses: 4 * departmentCourseLimit, students: 0 });
    const { body } = await large.call('GET', '/api/departments?courseList=1&courseCount=1');
    const { dept } = (body as { data: { dept: Department[] } }).data;
    const largest = dept.filter(({ courseCount = 0 }) => courseCount > departmentCourseLimit);
    expect(largest.length).toBeGreaterThan(0);
    for (const { courses, courseCount } of largest) {
      expect(courses?.course_list?.length).toBe(departmentCourseLimit);
      expect(courses?.course_total).toBe(courseCount);
    }
  });

  it('GET /departments returns only departments that are active and shown on the site, unless all=true is set', async () => {
    await db.updateTable('departments').set({ status: 'inactive' }).where('id', '=', 1).execute();
    await db.updateTable('departments').set({ show_on_website: false }).where('id', '=', 2).execute();
    clock.advance(1000);
    expect(names(await list())).toEqual(['Safety and Simulation']);
    expect((await list('all=true')).total).toBe(3);
    expect((await list('dept_id=1')).total).toBe(0);
  });
});
