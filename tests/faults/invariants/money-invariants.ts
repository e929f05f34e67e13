import type { Invariant } from './seat-invariants.ts';
import type { StoredRows } from './stored-rows.ts';

const sum = (amounts: number[]) => amounts.reduce((total, amount) => total + amount, 0);

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
 * Every amount that is owed back to a student has exactly one refund of that amount, and every refund belongs to an
 * amount owed.
 */
const refundsFollowDebts: Invariant = (stored) => {
  const debts = stored.ledger.filter(
    ({ account, source }) => account === 'refunds_payable' && source.startsWith('payment:'),
  );
  const name = (order: string, payment: string, paise: number) => `${order} for ${payment} over ${paise}`;
  const owed = debts.map((debt) => name(debt.order_id, debt.source.slice('payment:'.length), -debt.amount_paise));
  const asked = stored.refunds.map((refund) => name(refund.order_id, refund.payment_id, refund.amount_paise));
  return [
    ...owed.filter((debt) => asked.filter((one) => one === debt).length !== 1).map((debt) => `debt ${debt}: no refund`),
    ...asked.filter((one) => !owed.includes(one)).map((one) => `refund ${one}: is not owed`),
  ];
};

/**
 * A completed order has revenue equal to its total, from a single payment (from none if the total is 0). Any other
 * order has no revenue.
 */
const ordersArePaidOnce: Invariant = ({ orders, ledger }) =>
  orders.flatMap(({ id, state, total_paise }) => {
    const earned = ledger.filter(({ order_id, account }) => order_id === id && account === 'revenue');
    const wanted = state === 'completed' && total_paise > 0 ? 1 : 0;
    const paid = -sum(earned.map(({ amount_paise }) => amount_paise));
    const isRight = earned.length === wanted && (wanted === 0 || paid === total_paise);
    return isRight ? [] : [`order ${id}: ${state} over ${total_paise}, earned ${paid} in ${earned.length} payments`];
  });

/** The total of an order and the amount of each of its payment attempts equal the sum of the order's lines. */
const amountsMatch: Invariant = ({ orders, items, attempts }) =>
  orders.flatMap(({ id, total_paise }) => {
    const lines = sum(items.filter(({ order_id }) => order_id === id).map(({ price_paise }) => price_paise));
    const own = attempts.filter(({ order_id }) => order_id === id);
    const isRight = lines === total_paise && own.every(({ amount_paise }) => amount_paise === total_paise);
    return isRight ? [] : [`order ${id}: its total is ${total_paise}, its lines are ${lines}`];
  });

export const moneyInvariants = {
  ledgerBalances,
  paymentsAreBookedOrOwed,
  refundsFollowDebts,
  ordersArePaidOnce,
  amountsMatch,
};
