import { isDeepStrictEqual } from 'node:util';
import type { JsonResponse } from '../schedules/app-instance.ts';
import { type Evidence, finalResponse, isFinal } from './evidence.ts';
import type { StoredRows } from './stored-rows.ts';

/**
 * A check that compares the database with what the students, the payment provider and the mailboxes saw. It returns one
 * line of text for each violation.
 */
type EvidenceInvariant = (stored: StoredRows, evidence: Evidence) => string[];

/** Every payment that succeeded at the payment provider is stored in the database once, with the same amount. */
const paymentsAreStored: EvidenceInvariant = ({ attempts, payments }, { paid }) =>
  paid.flatMap(({ id, orderId, amountPaise }) => {
    const attempt = attempts.find(({ provider_order_id }) => provider_order_id === orderId);
    const known = payments.filter(({ payment_id, outcome }) => payment_id === id && outcome === 'approved');
    const isRight =
      known.length === 1 && known[0]?.attempt_id === attempt?.id && known[0]?.amount_paise === amountPaise;
    return isRight ? [] : [`payment ${id}: succeeded at the provider, but is stored ${known.length} times`];
  });

/** Every payment that the database stores as approved has succeeded at the payment provider. */
const paymentsAreReal: EvidenceInvariant = ({ payments }, { paid }) =>
  payments
    .filter(({ payment_id, outcome }) => outcome === 'approved' && !paid.some(({ id }) => id === payment_id))
    .map(({ payment_id }) => `payment ${payment_id}: stored as approved, but not approved at the provider`);

/** The refunds that the payment provider has paid are exactly the refunds stored in the database, each paid once. */
const refundsAreReal: EvidenceInvariant = ({ refunds }, { refunded }) => {
  const name = ({ id, amount }: { id: string; amount: number }) => `${id} over ${amount}`;
  const here = refunds.map(({ id, amount_paise }) => name({ id, amount: amount_paise })).sort();
  const there = refunded.map(({ id, amountPaise }) => name({ id, amount: amountPaise })).sort();
  return here.join() === there.join() ? [] : [`refunds: stored ${here.join()}, at the provider ${there.join()}`];
};

/** Every email in the mail queue has arrived, and no other email has. */
const emailsArrive: EvidenceInvariant = ({ mails }, { emails }) => {
  const queued = mails.map(({ dedupe_key }) => dedupe_key);
  return [
    ...queued.filter((key) => !emails.includes(key)).map((key) => `mail ${key}: did not arrive`),
    ...emails.filter((key) => !queued.includes(key)).map((key) => `mail ${key}: arrived, but was not queued`),
  ];
};

/**
 * Every order that the server confirmed to a student is stored once. It belongs to this student and has the payment
 * attempt that the response named.
 */
const acknowledgedOrdersExist: EvidenceInvariant = ({ orders, attempts }, { calls }) =>
  calls.flatMap((call) => {
    const { order_id, attempt_id } = finalResponse(call)?.body ?? {};
    if (typeof order_id !== 'string') return [];
    const own = orders.filter(({ id, student_id }) => id === order_id && student_id === call.studentId);
    const attempt = attempts.filter((one) => one.id === attempt_id && one.order_id === order_id);
    return own.length === 1 && attempt.length === 1 ? [] : [`order ${order_id}: was acknowledged and is missing`];
  });

/** An order that a student saw completed stays completed. */
const completedStays: EvidenceInvariant = ({ orders }, { seenCompleted }) =>
  [...seenCompleted]
    .filter((id) => orders.find((order) => order.id === id)?.state !== 'completed')
    .map((id) => `order ${id}: a student saw it completed, but it is not`);

const comparable = ({ status, body: { requestId, ...body } }: JsonResponse) => ({ status, body });

/**
 * All final responses to one idempotency key are equal. Only the order of their JSON fields may differ, because the
 * server stores a response as jsonb, which does not keep that order.
 */
const oneResponsePerKey: EvidenceInvariant = (_, { calls }) =>
  calls.flatMap(({ key, responses }) => {
    const [first, ...others] = responses.filter(isFinal).map(comparable);
    const other = others.find((response) => !isDeepStrictEqual(response, first));
    return other ? [`key ${key}: returned ${JSON.stringify(first)} and then ${JSON.stringify(other)}`] : [];
  });

/**
 * The idempotency key of every call that got status 200 is stored for the student who sent the call, with status 200.
 */
const keysAreStored: EvidenceInvariant = ({ keys }, { calls }) =>
  calls
    .filter((call) => call.responses.some(({ status }) => status === 200))
    .filter(
      ({ key, studentId }) => !keys.some((row) => row.key === key && row.subject === studentId && row.status === 200),
    )
    .map(({ key }) => `key ${key}: got a response that is not stored`);

/**
 * A cart still has every item that was successfully added and neither removed nor bought. It no longer has an item that
 * was bought, unless the item was added again after the payment began.
 */
const cartsAreRight: EvidenceInvariant = (stored, { calls, paid }) => {
  const changes = calls.filter(({ kind }) => kind !== 'create');
  const groups = Map.groupBy(changes, ({ studentId, item }) => `${studentId} ${item}`);
  return [...groups.values()].flatMap((group) => {
    const [{ studentId, item } = { studentId: '', item: '' }] = group;
    const isIn = stored.cart.some((line) => line.student_id === studentId && line.item === item);
    const adds = group.filter(({ kind }) => kind === 'add');
    const bought = stored.orders.filter(
      ({ id, state, student_id }) =>
        state === 'completed' &&
        student_id === studentId &&
        stored.items.some((line) => line.order_id === id && line.item === item),
    );
    const isKept = adds.length === group.length && adds.some((call) => finalResponse(call)?.status === 200);
    if (isKept && bought.length === 0 && !isIn) return [`cart of ${studentId}: lost ${item}, which was not bought`];
    const isBooking = ({ id }: { id: string }) =>
      stored.ledger.some(
        ({ account, source, order_id }) =>
          account === 'revenue' && source === `payment:${id}` && bought.some((order) => order.id === order_id),
      );
    const isSpent = paid.some((one) => isBooking(one) && adds.every(({ endedAt }) => endedAt < one.begunAt));
    return isSpent && isIn ? [`cart of ${studentId}: still has ${item}, which was bought`] : [];
  });
};

/** No problem was recorded while the test ran. */
const nothingWasWrong: EvidenceInvariant = (_, { problems }) => problems;

export const evidenceInvariants = {
  paymentsAreStored,
  paymentsAreReal,
  refundsAreReal,
  emailsArrive,
  acknowledgedOrdersExist,
  completedStays,
  oneResponsePerKey,
  keysAreStored,
  cartsAreRight,
  nothingWasWrong,
};
