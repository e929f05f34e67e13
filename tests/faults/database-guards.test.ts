import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { batches, seedAcademy } from '../server/booking/academy-seed.ts';
import { createTestDatabase } from '../support/database.ts';
import { createStudent } from '../support/student.ts';

const { db } = await createTestDatabase();
await seedAcademy(db);
const { id: student } = await createStudent(db);
const run = (statement: string) => sql.raw(statement).execute(db);

const insertOrder = (id: string, state = 'awaiting_payment', receipt = 'null') =>
  `insert into orders (id, student_id, state, subtotal_paise, discount_paise, total_paise, terms_version,
    terms_accepted_at, receipt_number, receipt_details)
  values ('${id}', '${student}', '${state}', 100, 0, 100, '1', now(), ${receipt}, ${receipt === 'null' ? 'null' : `'{}'`})`;
const insertAttempt = (id: string, number: number) =>
  `insert into payment_attempts (id, order_id, number, provider, provider_order_id, state, amount_paise, expires_at)
  values ('${id}', 'LF-1', ${number}, 'cashfree', 'LF-1-1', 'open', 100, now())`;
const approvePayment = (id: string) =>
  `insert into provider_payments (provider, payment_id, attempt_id, outcome, amount_paise)
  values ('cashfree', '${id}', 'LF-1-1', 'approved', 100)`;
const insertRefund = (payment: string, paise: number, cause: string) =>
  `insert into refunds (id, order_id, attempt_id, provider, payment_id, amount_paise, reason, cause)
  values (gen_random_uuid()::text, 'LF-1', 'LF-1-1', 'cashfree', '${payment}', ${paise}, 'test', '${cause}')`;
const batch = batches.fireOpen;

await run(insertOrder('LF-1'));
await run(insertOrder('LF-2', 'completed', `'LFR-2026-000001'`));
await run(insertAttempt('LF-1-1', 1));

const unique = '23505';
const check = '23514';

const twice = (statement: string) => [statement, statement];

/** The last SQL statement of each entry breaks a rule, and a constraint of the database must reject it. */
const guards: Array<[what: string, code: string, statements: string[]]> = [
  [
    'more taken seats in a batch than its capacity',
    check,
    [`update batches set taken = capacity + 1 where id = ${batch}`],
  ],
  ['a negative number of taken seats', check, [`update batches set taken = -1 where id = ${batch}`]],
  ['a second unpaid order of a student', unique, [insertOrder('LF-3')]],
  ['a duplicate receipt number', unique, [insertOrder('LF-4', 'completed', `'LFR-2026-000001'`)]],
  ['a completed order without a receipt number', check, [insertOrder('LF-5', 'completed')]],
  ['two payment attempts with the same order id at the payment provider', unique, [insertAttempt('LF-1-2', 2)]],
  [
    'a duplicate idempotency key for the same student and API call',
    unique,
    twice(
      `insert into idempotency_keys (subject, endpoint, key, request_hash) values ('${student}', 'createOrder', 'key-1', 'x')`,
    ),
  ],
  [
    'a payment stored twice',
    unique,
    twice(`insert into provider_payments (provider, payment_id, attempt_id, outcome, amount_paise)
      values ('cashfree', 'p1', 'LF-1-1', 'approved', 100)`),
  ],
  [
    'a payment posted twice to the ledger',
    unique,
    twice(
      `insert into ledger_entries (order_id, account, amount_paise, source) values ('LF-1', 'gateway', 100, 'payment:p1')`,
    ),
  ],
  [
    'a second refund of one payment for the same cause',
    unique,
    [approvePayment('p2'), ...twice(insertRefund('p2', 40, 'payment'))],
  ],
  [
    'refunds that together exceed their payment',
    check,
    [approvePayment('p3'), insertRefund('p3', 60, 'change:1'), insertRefund('p3', 60, 'change:2')],
  ],
  [
    'a webhook delivery stored twice',
    unique,
    twice(`insert into webhook_deliveries (provider, digest) values ('cashfree', 'x')`),
  ],
  [
    'two seat claims of one order for one batch',
    unique,
    twice(`insert into seat_claims (batch_id, order_id, kind, seats) values (${batch}, 'LF-2', 'booking', 1)`),
  ],
  [
    'two enrolments in one course by one order',
    unique,
    twice(
      `insert into enrolments (student_id, order_id, course_id, batch_id) values ('${student}', 'LF-2', 101, ${batch})`,
    ),
  ],
  [
    'an email queued twice with the same dedupe key',
    unique,
    twice(
      `insert into mail_outbox (dedupe_key, recipient, subject, body) values ('order-completed:LF-2', 'a@example.com', 's', 'b')`,
    ),
  ],
];

it.each(guards)('the database rejects inconsistent or duplicate data: %s', async (_, code, statements) => {
  for (const statement of statements.slice(0, -1)) await run(statement);
  await expect(run(statements.at(-1) ?? '')).rejects.toMatchObject({ code });
});
