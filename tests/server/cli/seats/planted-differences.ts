import { sql } from 'kysely';
import type { Tx } from '../../../../server/db/schema.ts';
import type { Academy } from '../../booking/academy.ts';
import { batches, courses } from '../../booking/academy-seed.ts';
import {
  addCourse,
  addFire,
  addSea,
  type Created,
  placeOrder,
  pressPaymentButton,
  recheckOrder,
} from '../../orders/ordering.ts';

/**
 * The orders that the test has created: one that is completed, one that waits for payment, one that is declined, and
 * one whose payment is due for a refund.
 */
export type MadeOrders = Record<'completed' | 'waiting' | 'declined' | 'refund', Created>;

async function complete(academy: Academy): Promise<Created> {
  const student = await academy.enrol();
  await addSea(student, batches.fireOpen, batches.radarOpen);
  const created = await placeOrder(student);
  await pressPaymentButton(academy, created, 'pay');
  await recheckOrder(student, created.attempt_id);
  return created;
}

async function decline(academy: Academy): Promise<Created> {
  const student = await academy.enrol();
  await addFire(student, batches.fireSeven);
  const created = await placeOrder(student);
  await pressPaymentButton(academy, created, 'decline');
  await recheckOrder(student, created.attempt_id);
  return created;
}

/** Creates an order that waits for its payment and has replaced an earlier order. */
async function wait({ enrol }: Academy): Promise<Created> {
  const student = await enrol();
  await addFire(student);
  await placeOrder(student);
  await addCourse(student, courses.radar, batches.radarSeven);
  return placeOrder(student);
}

/** Creates an order that was paid after its batch had closed and its hold was released, so that a refund is due. */
async function payForNothing(academy: Academy): Promise<Created> {
  const { db } = academy;
  const student = await academy.enrol();
  await addFire(student, batches.fireSeven);
  const created = await placeOrder(student);
  await sql`delete from seat_claims where order_id = ${created.order_id}`.execute(db);
  await sql`update batches set taken = taken - 1, status = 'closed' where id = ${batches.fireSeven}`.execute(db);
  await pressPaymentButton(academy, created, 'pay');
  await recheckOrder(student, created.attempt_id);
  await sql`update batches set status = 'open' where id = ${batches.fireSeven}`.execute(db);
  return created;
}

async function takeFree({ enrol }: Academy): Promise<void> {
  const student = await enrol();
  await addCourse(student, courses.free, 31);
  await placeOrder(student);
}

/** Creates the orders of `MadeOrders` through the API, and an order of a free course, which is not returned. */
export async function makeOrders(academy: Academy): Promise<MadeOrders> {
  const made = {
    completed: await complete(academy),
    declined: await decline(academy),
    waiting: await wait(academy),
    refund: await payForNothing(academy),
  };
  await takeFree(academy);
  return made;
}

/** Drops the database constraints that would reject the inconsistencies that tests create. */
export const barriers = sql`
  alter table batches drop constraint batches_check1;
  alter table orders drop constraint orders_check1;
  alter table orders drop constraint orders_check2;
  alter table seat_claims drop constraint seat_claims_check`;

/**
 * An inconsistency that `plant` creates in the database. The check `check` of `landfall seats reconcile` must find it,
 * with a message that contains the text returned by `says`.
 */
export type Planted = { check: string; plant: (tx: Tx) => Promise<unknown>; says: () => string };

