import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { addDays } from '../../../contract/days.ts';
import type { DocumentCategory } from '../../../contract/documents.ts';
import type { Enrolment } from '../../../contract/enrolments.ts';
import { enrolmentStatus, listRequired } from '../../../server/enrolments/enrolment.repo.ts';
import { day } from '../../support/clock.ts';
import { openAcademy, type StudentBrowser } from '../booking/academy.ts';
import { batches, courses } from '../booking/academy-seed.ts';
import { addCourse, addFire, addSea, placeOrder, pressPaymentButton, recheckOrder } from '../orders/ordering.ts';

const academy = await openAcademy();
const { db, enrol, visit, clock } = academy;

async function listOf(student: StudentBrowser): Promise<Enrolment[]> {
  const response = await student.get('/api/users/student/courses');
  expect(response.statusCode, response.body).toBe(200);
  return response.json().data;
}

async function buy(student: StudentBrowser, choice: 'pay' | 'decline' = 'pay') {
  const created = await placeOrder(student);
  await pressPaymentButton(academy, created, choice);
  return recheckOrder(student, created.attempt_id);
}

async function storeDocument(
  studentId: string,
  name: string,
  lastDay: string | null,
  category: DocumentCategory = 'personal',
): Promise<void> {
  await sql`with file as (
      insert into files (student_id, purpose, state, media_type, bytes, sha256, attached_at)
      values (${studentId}, 'document', 'stored', 'application/pdf', 1, '', now()) returning id)
    insert into student_documents (student_id, file_id, name, category, expires_on)
    select ${studentId}, id, ${name}, ${category}, ${lastDay}::date from file`.execute(db);
}

describe('the status of a batch', () => {
  const batch = { start_date: '2026-04-01', end_date: '2026-04-03' };
  it.each([
    ['2026-03-31', 'upcoming'],
    ['2026-04-01', 'active'],
    ['2026-04-03', 'active'],
    ['2026-04-04', 'completed'],
  ])('on the day %s, the status of an enrolment in a batch from 1 to 3 April 2026 is %s', (today, status) => {
    expect(enrolmentStatus(batch, today)).toBe(status);
  });
});

