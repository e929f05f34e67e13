import { isDeepStrictEqual } from 'node:util';
import type { JsonResponse } from '../schedules/app-instance.ts';
import { type Evidence, finalResponse, isFinal, type SentCall } from './evidence.ts';
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

const isAtOffice = ({ provider }: { provider: string }) => provider === 'office';

/**
 * Every payment that the database stores as approved has succeeded at the payment provider, or was received at the
 * office.
 */
const paymentsAreReal: EvidenceInvariant = ({ payments }, { paid, paidAtOffice }) => {
  const approved = payments.filter(({ outcome }) => outcome === 'approved');
  const here = approved.filter(isAtOffice).map(({ amount_paise }) => amount_paise);
  const [stored, received] = [here, paidAtOffice].map((amounts) => amounts.toSorted((a, b) => a - b).join());
  return [
    ...approved
      .filter((payment) => !isAtOffice(payment) && !paid.some(({ id }) => id === payment.payment_id))
      .map(({ payment_id }) => `payment ${payment_id}: stored as approved, but not approved at the provider`),
    ...(stored === received ? [] : [`payments at the office: stored ${stored}, received ${received}`]),
  ];
};

/**
 * The refunds that the payment provider or the staff have paid are exactly the refunds stored in the database, each
 * paid once.
 */
const refundsAreReal: EvidenceInvariant = ({ refunds }, { refunded, refundedByHand }) => {
  const name = ({ id, amount }: { id: string; amount: number }) => `${id} over ${amount}`;
  const here = refunds.map(({ id, amount_paise }) => name({ id, amount: amount_paise })).sort();
  const there = [...refunded, ...refundedByHand].map(({ id, amountPaise }) => name({ id, amount: amountPaise })).sort();
  return here.join() === there.join() ? [] : [`refunds: stored ${here.join()}, paid back ${there.join()}`];
};

/**
 * The ledger says how much money the payment provider and the office have: what they received less what they paid back.
 */
const moneyIsWhereTheLedgerSays: EvidenceInvariant = ({ ledger }, evidence) => {
  const sum = (amounts: number[]) => amounts.reduce((total, amount) => total + amount, 0);
  const sumOf = (some: ReadonlyArray<{ amountPaise: number }>) => sum(some.map(({ amountPaise }) => amountPaise));
  const { paid, refunded, paidAtOffice, refundedByHand } = evidence;
  const has = {
    gateway: sumOf(paid) - sumOf(refunded),
    office: sum(paidAtOffice) - sumOf(refundedByHand),
  };
  return Object.entries(has).flatMap(([name, paise]) => {
    const said = sum(ledger.filter(({ account }) => account === name).map(({ amount_paise }) => amount_paise));
    return said === paise ? [] : [`${name}: has ${paise} paise, the ledger says ${said}`];
  });
};

/**
 * Every email in the mail queue has arrived, and no other email has. Emails about a moved or cancelled batch are the
 * exception: when the batch is changed again, the server deletes those that wait to be delivered, and one of them may
 * have arrived although its confirmation was lost.
 */
const emailsArrive: EvidenceInvariant = ({ mails }, { emails }) => {
  const queued = mails.map(({ dedupe_key }) => dedupe_key);
  const strange = emails.filter((key) => !queued.includes(key) && !key.startsWith('batch-run:'));
  return [
    ...queued.filter((key) => !emails.includes(key)).map((key) => `mail ${key}: did not arrive`),
    ...strange.map((key) => `mail ${key}: arrived, but was not queued`),
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
 * All final responses to one idempotency key are equal, except for the order of their JSON fields: the server stores a
 * response as jsonb, which does not keep that order.
 */
const oneResponsePerKey: EvidenceInvariant = (_, { calls }) =>
  calls.flatMap(({ kind, key, responses }) => {
    if (kind === 'accept') return [];
    const [first, ...others] = responses.filter(isFinal).map(comparable);
    const other = others.find((response) => !isDeepStrictEqual(response, first));
    return other ? [`key ${key}: returned ${JSON.stringify(first)} and then ${JSON.stringify(other)}`] : [];
  });

/**
 * For every call that got status 200, the database stores its idempotency key, with the student who sent the call and
 * status 200. Accepting an offer needs no key.
 */
const keysAreStored: EvidenceInvariant = ({ keys }, { calls }) =>
  calls
    .filter(({ kind, responses }) => kind !== 'accept' && responses.some(({ status }) => status === 200))
    .filter(({ key, studentId }) => {
      const subject = studentId || `anonymous:${key}`;
      return !keys.some((row) => row.key === key && row.subject === subject && row.status === 200);
    })
    .map(({ key }) => `key ${key}: got a response that is not stored`);

/** Whether a call puts the item into the cart. Otherwise the call removes the item or replaces it by another one. */
const putsIn = ({ kind, item: own }: SentCall, item: string) => (kind === 'add' || kind === 'accept') && own === item;

/**
 * A cart loses no item: an added item stays until it is removed, replaced or bought. A bought item leaves the cart,
 * unless the student added it again after the payment began.
 */
const cartsAreRight: EvidenceInvariant = (stored, { calls, paid }) => {
  const changes = calls
    .filter(({ kind }) => kind === 'add' || kind === 'remove' || kind === 'accept')
    .flatMap((call) => [call.item, ...call.replaces].map((item) => ({ call, item })));
  const groups = Map.groupBy(changes, ({ call, item }) => `${call.studentId} ${item}`);
  return [...groups.values()].flatMap((group) => {
    const [first] = group;
    if (!first) return [];
    const { item } = first;
    const { studentId } = first.call;
    const isIn = stored.cart.some((line) => line.student_id === studentId && line.item === item);
    const adds = group.map(({ call }) => call).filter((call) => putsIn(call, item));
    const bought = stored.orders.filter(
      ({ id, state, student_id }) =>
        state === 'completed' &&
        student_id === studentId &&
        stored.bought.some((line) => line.order_id === id && line.item === item),
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

const choiceStates: Record<string, string> = { accept: 'accepted', transfer: 'transferred', refund: 'refunded' };

/**
 * A student of a moved or cancelled batch can choose by the emailed link only once, and the database stores this
 * choice. A booking is transferred only if the student chose that.
 */
const linksWorkOnce: EvidenceInvariant = ({ choices }, { calls }) =>
  choices.flatMap(({ email, state }) => {
    const chosen = calls.filter(
      ({ kind, item, responses }) =>
        kind === 'choose' && item === email && responses.some(({ status }) => status === 200),
    );
    if (chosen.length > 1) return [`choice ${email}: was accepted ${chosen.length} times`];
    const made = chosen.map(({ body }) => choiceStates[(body as { choice: string }).choice])[0];
    const isRight = made ? state === made : state !== 'transferred';
    return isRight ? [] : [`choice ${email}: is ${state}, the student chose ${made ?? 'nothing'}`];
  });

/** No problem was recorded while the test ran. */
const nothingWasWrong: EvidenceInvariant = (_, { problems }) => problems;

export const evidenceInvariants = {
  paymentsAreStored,
  paymentsAreReal,
  refundsAreReal,
  moneyIsWhereTheLedgerSays,
  emailsArrive,
  acknowledgedOrdersExist,
  completedStays,
  oneResponsePerKey,
  keysAreStored,
  cartsAreRight,
  linksWorkOnce,
  nothingWasWrong,
};
