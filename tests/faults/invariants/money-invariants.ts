import type { Invariant } from './seat-invariants.ts';
import type { StoredRows } from './stored-rows.ts';

const sum = (amounts: number[]) => amounts.reduce((total, amount) => total + amount, 0);
const isPayment = (source: string) => source.startsWith('payment:');
const isRefund = (source: string) => source.startsWith('refund:');

/** The ledger entries of each payment and each refund of an order sum to zero. */
const ledgerBalances: Invariant = ({ ledger }) => {
  const groups = Map.groupBy(ledger, ({ order_id, source }) => `${order_id} ${source}`);
  return [...groups].flatMap(([name, entries]) => {
    const total = sum(entries.map(({ amount_paise }) => amount_paise));
    return total === 0 ? [] : [`ledger of ${name}: sums to ${total}`];
  });
};

const postedTo = (stored: StoredRows, account: string, paymentId: string) =>
  stored.ledger.filter((entry) => entry.account === account && entry.source === `payment:${paymentId}`);

/**
 * Every approved payment is posted to the ledger exactly once and in full: either as revenue or as an amount owed back
 * to the student.
 */
const paymentsAreBookedOrOwed: Invariant = (stored) => {
  const approved = stored.payments.filter(({ outcome }) => outcome === 'approved');
  return approved.flatMap(({ payment_id, attempt_id, amount_paise }) => {
    const attempt = stored.attempts.find(({ id }) => id === attempt_id);
    const order = stored.orders.find(({ id }) => id === attempt?.order_id);
    const booked = postedTo(stored, 'revenue', payment_id);
    const owed = postedTo(stored, 'refunds_payable', payment_id);
    const entries = [...booked, ...owed];
    const [entry] = entries;
    if (entries.length !== 1 || !entry)
      return [`payment ${payment_id}: ${booked.length} times booked, ${owed.length} times owed back`];
    if (entry.amount_paise !== -amount_paise || entry.order_id !== order?.id)
      return [`payment ${payment_id}: over ${amount_paise} for ${order?.id}, posted as ${entry.amount_paise}`];
    return [];
  });
};

/**
 * Each amount owed to a student is refunded in full, and there are no other refunds. The amount for a payment that
 * booked nothing is refunded in one piece; the amount for a changed booking may be divided over several payments.
 */
const refundsFollowDebts: Invariant = (stored) => {
  const owed = stored.ledger.filter(({ account, source }) => account === 'refunds_payable' && !isRefund(source));
  const nameOf = (order: string, source: string) => `${order} for ${source}`;
  const asked = Map.groupBy(stored.refunds, ({ order_id, cause, payment_id }) =>
    nameOf(order_id, cause === 'payment' ? `payment:${payment_id}` : cause),
  );
  const debts = new Map(owed.map(({ order_id, source, amount_paise }) => [nameOf(order_id, source), -amount_paise]));
  return [
    ...[...debts].flatMap(([name, paise]) => {
      const refunds = asked.get(name) ?? [];
      const isDivided = refunds.length > 1 && refunds.some(({ cause }) => cause === 'payment');
      const total = sum(refunds.map(({ amount_paise }) => amount_paise));
      return total === paise && !isDivided ? [] : [`debt ${name} over ${paise}: ${refunds.length} refunds of ${total}`];
    }),
    ...[...asked.keys()].filter((name) => !debts.has(name)).map((name) => `refund ${name}: is not owed`),
  ];
};

const refundSteps: Record<string, readonly string[]> = {
  '': ['requested'],
  requested: ['sent', 'settled', 'failed'],
  sent: ['settled', 'failed'],
  failed: ['requested', 'settled'],
};

/**
 * The state transitions of a refund are all allowed and lead to its current state. Staff pay a refund by hand only if
 * the provider has refused it, or if the payment was made at the office.
 */
const refundStepsAreValid: Invariant = ({ refunds, refundTransitions }) =>
  refunds.flatMap(({ id, state, provider }) => {
    let at = '';
    for (const { from_state, to_state, reason } of refundTransitions.filter(({ refund_id }) => refund_id === id)) {
      const isEarly = reason === 'paid back by staff' && from_state !== 'failed' && provider !== 'office';
      if ((from_state ?? '') !== at || !refundSteps[at]?.includes(to_state) || isEarly)
        return [`refund ${id}: ${reason}, from ${from_state} to ${to_state}, while it was ${at || 'not requested'}`];
      at = to_state;
    }
    return at === state ? [] : [`refund ${id}: is ${state}, but its transitions lead to ${at}`];
  });

