import { isDeepStrictEqual } from 'node:util';
import type { Answer } from './app-instance.ts';
import type { Books } from './books.ts';
import { type Evidence, isLasting, lastWord } from './evidence.ts';

/** Holds the books against what the world outside saw; says what is wrong, one line each. */
export type EvidenceInvariant = (books: Books, evidence: Evidence) => string[];

/** What the provider took is known to us, over the same amount. */
const paymentsAreKnown: EvidenceInvariant = ({ attempts, payments }, { paid }) =>
  paid.flatMap(({ id, orderId, amountPaise }) => {
    const attempt = attempts.find(({ provider_order_id }) => provider_order_id === orderId);
    const known = payments.filter(({ payment_id, outcome }) => payment_id === id && outcome === 'approved');
    const isRight =
      known.length === 1 && known[0]?.attempt_id === attempt?.id && known[0]?.amount_paise === amountPaise;
    return isRight ? [] : [`payment ${id}: succeeded at the provider, and ${known.length} rows of ours tell so`];
  });

/** We know of no success that the provider does not. */
const paymentsAreReal: EvidenceInvariant = ({ payments }, { paid }) =>
  payments
    .filter(({ payment_id, outcome }) => outcome === 'approved' && !paid.some(({ id }) => id === payment_id))
    .map(({ payment_id }) => `payment ${payment_id}: approved here, but not at the provider`);

/** The provider has sent back what our refunds say, each once. */
const refundsAreReal: EvidenceInvariant = ({ refunds }, { refunded }) => {
  const name = ({ id, amount }: { id: string; amount: number }) => `${id} over ${amount}`;
  const here = refunds.map(({ id, amount_paise }) => name({ id, amount: amount_paise })).sort();
  const there = refunded.map(({ id, amountPaise }) => name({ id, amount: amountPaise })).sort();
  return here.join() === there.join() ? [] : [`refunds: here ${here.join()}, at the provider ${there.join()}`];
};

/** Every letter that was queued arrived, and no other. */
const lettersArrive: EvidenceInvariant = ({ mails }, { letters }) => {
  const queued = mails.map(({ dedupe_key }) => dedupe_key);
  return [
    ...queued.filter((key) => !letters.includes(key)).map((key) => `mail ${key}: did not arrive`),
    ...letters.filter((key) => !queued.includes(key)).map((key) => `mail ${key}: arrived, and nothing queued it`),
  ];
};

/** Every order that was acknowledged is there once, as the student's own, with its attempt. */
const acknowledgedOrdersExist: EvidenceInvariant = ({ orders, attempts }, { calls }) =>
  calls.flatMap((call) => {
    const { order_id, attempt_id } = lastWord(call)?.body ?? {};
    if (typeof order_id !== 'string') return [];
    const own = orders.filter(({ id, student_id }) => id === order_id && student_id === call.studentId);
    const attempt = attempts.filter((one) => one.id === attempt_id && one.order_id === order_id);
    return own.length === 1 && attempt.length === 1 ? [] : [`order ${order_id}: was acknowledged and is not there`];
  });

/** What was completed stays so. */
const completedStays: EvidenceInvariant = ({ orders }, { seenCompleted }) =>
  [...seenCompleted]
    .filter((id) => orders.find((order) => order.id === id)?.state !== 'completed')
    .map((id) => `order ${id}: the student was told that it is completed`);

const comparable = ({ status, body: { requestId, ...body } }: Answer) => ({ status, body });

/** One key, one answer; the database may order the fields of a body anew. */
const oneAnswerAKey: EvidenceInvariant = (_, { calls }) =>
  calls.flatMap(({ key, answers }) => {
    const [first, ...others] = answers.filter(isLasting).map(comparable);
    const other = others.find((answer) => !isDeepStrictEqual(answer, first));
    return other ? [`key ${key}: was answered ${JSON.stringify(first)} and then ${JSON.stringify(other)}`] : [];
  });

/** A key that was answered for good says so in the books, under its student. */
const keysAreKept: EvidenceInvariant = ({ keys }, { calls }) =>
  calls
    .filter((call) => call.answers.some(({ status }) => status === 200))
    .filter(
      ({ key, studentId }) =>
        !keys.some((kept) => kept.key === key && kept.subject === studentId && kept.status === 200),
    )
    .map(({ key }) => `key ${key}: was answered, and its answer is not kept`);

/** The cart keeps what was put in and not bought, and loses what was bought. */
const cartsAreRight: EvidenceInvariant = (books, { calls, paid }) => {
  const changes = calls.filter(({ kind }) => kind !== 'create');
  const groups = Map.groupBy(changes, ({ studentId, item }) => `${studentId} ${item}`);
  return [...groups.values()].flatMap((group) => {
    const [{ studentId, item } = { studentId: '', item: '' }] = group;
    const isIn = books.cart.some((line) => line.student_id === studentId && line.item === item);
    const adds = group.filter(({ kind }) => kind === 'add');
    const bought = books.orders.filter(
      ({ id, state, student_id }) =>
        state === 'completed' &&
        student_id === studentId &&
        books.items.some((line) => line.order_id === id && line.item === item),
    );
    const isKept = adds.length === group.length && adds.some((call) => lastWord(call)?.status === 200);
    if (isKept && bought.length === 0 && !isIn) return [`cart of ${studentId}: lost ${item}, which was not bought`];
    const isBooking = ({ id }: { id: string }) =>
      books.ledger.some(
        ({ account, source, order_id }) =>
          account === 'revenue' && source === `payment:${id}` && bought.some((order) => order.id === order_id),
      );
    const isSpent = paid.some((one) => isBooking(one) && adds.every(({ endedAt }) => endedAt < one.begunAt));
    return isSpent && isIn ? [`cart of ${studentId}: still has ${item}, which was bought`] : [];
  });
};

/** What was seen to be wrong on the way. */
const nothingWasWrong: EvidenceInvariant = (_, { complaints }) => complaints;

export const evidenceInvariants = {
  paymentsAreKnown,
  paymentsAreReal,
  refundsAreReal,
  lettersArrive,
  acknowledgedOrdersExist,
  completedStays,
  oneAnswerAKey,
  keysAreKept,
  cartsAreRight,
  nothingWasWrong,
};
