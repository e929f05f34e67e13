import { orderStates } from '../../contract/orders.ts';
import { readOrderDetail } from '../orders/order-detail.repo.ts';
import { CommandError, UsageError } from './command-failure.ts';
import { readingAction } from './make-action.ts';
import { makeCommand } from './make-command.ts';
import { writeNewFile } from './new-file.ts';
import { writeOrders } from './order-export.ts';
import { toPlain } from './plain-text.ts';
import type { Print } from './print.ts';
import { printDetail } from './print-detail.ts';
import { dayWord, flag, oneOf, textWord } from './word-schemas.ts';

const byteOrderMark = '\ufeff';

const exportAction = readingAction({
  name: 'export',
  summary: 'writes orders as CSV, one line an order, by the moment they were placed',
  words: {},
  options: {
    from: { hint: 'day', about: 'placed on this academy day or later, e.g. 2026-03-01', schema: dayWord.optional() },
    to: { hint: 'day', about: 'placed on this academy day or earlier', schema: dayWord.optional() },
    state: { hint: 'state', about: `of one state: ${orderStates.join(', ')}`, schema: oneOf(orderStates).optional() },
    out: {
      hint: 'file',
      about: 'write to a new file that only you can read, not to the screen',
      schema: textWord.optional(),
    },
    bom: { about: 'begin with a byte order mark, so that Excel reads UTF-8', schema: flag },
  },
  notes: `UTF-8, commas, lines end with CRLF (RFC 4180). Times are the academy's, money is rupees. A text that a spreadsheet would
calculate (it begins with = + - @) has an apostrophe before it.`,
  async read({ db, around, options: { out, bom, ...filter } }) {
    if (filter.from && filter.to && filter.from > filter.to) throw new UsageError('--from is after --to');
    const write = async (print: Print) => {
      if (bom) await print(byteOrderMark);
      return writeOrders(db, filter, print);
    };
    if (out === undefined) await write(around.out);
    else {
      const count = await writeNewFile(out, write);
      await around.out(`${count} order${count === 1 ? '' : 's'} written to ${out}\n`);
    }
    return 0;
  },
});

const show = readingAction({
  name: 'show',
  summary: 'shows all that is known of an order: items, seats, attempts, payments, refunds, ledger, history, mails',
  words: { order_id: { about: 'the order, e.g. LF-2026-000123', schema: textWord } },
  options: { json: { about: 'as JSON: times in UTC, money in paise', schema: flag } },
  async read({ db, around, words, options }) {
    const detail = await readOrderDetail(db, words.order_id);
    if (!detail) throw new CommandError(`there is no order '${toPlain(words.order_id)}'`);
    if (options.json) await around.out(`${JSON.stringify(detail, null, 2)}\n`);
    else await printDetail(around.out, detail);
    return 0;
  },
});

/** `landfall orders export|show`. */
export const ordersCommand = makeCommand('orders', 'Orders with their payments and seats.', [exportAction, show]);