/** A refund that has been paid back is posted to the ledger once, with its amount. Any other refund is not posted. */
const refundsArePosted: Invariant = ({ refunds, ledger }) =>
  refunds.flatMap(({ id, order_id, state, amount_paise }) => {
    const entries = ledger.filter(({ source }) => source === `refund:${id}`);
    const [settled, ...others] = entries.filter(({ account }) => account === 'refunds_payable');
    const isPosted = settled?.amount_paise === amount_paise && settled.order_id === order_id && others.length === 0;
    const isRight = state === 'settled' ? isPosted : entries.length === 0;
    return isRight ? [] : [`refund ${id}: ${state} over ${amount_paise}, posted ${entries.length} times`];
  });

/**
 * The refund of each cancelled or transferred line is posted to the ledger once. A line is cancelled at most once, and
 * its refunds do not exceed what the student has paid for the line.
 */
const changesArePosted: Invariant = ({ changes, ledger, items, attempts }) => {
  const isDuePaid = ({ id }: { id: number }) => attempts.some(({ change_id }) => change_id === id);
  return [
    ...changes.flatMap(({ id, order_id, refund_paise }) => {
      const taken = ledger.filter(({ account, source }) => account === 'revenue' && source === `change:${id}`);
      const wanted = refund_paise > 0 ? [`${order_id} ${refund_paise}`] : [];
      const isSame = taken.map((entry) => `${entry.order_id} ${entry.amount_paise}`).join() === wanted.join();
      return isSame ? [] : [`change ${id}: with a refund of ${refund_paise}, posted ${taken.length} times`];
    }),
    ...items.flatMap(({ id, price_paise }) => {
      const own = changes.filter(({ item_id }) => item_id === id);
      const refunded = sum(own.map(({ refund_paise }) => refund_paise));
      const paid = price_paise + sum(own.filter(isDuePaid).map(({ due_paise }) => due_paise));
      const isTwice = own.filter(({ kind }) => kind === 'cancel').length > 1;
      return refunded <= paid && !isTwice
        ? []
        : [`line ${id}: ${refunded} of ${paid} refunded in ${own.length} changes`];
    }),
  ];
};

/**
 * A completed order has revenue equal to its total, from one payment, or from none if the total is 0. Other orders have
 * no revenue. Payments of price differences after a transfer, and refunds of changed bookings, are not counted.
 */
const ordersArePaidOnce: Invariant = ({ orders, ledger, attempts }) => {
  const dues = attempts.filter(({ change_id }) => change_id !== null).map(({ id }) => `payment:${id}`);
  return orders.flatMap(({ id, state, total_paise }) => {
    const earned = ledger.filter(
      ({ order_id, account, source }) =>
        order_id === id && account === 'revenue' && isPayment(source) && !dues.includes(source),
    );
    const wanted = state === 'completed' && total_paise > 0 ? 1 : 0;
    const paid = -sum(earned.map(({ amount_paise }) => amount_paise));
    const isRight = earned.length === wanted && (wanted === 0 || paid === total_paise);
    return isRight ? [] : [`order ${id}: ${state} over ${total_paise}, earned ${paid} in ${earned.length} payments`];
  });
};

/**
 * An order's total is the sum of its lines, and each of its payment attempts has this amount. The exception is an
 * attempt that pays the price difference of a transfer: its amount is that difference.
 */
const amountsMatch: Invariant = ({ orders, items, attempts, changes }) =>
  orders.flatMap(({ id, total_paise }) => {
    const lines = sum(items.filter(({ order_id }) => order_id === id).map(({ price_paise }) => price_paise));
    const isRight = attempts
      .filter(({ order_id }) => order_id === id)
      .every(({ amount_paise, change_id }) => {
        const due = changes.find((change) => change.id === change_id)?.due_paise;
        return amount_paise === (change_id === null ? total_paise : due);
      });
    return lines === total_paise && isRight ? [] : [`order ${id}: its total is ${total_paise}, its lines are ${lines}`];
  });

export const moneyInvariants = {
  ledgerBalances,
  paymentsAreBookedOrOwed,
  refundsFollowDebts,
  refundStepsAreValid,
  refundsArePosted,
  changesArePosted,
  ordersArePaidOnce,
  amountsMatch,
};
