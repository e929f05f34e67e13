import type { Evidence, SentCall } from './evidence.ts';

/**
 * A violation that a test makes on purpose, to prove that `invariant` detects it. `sql` changes the database, or `see`
 * changes what students, payment provider and mailboxes saw.
 */
export type Plant = { invariant: string; what: string; sql?: string; see?: (evidence: Evidence) => void };

const completed = `(select min(id) from orders where state = 'completed')`;
const refunded = `(select min(id) from orders where state = 'refunded')`;
const lonely = `(select min(id) from orders where state = 'expired')`;
const revenue = `(select min(id) from ledger_entries where account = 'revenue')`;

/** SQL that puts the student of the completed order on the waiting list of a batch with free seats. */
const waiting = (state: string) => `
  with entry as (
    insert into waiting_entries (student_id, course_id, batch_ids, state, offer_until, offered_at, ended_at, end_reason)
    select o.student_id, b.course_id, array[b.id], '${state}', now() + interval '1 hour', now(),
      case when '${state}' = 'ended' then now() end, case when '${state}' = 'ended' then 'left' end
    from orders o, batches b where o.id = ${completed} and b.taken = 0 and b.capacity > 0 order by b.id limit 1
    returning id, course_id, batch_ids
  )
  insert into waiting_entry_batches (entry_id, course_id, batch_id) select id, course_id, batch_ids[1] from entry`;

/** SQL that stores a moved batch, with the completed order's student in the given state. */
const movedBatch = (state: string) => `
  insert into staff_members (email, name, role, state, created_at)
    values ('r@example.com', 'R', 'registrar', 'disabled', now());
  insert into batch_runs (id, batch_id, kind, asks_choice, before_start, before_end, after_start, after_end, reason,
      staff_id, actor, choose_until) overriding system value
    select 1, b.id, 'move', true, b.start_date, b.end_date, b.start_date, b.end_date, 'r', s.id, 'R', now()
    from batches b, staff_members s where b.taken > 0 order by b.id limit 1;
  insert into batch_run_items (run_id, order_id, student_id, state)
    select 1, id, student_id, '${state}' from orders where id = ${completed}`;

/** SQL that stores that a line of the completed order was cancelled, with a refund in paise. */
const cancelledLine = (key: string, refund: number) => `
  insert into booking_changes (key, order_id, order_item_id, kind, before, refund_paise, reason, actor)
    select '${key}', order_id, id, 'cancel', '{"name": "n", "courses": []}', ${refund}, 'r', 'R' from order_items
    where order_id = ${completed} order by id limit 1`;

/** A successful call in which the student of the completed order chose by the link in an email. */
const chosen = ({ seenCompleted }: Evidence, choice: string): SentCall => ({
  ...{ kind: 'choose', studentId: '', item: `batch-run:1:${[...seenCompleted].sort()[0]}`, replaces: [], key: choice },
  ...{ body: { choice }, begunAt: 1, endedAt: 1, responses: [{ status: 200, body: {} }] },
});

