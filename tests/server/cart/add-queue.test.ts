import { sql } from 'kysely';
import { afterAll, describe, expect, it } from 'vitest';
import { FaultProxy } from '../../faults/database/fault-proxy.ts';
import { statementsOf } from '../../support/statements.ts';
import { openAcademy, type StudentBrowser } from '../booking/academy.ts';
import { batches, courses } from '../booking/academy-seed.ts';
import { lockBatch, withSecondApp } from '../orders/place/open-order-queue.ts';

const academy = await openAcademy();
const { db, enrol, app } = academy;
afterAll(() => app.server.close());

const fire = (batch_id: number = batches.fireOpen) => ({ type: 'course', course_id: courses.fire, batch_id });
const enrolMany = (count: number) => Promise.all(Array.from({ length: count }, () => enrol()));
const add = (student: StudentBrowser, body: object = fire(), key?: string) =>
  student.send('POST', '/api/cart/add', body, key);
const itemsOf = async (student: StudentBrowser) => (await student.get('/api/cart')).json().data.items;

describe('the SQL statements of an add', () => {
  it('adding one course to the cart takes one session lookup and one transaction of two statements', async () => {
    const student = await enrol();
    const statements = await statementsOf(() => add(student, fire(), 'one-add-00001'));
    expect(statements).toEqual(['select looked_up.position,', 'begin', 'with timeout', 'insert into', 'commit']);
  });

  it('32 students who add a course to their carts at the same time need fewer than two SQL statements per student', async () => {
    const students = await enrolMany(32);
    const statements = await statementsOf(async () => {
      const responses = await Promise.all(students.map((student, index) => add(student, fire(), `together-${index}`)));
      for (const response of responses) expect(response.statusCode, response.body).toBe(200);
    });
    expect(statements.filter((statement) => statement === 'commit').length).toBeLessThan(students.length / 2);
    expect(statements.length).toBeLessThan(students.length * 2);
  });
});

