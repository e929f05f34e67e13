import { counted } from '../../../contract/counted.ts';
import { orderStates } from '../../../contract/orders.ts';
import { readOrderDetail } from '../../orders/staff/order-detail.repo.ts';
import { dayArg, flag, oneOf, textArg } from '../command/arg-schemas.ts';
import type { StaffCommand } from '../command/command.ts';
import { CommandError, UsageError } from '../command/command-errors.ts';
import { readingAction } from '../command/make-action.ts';
import { toPlain } from '../output/plain-text.ts';
import type { Print } from '../output/print.ts';
import { writeNewFile } from './new-file.ts';
import { writeOrders } from './order-export.ts';
import { printOrder } from './print-order.ts';

const byteOrderMark = '\ufeff';

const exportAction = readingAction({
  name: 'export',
  summary: 'writes orders as CSV, one line each, in the order in which they were placed',
  readsPersonalData: true,
  args: {},
  options: {
    from: { hint: 'day', about: 'placed on this academy day or later, e.g. 2026-03-01', schema: dayArg.optional() },
    to: { hint: 'day', about: 'placed on this academy day or earlier', schema: dayArg.optional() },
    state: { hint: 'state', about: `of one state: ${orderStates.join(', ')}`, schema: oneOf(orderStates).optional() },
    out: {
      hint: 'file',
      about: 'write to a new file that only you can read, instead of the screen',
      schema: textArg.optional(),
    },
    bom: { about: 'start with a byte order mark, so that Excel reads UTF-8', schema: flag },
  },
  notes: `UTF-8, comma-separated, lines end with CRLF (RFC 4180). Times are in the academy's time zone, amounts in rupees. Text that a
spreadsheet would run as a formula (it starts with = + - @) gets a leading apostrophe.`,
  async read({ db, context, options: { out, bom, ...filter } }) {
    if (filter.from && filter.to && filter.from > filter.to) throw new UsageError('--from is after --to');
    const write = async (print: Print) => {
      if (bom) await print(byteOrderMark);
      return writeOrders(db, filter, print);
    };
    if (out === undefined) await write(context.out);
    else {
      const count = await writeNewFile(out, write);
      await context.out(`${counted(count, 'order')} written to ${out}\n`);
    }
    return 0;
  },
});

const show = readingAction({
  name: 'show',
  summary: 'shows all details of an order: items, seats, attempts, payments, refunds, ledger, history, emails',
  readsPersonalData: true,
  args: { order_id: { about: 'the order, e.g. LF-2026-000123', schema: textArg } },
  options: { json: { about: 'as JSON: times in UTC, money in paise', schema: flag } },
  async read({ db, context, args, options }) {
    const detail = await readOrderDetail(db, args.order_id);
    if (!detail) throw new CommandError(`there is no order '${toPlain(args.order_id)}'`);
    if (options.json) await context.out(`${JSON.stringify(detail, null, 2)}\n`);
    else await printOrder(context.out, detail);
    return 0;
  },
});

/** The staff command `landfall orders export|show`. */
export const ordersCommand: StaffCommand = {
  summary: 'Orders with their payments and seats.',
  actions: [exportAction, show],
};
