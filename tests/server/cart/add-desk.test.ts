import { sql } from 'kysely';
import { afterAll, describe, expect, it } from 'vitest';
import { statementsOf } from '../../support/statements.ts';
import { openAcademy, type StudentBrowser } from '../booking/academy.ts';
import { batches, courses } from '../booking/academy-seed.ts';
import { lockBatch } from '../orders/desk.ts';

const academy = await openAcademy();
const { db, enrol, app } = academy;
afterAll(() => app.server.close());

const fire = (batch_id: number = batches.fireOpen) => ({ type: 'course', course_id: courses.fire, batch_id });
const enrolMany = (count: number) => Promise.all(Array.from({ length: count }, () => enrol()));
const add = (student: StudentBrowser, body: object = fire(), key?: string) =>
  student.send('POST', '/api/cart/add', body, key);
const itemsOf = async (student: StudentBrowser) => (await student.get('/api/cart')).json().data.items;

describe('the statements of an add', () => {
  it('are the session, the effect with the cart that it leaves, the key with the answer, and the transaction', async () => {
    const student = await enrol();
    const statements = await statementsOf(() => add(student, fire(), 'one-add-00001'));
    expect(statements).toEqual(['select asked.place,', 'begin', 'with patience', 'insert into', 'commit']);
  });

  it('are shared by adds that come together', async () => {
    const students = await enrolMany(32);
    const statements = await statementsOf(async () => {
      const answers = await Promise.all(students.map((student, place) => add(student, fire(), `together-${place}`)));
      for (const answer of answers) expect(answer.statusCode, answer.body).toBe(200);
    });
    expect(statements.filter((statement) => statement === 'commit').length).toBeLessThan(students.length / 2);
    expect(statements.length).toBeLessThan(students.length * 2);
  });
});

describe('adds that come together', () => {
  it('are judged each for itself', async () => {
    const bodies = [fire(), fire(batches.fireFull), fire(9999), fire(batches.fireClosed), fire(batches.fireSeven)];
    const students = await enrolMany(bodies.length);
    const ask = () =>
      Promise.all(students.map((student, place) => add(student, bodies[place], `each-for-itself-${place}`)));
    const first = await ask();
    expect(first.map((answer) => answer.statusCode)).toEqual([200, 409, 404, 409, 200]);
    const counts = await Promise.all(students.map(async (student) => (await itemsOf(student)).length));
    expect(counts).toEqual([1, 0, 0, 0, 1]);
    expect(first[0]?.json().data).toEqual((await students[0]?.get('/api/cart'))?.json().data);
    const withoutId = (answers: typeof first) => answers.map((answer) => ({ ...answer.json(), requestId: '' }));
    expect(withoutId(await ask())).toEqual(withoutId(first));
  });

  it('show each student their own cart', async () => {
    const students = await enrolMany(8);
    await Promise.all(
      students.map((student) => add(student, { type: 'course', course_id: courses.free, batch_id: 31 })),
    );
    const answers = await Promise.all(students.map((student) => add(student)));
    for (const [place, answer] of answers.entries()) {
      const { user, items } = answer.json().data;
      expect(user).toBe(students[place]?.id);
      expect(items.map((item: { id: number }) => item.id)).toEqual([courses.free, courses.fire]);
    }
  });

  it('take back what a repeat would add again', async () => {
    const [again, other] = await enrolMany(2);
    if (!again || !other) throw new Error('nobody to add');
    const first = await add(again, fire(), 'added-once-001');
    await again.send('DELETE', '/api/cart', { item_type: 'course', course_id: courses.fire });
    const [repeat, fresh] = await Promise.all([add(again, fire(), 'added-once-001'), add(other)]);
    expect([repeat.statusCode, fresh.statusCode]).toEqual([200, 200]);
    expect(repeat.json()).toEqual(first.json());
    expect(await itemsOf(again)).toEqual([]);
  });

  // Less than the pool waits for a lock.
  it('do not wait for a student whose row is locked', { timeout: 4_000 }, async () => {
    const [kept, ...others] = await enrolMany(4);
    if (!kept) throw new Error('nobody to lock');
    let late: ReturnType<typeof add> | undefined;
    await db.transaction().execute(async (tx) => {
      await sql`select from students where id = ${kept.id} for update`.execute(tx);
      late = add(kept);
      const answers = await Promise.all(others.map((student) => add(student)));
      expect(answers.map((answer) => answer.statusCode)).toEqual([200, 200, 200]);
      expect(await db.selectFrom('cart_items').select('id').where('student_id', '=', kept.id).execute()).toEqual([]);
    });
    expect((await late)?.statusCode).toBe(200);
    expect(await itemsOf(kept)).toHaveLength(1);
  });

  it('do not wait for long for a batch that is locked', { timeout: 4_000 }, async () => {
    const students = await enrolMany(5);
    const lock = await lockBatch(academy, batches.fireSeven);
    const [late, ...others] = students.map((student, place) =>
      add(student, place === 0 ? fire(batches.fireSeven) : fire(), `locked-batch-${place}`),
    );
    for (const answer of await Promise.all(others)) expect(answer.statusCode, answer.body).toBe(200);
    await lock.release();
    expect((await late)?.statusCode).toBe(200);
  });
});