describe('concurrent adds', () => {
  it('concurrent cart additions of several students are accepted or rejected independently of each other', async () => {
    const bodies = [fire(), fire(batches.fireFull), fire(9999), fire(batches.fireClosed), fire(batches.fireSeven)];
    const students = await enrolMany(bodies.length);
    const addAll = () =>
      Promise.all(students.map((student, index) => add(student, bodies[index], `independent-${index}`)));
    const first = await addAll();
    expect(first.map((response) => response.statusCode)).toEqual([200, 409, 404, 409, 200]);
    const counts = await Promise.all(students.map(async (student) => (await itemsOf(student)).length));
    expect(counts).toEqual([1, 0, 0, 0, 1]);
    expect(first[0]?.json().data).toEqual((await students[0]?.get('/api/cart'))?.json().data);
    const withoutId = (responses: typeof first) => responses.map((response) => ({ ...response.json(), requestId: '' }));
    expect(withoutId(await addAll())).toEqual(withoutId(first));
  });

  it('concurrent cart additions by several students return to each student their own cart', async () => {
    const students = await enrolMany(8);
    await Promise.all(
      students.map((student) => add(student, { type: 'course', course_id: courses.free, batch_id: 31 })),
    );
    const responses = await Promise.all(students.map((student) => add(student)));
    for (const [index, response] of responses.entries()) {
      const { user, items } = response.json().data;
      expect(user).toBe(students[index]?.id);
      expect(items.map((item: { id: number }) => item.id)).toEqual([courses.free, courses.fire]);
    }
  });

  it('a repeated cart addition returns the first response and does not put a removed course back into the cart', async () => {
    const [again, other] = await enrolMany(2);
    if (!again || !other) throw new Error('no students');
    const first = await add(again, fire(), 'added-once-001');
    await again.send('DELETE', '/api/cart', { item_type: 'course', course_id: courses.fire });
    const [repeat, fresh] = await Promise.all([add(again, fire(), 'added-once-001'), add(other)]);
    expect([repeat.statusCode, fresh.statusCode]).toEqual([200, 200]);
    expect(repeat.json()).toEqual(first.json());
    const isReplayed = [first, repeat, fresh].map(({ headers }) => headers['idempotent-replayed']);
    expect(isReplayed).toEqual([undefined, 'true', undefined]);
    expect(await itemsOf(again)).toEqual([]);
  });

  it('a repeated cart addition returns the current cart if its first response was too large to store', async () => {
    const [student] = await enrolMany(1);
    if (!student) throw new Error('no student');
    for (const [course_id, batch_id] of [
      [courses.free, 31],
      [courses.firstAid, batches.firstAidOpen],
      [courses.radar, batches.radarOpen],
    ])
      await add(student, { type: 'course', course_id, batch_id });
    const first = await add(student, fire(), 'added-large-001');
    expect(first.body.length).toBeGreaterThan(1024);
    const stored = await db
      .selectFrom('idempotency_keys')
      .select('answer')
      .where('key', '=', 'added-large-001')
      .execute();
    expect(stored).toEqual([{ answer: { readAgain: true } }]);
    await student.send('DELETE', '/api/cart', { item_type: 'course', course_id: courses.fire });
    const repeat = await add(student, fire(), 'added-large-001');
    expect([repeat.statusCode, repeat.headers['idempotent-replayed']]).toEqual([200, 'true']);
    const items = repeat.json().data.items.map((item: { id: number }) => item.id);
    expect(items).toEqual([courses.free, courses.firstAid, courses.radar]);
    expect(await itemsOf(student)).toHaveLength(3);
  });

  // The test's timeout is shorter than the lock timeout of the connection pool, so the test fails if an addition waits
  // for a lock.
  it('a student whose database row is locked does not delay the cart additions of other students', {
    timeout: 4_000,
  }, async () => {
    const [locked, ...others] = await enrolMany(4);
    if (!locked) throw new Error('no student');
    let late: ReturnType<typeof add> | undefined;
    await db.transaction().execute(async (tx) => {
      await sql`select from students where id = ${locked.id} for update`.execute(tx);
      late = add(locked);
      const responses = await Promise.all(others.map((student) => add(student)));
      expect(responses.map((response) => response.statusCode)).toEqual([200, 200, 200]);
      expect(await db.selectFrom('cart_items').select('id').where('student_id', '=', locked.id).execute()).toEqual([]);
    });
    expect((await late)?.statusCode).toBe(200);
    expect(await itemsOf(locked)).toHaveLength(1);
  });

  it('a cart addition that waits for a locked batch row does not block the cart additions of other students', {
    timeout: 4_000,
  }, async () => {
    const students = await enrolMany(5);
    const lock = await lockBatch(academy, batches.fireSeven);
    const [late, ...others] = students.map((student, index) =>
      add(student, index === 0 ? fire(batches.fireSeven) : fire(), `locked-batch-${index}`),
    );
    for (const response of await Promise.all(others)) expect(response.statusCode, response.body).toBe(200);
    await lock.release();
    expect((await late)?.statusCode).toBe(200);
  });
});

describe('a connection lost at COMMIT', () => {
  it.each(['before', 'after'] as const)(
    'if the database connection is lost just %s the commit, adding to the cart returns 503 and a repeat adds each course once',
    async (side) => {
      const students = await enrolMany(2);
      const addAll = () =>
        Promise.all(students.map((student, index) => add(student, fire(), `lost-${side}-commit-${index}`)));
      const line = await FaultProxy.open(academy.url);
      await withSecondApp(academy, line.url, async () => {
        line.arm({ at: 'commit', side });
        for (const response of await addAll()) {
          expect(response.statusCode, response.body).toBe(503);
          expect(response.headers['retry-after']).toBe('2');
          const message = 'The service is busy. Please try again.';
          expect(response.json()).toMatchObject({ code: 'UNAVAILABLE', message });
        }
        for (const response of await addAll()) expect(response.statusCode, response.body).toBe(200);
      });
      await line.close();
      for (const student of students) expect(await itemsOf(student)).toMatchObject([{ id: courses.fire }]);
    },
  );
});