/** Returns one inconsistency for every check of the command `landfall seats reconcile`. */
export function plantedDifferences(made: MadeOrders): Planted[] {
  const id = (name: keyof MadeOrders) => made[name].order_id;
  return [
    {
      check: 'counter',
      plant: (tx) => sql`update batches set taken = taken + 2 where id = ${batches.firstAidOpen}`.execute(tx),
      says: () => 'batch 21: its counter says 2, its claims add up to 0',
    },
    {
      check: 'oversold',
      plant: (tx) => sql`update batches set capacity = 0 where id = ${batches.radarOpen}`.execute(tx),
      says: () => 'batch 11: 1 of 0 seats claimed',
    },
    {
      check: 'stray claim',
      plant: (tx) =>
        sql`insert into seat_claims (batch_id, order_id, kind, seats, expires_at)
        values (${batches.fireSeven}, ${id('declined')}, 'hold', 1, now() + interval '1 hour')`.execute(tx),
      says: () => `order ${id('declined')}: is declined and has a hold of 1 in batch 2`,
    },
    {
      check: 'wrong claim',
      plant: (tx) =>
        sql`update seat_claims set seats = 2 where order_id = ${id('waiting')} and batch_id = 1`.execute(tx),
      says: () => `order ${id('waiting')}: needs seats in batch 1: 1, and claims 2`,
    },
    {
      check: 'stray offer',
      plant: (tx) =>
        sql`with student as (
          select student_id from orders where id = ${id('completed')}
        ), left_list as (
          insert into waiting_entries (student_id, course_id, batch_ids, state, end_reason, ended_at)
          select student_id, 101, '{2}', 'ended', 'left', now() from student returning id
        )
        insert into seat_claims (batch_id, waiting_entry_id, kind, seats, expires_at)
        select 2, id, 'hold', 1, now() + interval '1 hour' from left_list`.execute(tx),
      says: () => ': is ended and has a seat on offer in batch 2',
    },
    {
      check: 'expired hold',
      plant: (tx) =>
        sql`update seat_claims set expires_at = '2026-03-10T00:00:00Z' where order_id = ${id('waiting')} and batch_id = 1`.execute(
          tx,
        ),
      says: () => `order ${id('waiting')}: has a hold in batch 1, which ran out on 2026-03-10 05:30`,
    },
    {
      check: 'no hold',
      plant: (tx) => sql`delete from seat_claims where order_id = ${id('waiting')} and batch_id = 12`.execute(tx),
      says: () => `order ${id('waiting')}: can be paid and holds no seat in batch 12`,
    },
    {
      check: 'no booking',
      plant: (tx) => sql`delete from seat_claims where order_id = ${id('completed')} and batch_id = 11`.execute(tx),
      says: () => `order ${id('completed')}: is completed and has no seat in batch 11`,
    },
    {
      check: 'unsettled',
      plant: (tx) =>
        sql`update payment_attempts set expires_at = now() - interval '1 day' where order_id = ${id('waiting')}`.execute(
          tx,
        ),
      says: () => `order ${id('waiting')}: waits for a payment whose time is over`,
    },
    {
      check: 'no enrolment',
      plant: (tx) => sql`delete from enrolments where order_id = ${id('completed')} and course_id = 401`.execute(tx),
      says: () => `order ${id('completed')}: is completed and has no enrolment in course 401`,
    },
    {
      check: 'stray enrolment',
      plant: (tx) =>
        sql`insert into enrolments (student_id, order_id, course_id, batch_id)
        select student_id, id, 101, 2 from orders where id = ${id('declined')}`.execute(tx),
      says: () => `order ${id('declined')}: is declined and has an enrolment in course 101`,
    },
    {
      check: 'no receipt',
      plant: (tx) => sql`update orders set receipt_number = null where id = ${id('completed')}`.execute(tx),
      says: () => `order ${id('completed')}: is completed and has no receipt number`,
    },
    {
      check: 'receipt gap',
      plant: (tx) => sql`update receipt_numbers set last = last + 1`.execute(tx),
      says: () => 'receipts 2026: numbers given: 3, receipts that have one: 2',
    },
    {
      check: 'history',
      plant: (tx) =>
        sql`delete from order_transitions where order_id = ${id('declined')} and to_state = 'declined'`.execute(tx),
      says: () => `order ${id('declined')}: is declined, its history ends with awaiting_payment`,
    },
    {
      check: 'total',
      plant: (tx) =>
        sql`update order_items set price_paise = price_paise + 1 where order_id = ${id('waiting')}
      and course_id = 101`.execute(tx),
      says: () => `order ${id('waiting')}: costs 14250.59, its items 14250.60`,
    },
    {
      check: 'lost payment',
      plant: (tx) =>
        sql`insert into provider_payments (provider, payment_id, attempt_id, outcome, amount_paise)
        values ('sandbox', 'lost', ${made.waiting.attempt_id}, 'approved', 100)`.execute(tx),
      says: () =>
        `order ${id('waiting')}: is awaiting_payment, and payment lost of 1.00 is approved: neither booked nor owed back`,
    },
    {
      check: 'lost attempt',
      plant: (tx) =>
        sql`update payment_attempts set state = 'approved' where id = ${made.declined.attempt_id}`.execute(tx),
      says: () => `order ${id('declined')}: is declined, and attempt ${made.declined.attempt_id} is approved`,
    },
    {
      check: 'ledger',
      plant: (tx) =>
        sql`update ledger_entries set amount_paise = amount_paise + 5
        where order_id = ${id('completed')} and account = 'gateway'`.execute(tx),
      says: () => `order ${id('completed')}: its ledger is off by 0.05 in payment:`,
    },
    {
      check: 'not in ledger',
      plant: (tx) => sql`delete from ledger_entries where order_id = ${id('completed')}`.execute(tx),
      says: () => `order ${id('completed')}: payment `,
    },
    {
      check: 'no payment',
      plant: (tx) =>
        sql`insert into ledger_entries (order_id, account, amount_paise, source) values
        (${id('waiting')}, 'gateway', 100, 'payment:x'), (${id('waiting')}, 'revenue', -100, 'payment:x')`.execute(tx),
      says: () => `order ${id('waiting')}: its ledger has payment:x, which no provider reported`,
    },
    {
      check: 'revenue',
      plant: (tx) =>
        sql`update ledger_entries set account = 'revenue'
        where order_id = ${id('refund')} and account = 'refunds_payable'`.execute(tx),
      says: () => `order ${id('refund')}: is refund_due over 5500.50, its revenue is 5500.50`,
    },
    {
      check: 'owed',
      plant: (tx) => sql`update refunds set amount_paise = 1 where order_id = ${id('refund')}`.execute(tx),
      says: () => `order ${id('refund')}: owes back 5500.50 by its ledger, 0.01 by its refunds`,
    },
    {
      check: 'refund state',
      plant: (tx) => sql`update orders set state = 'refunded' where id = ${id('refund')}`.execute(tx),
      says: () => `order ${id('refund')}: is refunded, refunds to be settled: 1`,
    },
  ];
}
