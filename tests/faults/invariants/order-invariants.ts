import type { Invariant } from './seat-invariants.ts';

const steps: Record<string, readonly string[]> = {
  '': ['awaiting_payment'],
  awaiting_payment: ['completed', 'declined', 'expired', 'replaced', 'refund_due'],
  declined: ['completed', 'refund_due'],
  expired: ['completed', 'refund_due'],
  replaced: ['completed', 'refund_due'],
  refund_due: ['refunded'],
  // If another payment arrives for an order that was already refunded, that payment must be refunded, too.
  refunded: ['refund_due'],
};

/**
 * Every state transition of an order is allowed, and the transitions form a chain from its creation to its current
 * state.
 */
const transitionsAreValid: Invariant = ({ orders, transitions }) =>
  orders.flatMap(({ id, state }) => {
    const walked = transitions.filter(({ order_id }) => order_id === id);
    let at = '';
    for (const { from_state, to_state } of walked) {
      if ((from_state ?? '') !== at || !steps[at]?.includes(to_state))
        return [`order ${id}: a transition from ${from_state} to ${to_state} while it was ${at || 'not placed'}`];
      at = to_state;
    }
    return at === state ? [] : [`order ${id}: is ${state}, but its transitions lead to ${at}`];
  });

/** A student has at most one order that awaits payment. */
const oneLiveOrder: Invariant = ({ orders }) => {
  const live = orders.filter(({ state }) => state === 'awaiting_payment').map(({ student_id }) => student_id);
  return live.filter((id, position) => live.indexOf(id) !== position).map((id) => `student ${id}: two unpaid orders`);
};

/** Receipt numbers have no gap. Each completed order and each paid amount due has one, and nothing else has. */
const receiptsHaveNoGap: Invariant = ({ orders, due_receipts, receipts }) => {
  const numbered = [...orders, ...due_receipts].flatMap(({ receipt_number }) => receipt_number ?? []).sort();
  const wanted = receipts.flatMap(({ year, last }) =>
    Array.from({ length: last }, (_, position) => `LFR-${year}-${String(position + 1).padStart(6, '0')}`),
  );
  const isSame = numbered.join() === wanted.sort().join();
  const strangers = orders.filter(({ state, receipt_number }) => (state === 'completed') !== (receipt_number !== null));
  return [
    ...(isSame ? [] : [`receipts: ${numbered.join()} were given, ${wanted.join()} were counted`]),
    ...strangers.map(({ id, state, receipt_number }) => `order ${id}: ${state} with receipt ${receipt_number}`),
  ];
};

const emailKinds = /^(order-(completed|refund-due|cancelled|transferred)|refund-sent|due-paid):/;

/**
 * Exactly one email is queued for each completed order, each payment to be refunded, each changed booking, each paid
 * refund and each paid amount due. Lines that are cancelled together share one email. No email may be missing, because
 * every student in these tests has an email address.
 */
const mailsFollowOrders: Invariant = ({ orders, refunds, changes, attempts, mails }) => {
  const queued = mails.map(({ dedupe_key }) => dedupe_key).filter((key) => emailKinds.test(key));
  const verbs: Record<string, string> = { cancel: 'cancelled', transfer: 'transferred' };
  const announced = changes.filter((one) => !changes.some(({ key, id }) => key === one.key && id < one.id));
  const wanted = [
    ...orders.filter(({ state }) => state === 'completed').map(({ id }) => `order-completed:${id}`),
    ...refunds
      .filter(({ cause }) => cause === 'payment')
      .map(({ order_id, payment_id }) => `order-refund-due:${order_id}:${payment_id}`),
    ...refunds.filter(({ state }) => state === 'settled').map(({ id }) => `refund-sent:${id}`),
    ...announced.map(({ id, order_id, kind }) => `order-${verbs[kind]}:${order_id}:${id}`),
    ...attempts.filter(({ change_id }) => change_id !== null).map(({ id }) => `due-paid:${id}`),
  ];
  return [
    ...queued.filter((key, position) => queued.indexOf(key) !== position).map((key) => `mail ${key}: queued twice`),
    ...queued.filter((key) => !wanted.includes(key)).map((key) => `mail ${key}: has no cause`),
    ...wanted.filter((key) => !queued.includes(key)).map((key) => `mail ${key}: was not queued`),
  ];
};

/**
 * If a student's stored choice about a moved or cancelled batch is a refund or a transfer, the booking was changed
 * exactly once. With any other choice, it was not changed.
 */
const choicesHappenOnce: Invariant = ({ choices, changes }) =>
  choices.flatMap(({ email, order_id, state }) => {
    const made = changes.filter(({ key, order_id: id }) => key.startsWith(`${email}:`) && id === order_id);
    const wanted = { refunded: [`${email}:refund`], transferred: [`${email}:transfer`] }[state] ?? [];
    const keys = made.map(({ key }) => key);
    return keys.join() === wanted.join() ? [] : [`choice ${email}: ${state}, but its changes are ${keys.join()}`];
  });

const isUndecided = (state: string) => state === 'queued' || state === 'waiting';

/**
 * At the end of a test, no order awaits payment, no seat is held or on offer, no refund is unsettled, no student of a
 * moved or cancelled batch can still choose, and no email is queued.
 */
const nothingStaysOpen: Invariant = ({ orders, claims, refunds, entries, choices, mails }) => [
  ...orders
    .filter(({ state }) => state === 'awaiting_payment' || state === 'refund_due')
    .map(({ id, state }) => `order ${id}: is still ${state}`),
  ...claims.filter(({ kind }) => kind === 'hold').map(({ batch_id }) => `batch ${batch_id}: a seat is still held`),
  ...refunds.filter(({ state }) => state !== 'settled').map(({ id, state }) => `refund ${id}: is still ${state}`),
  ...entries.filter(({ state }) => state === 'offered').map(({ id }) => `entry ${id}: still has an offer`),
  ...choices.filter(({ state }) => isUndecided(state)).map(({ email, state }) => `choice ${email}: is still ${state}`),
  ...mails.filter(({ state }) => state !== 'sent').map(({ dedupe_key }) => `mail ${dedupe_key}: was not sent`),
];

export const orderInvariants = {
  transitionsAreValid,
  oneLiveOrder,
  receiptsHaveNoGap,
  mailsFollowOrders,
  choicesHappenOnce,
  nothingStaysOpen,
};
