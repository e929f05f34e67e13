import { afterEach, describe, expect, it } from 'vitest';
import { statementsOf } from '../../../support/statements.ts';
import { openAcademy } from '../../booking/academy.ts';
import { addFire, clearSeats, expectInvariants, order, placeOrder } from '../ordering.ts';

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

describe('the SQL statements of an order', () => {
  it('placing an order takes one SQL query for the session and one transaction with eight reads and one write', async () => {
    const student = await enrolFire();
    const statements = await statementsOf(() => placeOrder(student, {}, 'one-order-0001'));
    const reading = [
      ...['with timeout', 'with locked', 'with line', 'select body', 'select $1', 'select s.batch_id,'],
      ...['select b.id', 'select e.student_id,'],
    ];
    expect(statements).toEqual(['select looked_up.position,', 'begin', ...reading, 'with "included_0"', 'commit']);
  });

  it('24 concurrent orders share database transactions and need fewer than four SQL statements per order', async () => {
    const students = await Promise.all(Array.from({ length: 24 }, enrolFire));
    const statements = await statementsOf(async () => {
      const responses = await Promise.all(
        students.map((student, index) => order(student, {}, `orders-shared-${index}`)),
      );
      for (const response of responses) expect(response.statusCode, response.body).toBe(200);
    });
    expect(statements.filter((statement) => statement === 'commit').length).toBeLessThan(students.length / 2);
    expect(statements.length).toBeLessThan(students.length * 4);
  });

  it('a placed order has an open payment session in the sandbox, which returns the student to the page of that payment', async () => {
    const student = await enrolFire();
    const { attempt_id, data, checkout_url } = await placeOrder(student);
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
