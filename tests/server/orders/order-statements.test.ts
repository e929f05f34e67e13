import { afterEach, describe, expect, it } from 'vitest';
import { statementsOf } from '../../support/statements.ts';
import { openAcademy } from '../booking/academy.ts';
import { addFire, clearSeats, expectInvariants, order, ordered } from './ordering.ts';

const academy = await openAcademy();

afterEach(async () => {
  await expectInvariants(academy);
  await clearSeats(academy);
});

async function enrolFire() {
  const student = await academy.enrol();
  await addFire(student);
  return student;
}

describe('the statements of an order', () => {
  it('are the session, what a set must know, and one that writes all, in one transaction', async () => {
    const student = await enrolFire();
    const statements = await statementsOf(() => ordered(student, {}, 'one-order-0001'));
    const reading = ['with patience', 'with line', 'with locked', 'select body', 'select $1'];
    expect(statements).toEqual(['select asked.place,', 'begin', ...reading, 'with "part_0"', 'commit']);
  });

  it('are shared by orders that come together', async () => {
    const students = await Promise.all(Array.from({ length: 24 }, enrolFire));
    const statements = await statementsOf(async () => {
      const answers = await Promise.all(students.map((student, place) => order(student, {}, `orders-shared-${place}`)));
      for (const answer of answers) expect(answer.statusCode, answer.body).toBe(200);
    });
    expect(statements.filter((statement) => statement === 'commit').length).toBeLessThan(students.length / 2);
    expect(statements.length).toBeLessThan(students.length * 4);
  });

  it('open the payment with the order where the provider keeps its orders here', async () => {
    const student = await enrolFire();
    const { attempt_id, data, checkout_url } = await ordered(student);
    const attempt = await academy.db
      .selectFrom('payment_attempts as a')
      .innerJoin('sandbox_payments as p', 'p.provider_order_id', 'a.provider_order_id')
      .select(['a.state', 'a.session_id', 'a.checkout_url', 'p.session_id as opened', 'p.return_url'])
      .where('a.id', '=', attempt_id)
      .executeTakeFirstOrThrow();
    expect(attempt).toMatchObject({ state: 'open', session_id: data, checkout_url, opened: data });
    expect(attempt.return_url).toMatch(new RegExp(`/${attempt_id}$`));
  });
});