/** At least one planted violation for each invariant, and several for an invariant that checks several things. */
export const plants: readonly Plant[] = [
  {
    invariant: 'seatsWithinCapacity',
    what: 'an oversold batch',
    sql: `alter table batches drop constraint batches_check1; update batches set capacity = taken - 1 where taken > 0`,
  },
  {
    invariant: 'seatsWithinCapacity',
    what: 'a seat counted as taken that belongs to no order',
    sql: 'update batches set taken = taken + 1 where taken = 0',
  },
  {
    invariant: 'seatsFollowOrders',
    what: 'a completed order without a seat',
    sql: `update batches b set taken = taken - s.seats from seat_claims s where s.batch_id = b.id and s.order_id = ${completed};
      delete from seat_claims where order_id = ${completed}`,
  },
  {
    invariant: 'seatsFollowOrders',
    what: 'an expired order with a seat',
    sql: `insert into seat_claims (batch_id, order_id, kind, seats) select min(batch_id), ${lonely}, 'booking', 1 from seat_claims`,
  },
  {
    invariant: 'enrolmentsFollowOrders',
    what: 'a booked course without an enrolment',
    sql: `delete from enrolments where id = (select min(id) from enrolments)`,
  },
  {
    invariant: 'enrolmentsFollowOrders',
    what: 'a duplicate enrolment',
    sql: `alter table enrolments drop constraint enrolments_order_id_course_id_key;
      insert into enrolments (student_id, order_id, course_id, batch_id)
        select student_id, order_id, course_id, batch_id from enrolments limit 1`,
  },
  {
    invariant: 'enrolmentsFollowOrders',
    what: 'an enrolment of an order that was not paid',
    sql: `update enrolments set order_id = ${lonely} where order_id = ${completed}`,
  },
  { invariant: 'offersHoldSeats', what: 'an offer that holds no seat', sql: waiting('offered') },
  {
    invariant: 'offersHoldSeats',
    what: 'a student who left a waiting list and still holds a seat',
    sql: `${waiting('ended')}; insert into seat_claims (batch_id, waiting_entry_id, kind, seats, expires_at)
      select batch_ids[1], id, 'hold', 1, offer_until from waiting_entries`,
  },
  {
    invariant: 'offersHoldSeats',
    what: 'an offer that still holds a seat although an order has taken it over',
    sql: `${waiting('offered')}; insert into seat_claims (batch_id, waiting_entry_id, kind, seats, expires_at)
      select batch_ids[1], id, 'hold', 1, offer_until from waiting_entries;
      update waiting_entries set order_id = ${completed}`,
  },
  {
    invariant: 'freeSeatsAreOffered',
    what: 'a student who waits for a batch with free seats',
    sql: waiting('waiting'),
  },
  {
    invariant: 'freeSeatsAreOffered',
    what: 'a student who waits for a closed batch',
    sql: `${waiting('waiting')}; update batches set status = 'closed', taken = capacity`,
  },
  {
    invariant: 'choicesHappenOnce',
    what: 'a student of a moved batch who was refunded without a refund',
    sql: movedBatch('refunded'),
  },
  {
    invariant: 'nothingStaysOpen',
    what: 'a student of a moved batch who can still choose',
    sql: movedBatch('waiting'),
  },
  { invariant: 'nothingStaysOpen', what: 'an offer that never ends', sql: waiting('offered') },
  {
    invariant: 'transitionsAreValid',
    what: 'a missing order transition',
    sql: `delete from order_transitions where to_state = 'completed'`,
  },
  {
    invariant: 'transitionsAreValid',
    what: 'a duplicate order transition',
    sql: `insert into order_transitions (order_id, from_state, to_state, reason)
      select order_id, from_state, to_state, reason from order_transitions where to_state = 'completed' limit 1`,
  },
  {
    invariant: 'oneLiveOrder',
    what: 'two unpaid orders of one student',
    sql: `drop index orders_one_live; update orders set state = 'awaiting_payment', receipt_number = null, receipt_details = null;
      update orders set student_id = (select student_id from orders limit 1)`,
  },
  {
    invariant: 'receiptsHaveNoGap',
    what: 'a gap in the receipt numbers',
    sql: `update orders set receipt_number = 'LFR-2026-000999' where id = ${completed}`,
  },
  {
    invariant: 'receiptsHaveNoGap',
    what: 'a receipt for an unpaid order',
    sql: `update orders set state = 'expired' where id = ${completed}`,
  },
  {
    invariant: 'mailsFollowOrders',
    what: 'a booking without a confirmation email',
    sql: `delete from mail_outbox where dedupe_key = 'order-completed:' || ${completed}`,
  },
  {
    invariant: 'mailsFollowOrders',
    what: 'a confirmation email queued twice',
    sql: `alter table mail_outbox drop constraint mail_outbox_dedupe_key_key;
      insert into mail_outbox (dedupe_key, recipient, subject, body, state, sent_at)
        select dedupe_key, recipient, subject, body, state, sent_at from mail_outbox where dedupe_key like 'order-completed:%'`,
  },
  {
    invariant: 'nothingStaysOpen',
    what: 'an abandoned order that never expires',
    sql: `update orders set state = 'awaiting_payment' where id = ${lonely}`,
  },
  {
    invariant: 'nothingStaysOpen',
    what: 'a refund that is never sent',
    sql: `update refunds set state = 'requested', next_try_at = now()`,
  },
  {
    invariant: 'ledgerBalances',
    what: 'a ledger entry that is off by one paisa',
    sql: `update ledger_entries set amount_paise = amount_paise + 1 where id = ${revenue}`,
  },
  {
    invariant: 'paymentsAreBookedOrOwed',
    what: 'a payment without ledger entries',
    sql: `delete from ledger_entries where order_id = ${completed}`,
  },
  {
    invariant: 'paymentsAreBookedOrOwed',
    what: 'a payment posted both as revenue and as an amount to refund',
    sql: `insert into ledger_entries (order_id, account, amount_paise, source)
      select order_id, 'refunds_payable', amount_paise, source from ledger_entries where id = ${revenue}`,
  },
  {
    invariant: 'refundsFollowDebts',
    what: 'an amount to refund for which there is no refund',
    sql: 'delete from refund_transitions; delete from refunds',
  },
  {
    invariant: 'refundsFollowDebts',
    what: 'a refund whose amount differs from the amount to refund',
    sql: 'update refunds set amount_paise = amount_paise - 1',
  },
  {
    invariant: 'refundStepsAreValid',
    what: 'a refund that staff paid by hand while the provider was paying it',
    sql: `update refund_transitions set reason = 'paid back by staff' where to_state = 'settled'`,
  },
  {
    invariant: 'refundStepsAreValid',
    what: 'a missing transition of a refund',
    sql: `delete from refund_transitions where to_state = 'sent'`,
  },
  {
    invariant: 'refundsArePosted',
    what: 'a paid refund that is not in the ledger',
    sql: `delete from ledger_entries where source like 'refund:%'`,
  },
  {
    invariant: 'changesArePosted',
    what: 'a cancelled line whose refund is not in the ledger',
    sql: cancelledLine('once', 1),
  },
  {
    invariant: 'changesArePosted',
    what: 'a line that was cancelled twice',
    sql: `${cancelledLine('once', 0)}; ${cancelledLine('again', 0)}`,
  },
  {
    invariant: 'ordersArePaidOnce',
    what: 'an order paid by two payments',
    sql: `insert into ledger_entries (order_id, account, amount_paise, source)
      select order_id, account, amount_paise, source || '-again' from ledger_entries where order_id = ${completed}`,
  },
  {
    invariant: 'ordersArePaidOnce',
    what: 'a refunded order with revenue in the ledger',
    sql: `update ledger_entries set account = 'revenue' where order_id = ${refunded} and source like 'payment:%' and account = 'refunds_payable'`,
  },
  {
    invariant: 'amountsMatch',
    what: 'an order line with a changed price',
    sql: 'update order_items set price_paise = price_paise + 1',
  },
  {
    invariant: 'paymentsAreStored',
    what: 'a successful payment that is not stored',
    see: ({ paid }) => paid.push({ id: 'pay-lost', orderId: 'LF-2026-000001-1', amountPaise: 1, begunAt: 1 }),
  },
  {
    invariant: 'paymentsAreReal',
    what: 'a stored payment unknown to the provider',
    see: (evidence) => void evidence.paid.pop(),
  },
  {
    invariant: 'paymentsAreReal',
    what: 'a payment at the office that is not stored',
    see: ({ paidAtOffice }) => paidAtOffice.push(1),
  },
  {
    invariant: 'refundsAreReal',
    what: 'a refund paid twice by the provider',
    see: ({ refunded: back }) => back.push(...back),
  },
  {
    invariant: 'refundsAreReal',
    what: 'a refund paid by the provider and by hand',
    see: ({ refunded: back, refundedByHand }) => refundedByHand.push(...back),
  },
  {
    invariant: 'moneyIsWhereTheLedgerSays',
    what: 'money at the office that the ledger does not know',
    see: ({ paidAtOffice }) => paidAtOffice.push(1),
  },
  {
    invariant: 'linksWorkOnce',
    what: 'two choices by one link',
    sql: movedBatch('accepted'),
    see: (evidence) => evidence.calls.push(chosen(evidence, 'accept'), chosen(evidence, 'accept')),
  },
  {
    invariant: 'linksWorkOnce',
    what: 'another choice than the student made',
    sql: movedBatch('accepted'),
    see: (evidence) => evidence.calls.push(chosen(evidence, 'refund')),
  },
  { invariant: 'emailsArrive', what: 'an email that never arrived', see: ({ emails }) => void emails.pop() },
  {
    invariant: 'acknowledgedOrdersExist',
    what: 'an acknowledged order that is not stored',
    see: ({ calls }) => {
      for (const { responses } of calls)
        for (const { body } of responses) if (body.order_id) body.order_id = 'LF-2026-999999';
    },
  },
  {
    invariant: 'completedStays',
    what: 'an order that was completed but no longer is',
    sql: `update orders set state = 'expired' where state = 'completed'`,
  },
  {
    invariant: 'oneResponsePerKey',
    what: 'two different responses to one idempotency key',
    see: ({ calls }) => calls[0]?.responses.push({ status: 200, body: { statusCode: 200, other: true } }),
  },
  { invariant: 'keysAreStored', what: 'a deleted idempotency key', sql: 'delete from idempotency_keys' },
  { invariant: 'cartsAreRight', what: 'a cart that lost an item that was not bought', sql: 'delete from cart_items' },
  {
    invariant: 'cartsAreRight',
    what: 'a cart that still has a bought item',
    sql: `insert into cart_items (student_id, type, course_id, package_id)
      select o.student_id, i.type, i.course_id, i.package_id from order_items i join orders o on o.id = i.order_id
      where o.state = 'completed' on conflict do nothing`,
  },
  {
    invariant: 'nothingWasWrong',
    what: 'a problem that was reported during the test, such as a call that hung',
    see: ({ problems }) => problems.push('a call hung'),
  },
];
