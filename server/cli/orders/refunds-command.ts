import { streamRows } from '../../db/stream-rows.ts';
import { readEnv } from '../../env.ts';
import { systemClock } from '../../http/clock.ts';
import { createNotifications } from '../../notifications/notifications.ts';
import { settleRefund } from '../../orders/refunds/refund.repo.ts';
import {
  type ListedRefund,
  listRefundsSql,
  lockOrderRefunds,
  type OrderRefund,
  readOrderState,
  readRefunds,
} from '../../orders/staff/refund-list.repo.ts';
import { outboxMail } from '../../providers/mail/mail-outbox.ts';
import type { ActionCall, Change } from '../command/action.ts';
import { oneOf, textArg } from '../command/arg-schemas.ts';
import type { StaffCommand } from '../command/command.ts';
import { CommandError } from '../command/command-errors.ts';
import { changingAction, readingAction } from '../command/make-action.ts';
import { toPlain } from '../output/plain-text.ts';
import { type Column, printTable } from '../output/print-table.ts';
import { rupeesOf } from '../output/rupees.ts';

const states = ['requested', 'sent', 'failed', 'settled'] as const;

const columns: ReadonlyArray<Column<ListedRefund>> = [
  { title: 'order', of: (refund) => refund.order_id },
  { title: 'refund', of: (refund) => refund.id },
  { title: 'state', of: (refund) => refund.state },
  { title: 'rupees', of: (refund) => rupeesOf(refund.amount_paise), isNumber: true },
  { title: 'since', of: (refund) => refund.created_at },
  { title: 'provider', of: (refund) => refund.provider },
  { title: 'payment', of: (refund) => refund.payment_id },
  { title: 'reference', of: (refund) => refund.reference },
  { title: 'why', of: (refund) => refund.reason },
  { title: 'student', of: (refund) => `${refund.first_name} ${refund.last_name}` },
  { title: 'contact', of: (refund) => refund.email ?? refund.mobile },
];

const list = readingAction({
  name: 'list',
  summary: 'lists refunds that are not settled, oldest first',
  readsPersonalData: true,
  args: {},
  options: {
    state: { hint: 'state', about: `only of this state: ${states.join(', ')}`, schema: oneOf(states).optional() },
  },
  notes: `requested  being requested from the provider, with retries
sent       accepted by the provider, which is paying it
failed     refused by the provider: pay it by hand, then run 'landfall refunds settle'
settled    paid back`,
  async read({ db, context, options }) {
    const count = await printTable(context.out, columns, streamRows(db, listRefundsSql(options.state)));
    if (count === 0) await context.out(options.state ? `no refunds ${options.state}\n` : 'no refunds to be settled\n');
    return 0;
  },
});

/** Creates the queues for emails and push messages. The running server sends the queued messages. */
async function prepareMessages({ context }: ActionCall) {
  const { PUBLIC_URL, PORT, PAYMENT_PROVIDER } = readEnv(context.variables);
  const siteUrl = PUBLIC_URL ?? `http://localhost:${PORT}`;
  return {
    mail: outboxMail({ clock: systemClock, siteUrl }),
    notifications: createNotifications(systemClock),
    payments: { name: PAYMENT_PROVIDER },
  };
}

const describeRefunds = (refunds: readonly OrderRefund[]) =>
  refunds.map(({ id, state, amount_paise }) => `${id} (${rupeesOf(amount_paise)}, ${state})`).join(', ');

/**
 * Why staff cannot settle refunds of this order by hand. Called for an order without failed refunds. Null if all
 * refunds of the order are settled already.
 */
function refusal(orderId: string, refunds: readonly OrderRefund[]): string | null {
  if (refunds.length === 0) return `order ${orderId} has no refunds`;
  const running = refunds.filter(({ state }) => state !== 'settled');
  if (running.length === 0) return null;
  return `the provider is paying ${describeRefunds(running)}: only a refund that failed is settled by hand, or it would be paid twice; one of a payment at the office or by a former provider is settled in the console`;
}

const settle = changingAction({
  name: 'settle',
  summary: 'records that staff paid back the failed refunds of an order by hand',
  args: { order_id: { about: 'the order, e.g. LF-2026-000123', schema: textArg } },
  options: { reference: { hint: 'text', about: 'the bank’s reference of the payment; required', schema: textArg } },
  notes:
    'The ledger is posted, the student is emailed, and the order becomes refunded once all of its refunds are settled.',
  readsPersonalData: false,
  prepare: prepareMessages,
  async change({ tx, args: { order_id: orderId }, options: { reference }, prepared: messages }): Promise<Change> {
    const order = await lockOrderRefunds(tx, orderId);
    if (!order) throw new CommandError(`there is no order '${toPlain(orderId)}'`);
    const failed = order.refunds.filter(({ state }) => state === 'failed');
    if (failed.length === 0) {
      const reason = refusal(orderId, order.refunds);
      if (reason) throw new CommandError(reason);
      return {
        lines: [`done already: ${describeRefunds(order.refunds)}; order ${orderId} is ${order.state}`],
        changed: null,
      };
    }
    for (const { id } of failed)
      if (!(await settleRefund(tx, messages, { id, reference, isByStaff: true })))
        throw new CommandError(`refund ${id} was changed by somebody else just now; nothing was settled`);
    const after = { state: await readOrderState(tx, orderId), refunds: await readRefunds(tx, orderId) };
    const lines = [
      ...failed.map(
        ({ id, amount_paise }) => `refund ${id}: ${rupeesOf(amount_paise)} rupees settled by '${toPlain(reference)}'`,
      ),
      `order ${orderId}: ${order.state} before, ${after.state} now`,
    ];
    return { lines, changed: { before: { order_id: orderId, ...order }, after: { order_id: orderId, ...after } } };
  },
});

/** The staff command `landfall refunds list|settle`. */
export const refundsCommand: StaffCommand = { summary: 'Refunds that are due.', actions: [list, settle] };