describe('the courses of a student', () => {
  it('an enrolment has its course, dates, place, joining instructions and order number', async () => {
    const student = await enrol();
    await db
      .updateTable('courses')
      .set({
        detail: JSON.stringify({
          short_description: 'Put out fires.',
          reporting_time: '08:15 at reception',
          dress_code: 'Boiler suit',
          what_to_bring: ['A notebook'],
          requiredDocuments: [{ name: 'Passport' }, { name: 'INDoS number' }],
          settings: { logistics: 'By bus.', location_map_link: 'https://maps.example.com/' },
          e_learning: true,
          e_learning_hours: 8,
        }),
      })
      .where('id', '=', courses.fire)
      .execute();
    await sql`insert into cms_documents (key, body) values ('brand', '{"address": "1 Quay Road"}')
      on conflict (key) do update set body = excluded.body`.execute(db);
    await addFire(student);
    const { order } = await buy(student);
    expect(await listOf(student)).toEqual([
      {
        id: expect.any(Number),
        course_id: courses.fire,
        course_name: 'Fire Fighting',
        course_code: 'FF101',
        meta_text: 'fire-fighting',
        short_description: 'Put out fires.',
        status: 'upcoming',
        not_completed: null,
        duration: 3,
        duration_unit: 'day',
        start_date: '2026-04-01',
        end_date: '2026-04-03',
        tags: 'safety,stcw',
        batch_id: batches.fireOpen,
        place: '1 Quay Road',
        joining: {
          reporting_time: '08:15 at reception',
          dress_code: 'Boiler suit',
          documents: ['Passport', 'INDoS number'],
          bring: ['A notebook'],
          missing_documents: [],
          logistics: 'By bus.',
          accommodation: null,
          map_link: 'https://maps.example.com/',
          e_learning: true,
          e_learning_hours: 8,
        },
        order_id: order.order_id,
        receipt_number: order.receipt_number,
        package_name: null,
        certificate_number: null,
      },
    ]);
  });

  it('an enrolment in a course with its own venue shows this venue as the place', async () => {
    const student = await enrol();
    await sql`update courses set detail = '{"settings": {"venue": "Quay 9"}}' where id = ${courses.firstAid}`.execute(
      db,
    );
    await addCourse(student, courses.firstAid, batches.firstAidOpen);
    await buy(student);
    expect(await listOf(student)).toMatchObject([{ place: 'Quay 9' }]);
  });

  it('an enrolment lists the required documents that the student lacks or that expire before the course ends', async () => {
    const student = await enrol();
    const required = [
      { name: 'Passport', words: ['passport'] },
      { name: 'CDC', words: ['CDC', 'continuous discharge'] },
      { name: 'Medical fitness certificate', words: ['medical'] },
      { name: 'INDoS number', words: ['indos'] },
      { name: 'Two photographs' },
    ];
    await sql`update courses set detail = ${JSON.stringify({ requiredDocuments: required })}
      where id = ${courses.firstAid}`.execute(db);
    await addCourse(student, courses.firstAid, batches.firstAidOpen);
    await buy(student);
    const missing = async () => (await listOf(student))[0]?.joining.missing_documents;
    expect(await missing()).toEqual(['Passport', 'CDC', 'Medical fitness certificate', 'INDoS number']);

    const [enrolled] = await listOf(student);
    await storeDocument(student.id, 'My Passport', null);
    await storeDocument(student.id, 'Continuous Discharge Certificate', enrolled?.end_date ?? null);
    await storeDocument(student.id, 'medical 2025', '2026-03-31');
    expect(await missing()).toEqual(['Medical fitness certificate (yours is valid until 31 Mar 2026)', 'INDoS number']);

    const lastDay = enrolled?.end_date ?? '';
    expect(await listRequired(db, student.id, lastDay)).toMatchObject([
      { end_date: lastDay, documents: { length: 4 } },
    ]);
    expect(await listRequired(db, student.id, addDays(lastDay, 1))).toEqual([]);
  });

  it('a fee receipt that names a diploma does not count as the degree that a course requires, but the diploma itself does', async () => {
    const student = await enrol();
    const required = [{ name: 'Degree', words: ['degree', 'diploma'] }];
    await sql`update courses set detail = ${JSON.stringify({ requiredDocuments: required })}
      where id = ${courses.firstAid}`.execute(db);
    await addCourse(student, courses.firstAid, batches.firstAidOpen);
    await buy(student);
    const stateOf = async () => {
      const [booking] = await listRequired(db, student.id, '2026-01-01');
      return booking?.documents.map(({ state }) => state);
    };
    await storeDocument(student.id, 'Fee receipt, Diploma in Nautical Science', null, 'financial');
    expect((await listOf(student))[0]?.joining.missing_documents).toEqual(['Degree']);
    expect(await stateOf()).toEqual(['missing']);

    await storeDocument(student.id, 'Diploma in Nautical Science', null, 'academic');
    expect((await listOf(student))[0]?.joining.missing_documents).toEqual([]);
    expect(await stateOf()).toEqual(['waiting']);
  });

  it('a booked package gives the student one enrolment for each course of the package, sorted by first day', async () => {
    const student = await enrol();
    await addSea(student, batches.fireSeven, batches.radarOpen);
    await buy(student);
    const listed = await listOf(student);
    expect(listed.map(({ course_name, package_name }) => [course_name, package_name])).toEqual([
      ['Radar Simulator', 'Sea Start'],
      ['Fire Fighting', 'Sea Start'],
    ]);
  });

  it('the status of an enrolment follows the date in the academy’s time zone', async () => {
    const student = await enrol();
    await addCourse(student, courses.firstAid, batches.firstAidOpen);
    await buy(student);
    const statusAfter = async (days: number) => {
      clock.advance(days * day);
      return (await listOf(student))[0]?.status;
    };
    // The clock starts at noon on 10 March. The student's session outlives the 28 days that pass.
    expect(await statusAfter(25)).toBe('upcoming');
    expect(await statusAfter(1)).toBe('active');
    expect(await statusAfter(2)).toBe('completed');
    clock.advance(-28 * day);
  });

  it('a student’s list of enrolments contains only the student’s own courses, and only those that are paid', async () => {
    const [student, stranger] = [await enrol(), await enrol()];
    await addCourse(student, courses.radar, batches.radarSeven);
    await buy(student, 'decline');
    expect(await listOf(student)).toEqual([]);
    await buy(student);
    expect(await listOf(student)).toHaveLength(1);
    expect(await listOf(stranger)).toEqual([]);
    expect((await visit('/api/users/student/courses')).statusCode).toBe(401);
  });

  it('an enrolment is listed even if its course is inactive, and course details that are invalid are left out', async () => {
    const student = await enrol();
    await addCourse(student, courses.radar, batches.radarOpen);
    await buy(student);
    await sql`update courses set detail = '{"requiredDocuments": "none", "dress_code": "Overalls"}', is_active = false
      where id = ${courses.radar}`.execute(db);
    expect(await listOf(student)).toMatchObject([
      { meta_text: null, short_description: '', joining: { documents: [], dress_code: 'Overalls' } },
    ]);
  });
});
