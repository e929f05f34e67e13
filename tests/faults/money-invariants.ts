import type { Books } from './books.ts';
import type { Invariant } from './seat-invariants.ts';

const sum = (amounts: number[]) => amounts.reduce((total, amount) => total + amount, 0);

/** Entries of one order, and those of one source, sum to zero. */
const ledgerBalances: Invariant = ({ ledger }) => {
  const groups = Map.groupBy(ledger, ({ order_id, source }) => `${order_id} ${source}`);
  return [...groups].flatMap(([name, entries]) => {
    const total = sum(entries.map(({ amount_paise }) => amount_paise));
    return total === 0 ? [] : [`ledger of ${name}: sums to ${total}`];
  });
};

const postedTo = (books: Books, account: string, paymentId: string) =>
  books.ledger.filter((entry) => entry.account === account && entry.source === `payment:${paymentId}`);

/** Every payment that we know of as approved is exactly one of booked and owed back, whole. */
const paymentsAreBookedOrOwed: Invariant = (books) => {
  const approved = books.payments.filter(({ outcome }) => outcome === 'approved');
  return approved.flatMap(({ payment_id, attempt_id, amount_paise }) => {
    const attempt = books.attempts.find(({ id }) => id === attempt_id);
    const order = books.orders.find(({ id }) => id === attempt?.order_id);
    const booked = postedTo(books, 'revenue', payment_id);
    const owed = postedTo(books, 'refunds_payable', payment_id);
    const entries = [...booked, ...owed];
    const [entry] = entries;
    if (entries.length !== 1 || !entry)
      return [`payment ${payment_id}: ${booked.length} times booked, ${owed.length} times owed back`];
    if (entry.amount_paise !== -amount_paise || entry.order_id !== order?.id)
      return [`payment ${payment_id}: over ${amount_paise} for ${order?.id}, posted as ${entry.amount_paise}`];
    return [];
  });
};

/** What is owed back has one refund over the same amount, and no refund is without a debt. */
const refundsFollowDebts: Invariant = (books) => {
  const debts = books.ledger.filter(
    ({ account, source }) => account === 'refunds_payable' && source.startsWith('payment:'),
  );
  const name = (order: string, payment: string, paise: number) => `${order} for ${payment} over ${paise}`;
  const owed = debts.map((debt) => name(debt.order_id, debt.source.slice('payment:'.length), -debt.amount_paise));
  const asked = books.refunds.map((refund) => name(refund.order_id, refund.payment_id, refund.amount_paise));
  return [
    ...owed.filter((debt) => asked.filter((one) => one === debt).length !== 1).map((debt) => `debt ${debt}: no refund`),
    ...asked.filter((one) => !owed.includes(one)).map((one) => `refund ${one}: is not owed`),
  ];
};

/** A completed order is paid once and in full; any other has earned nothing. */
const ordersArePaidOnce: Invariant = ({ orders, ledger }) =>
  orders.flatMap(({ id, state, total_paise }) => {
    const earned = ledger.filter(({ order_id, account }) => order_id === id && account === 'revenue');
    const wanted = state === 'completed' && total_paise > 0 ? 1 : 0;
    const paid = -sum(earned.map(({ amount_paise }) => amount_paise));
    const isRight = earned.length === wanted && (wanted === 0 || paid === total_paise);
    return isRight ? [] : [`order ${id}: ${state} over ${total_paise}, earned ${paid} in ${earned.length} payments`];
  });

/** An order and its attempts are over the sum of its lines. */
const amountsAgree: Invariant = ({ orders, items, attempts }) =>
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
  amountsAgree,
};
