import { expect, it } from 'vitest';
import type { Roster } from '../../../contract/staff/rosters.ts';
import { day as dayMs } from '../../support/clock.ts';
import { signIn } from '../../support/student.ts';
import { openAcademy } from '../booking/academy.ts';
import { batches } from '../booking/academy-seed.ts';
import { orderFire, pay } from '../orders/ordering.ts';
import { openConsole } from '../orders/staff/staff-calls.ts';

const academy = await openAcademy();
const { app, clock, db } = academy;
const url = `/rosters/${batches.fireOpen}`;

async function book(): Promise<string> {
  const { student, created } = await orderFire(academy, batches.fireOpen);
  await pay(academy, student, created);
  return student.id;
}
/** What My Courses and the console's student page say about the student's only course. */
async function readCompletion(id: string) {
  const courses = await app.server.inject({
    url: '/api/users/student/courses',
    headers: await signIn({ db, clock }, { id }),
  });
  const record = await (await openConsole(academy, 'registrar')).call('GET', `/students/${id}`);
  const [own, staffs] = [courses.json().data[0], record.body.data.bookings[0]];
  expect([staffs.status, staffs.not_completed]).toEqual([own.status, own.not_completed]);
  return [own.status, own.not_completed];
}

it('an ended course counts as completed for a student with a pass or a certificate, but not for one who failed or was always absent', async () => {
  const students = { passed: await book(), failed: await book(), certified: await book(), absent: await book() };
  const others = { late: await book(), unmarked: await book(), passedAbsent: await book() };
  const roster: Roster = (await (await openConsole(academy, 'registrar')).call('GET', url)).body.data;
  clock.advance(Date.parse(`${roster.end_date}T06:30:00Z`) - clock.now());
  const registrar = await openConsole(academy, 'registrar');
  const at = new Date(clock.now()).toISOString();
  const mark = (student_id: string, marks: readonly string[]) =>
    roster.sessions.map(({ day }, place) => ({ student_id, day, mark: marks[place % marks.length], at }));
  const marks = [
    ...[...mark(students.absent, ['absent']), ...mark(others.passedAbsent, ['absent'])],
    ...mark(others.late, ['absent', 'late']),
  ];
  expect((await registrar.call('POST', `${url}/attendance`, { marks })).body.data.refused).toEqual([]);
  const { passed, failed, certified } = students;
  const results = [
    ...[passed, others.passedAbsent].map((student_id) => ({ student_id, result: 'passed' })),
    ...[failed, certified].map((student_id) => ({ student_id, result: 'failed' })),
  ];
  expect((await registrar.call('PUT', `${url}/results`, { results })).status).toBe(200);
  const incomplete = [{ student_id: certified, lacks: 'result' }];
  const issued = { students: [certified], reason: 'passed the second test', incomplete };
  expect((await registrar.call('POST', `${url}/certificates`, issued)).status).toBe(200);
  expect(await readCompletion(failed)).toEqual(['active', null]);

  clock.advance(dayMs);
  expect(await readCompletion(failed)).toEqual(['completed', 'failed']);
  expect(await readCompletion(students.absent)).toEqual(['completed', 'absent']);
  for (const id of [passed, certified, ...Object.values(others)])
    expect(await readCompletion(id)).toEqual(['completed', null]);
});
