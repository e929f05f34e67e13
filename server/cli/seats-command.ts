import type { Kysely } from 'kysely';
import { type Check, type Counter, fixCounters, seatChecks } from '../booking/reconcile.repo.ts';
import type { Database } from '../db/schema.ts';
import { streamRows } from '../db/stream-rows.ts';
import { moneyChecks, orderChecks } from '../orders/reconcile.repo.ts';
import type { Change } from './action.ts';
import { applyChange } from './apply-change.ts';
import { readingAction } from './make-action.ts';
import { makeCommand } from './make-command.ts';
import type { Print } from './print.ts';
import { flag } from './word-schemas.ts';

const checks: readonly Check[] = [...seatChecks, ...orderChecks, ...moneyChecks];

async function printDifferences(db: Kysely<Database>, out: Print): Promise<number> {
  let count = 0;
  for (const { name, query } of checks) {
    for await (const page of streamRows(db, query)) {
      await out(page.map(({ about, text }) => `${name.padEnd(15)}  ${about}: ${text}\n`).join(''));
      count += page.length;
    }
  }
  return count;
}

const side = (counters: readonly Counter[], of: (counter: Counter) => number) =>
  counters.map((counter) => ({ batch_id: counter.batch_id, taken: of(counter) }));

/** What correcting the counters comes to. */
function toChange({ fixed, left }: { fixed: Counter[]; left: Counter[] }): Change {
  const lines = [
    ...fixed.map(({ batch_id, taken, claimed }) => `batch ${batch_id}: counter ${taken} before, ${claimed} now`),
    ...left.map(
      ({ batch_id, claimed, capacity }) => `batch ${batch_id}: left as it is, ${claimed} of ${capacity} seats claimed`,
    ),
  ];
  if (fixed.length === 0) return { lines: [...lines, 'no counter to correct'], changed: null };
  const before = side(fixed, ({ taken }) => taken);
  return { lines, changed: { before, after: side(fixed, ({ claimed }) => claimed) } };
}

const reconcile = readingAction({
  name: 'reconcile',
  summary: 'compares counters, claims, orders, payments and ledger, and prints every difference',
  words: {},
  options: {
    fix: { about: 'set wrong seat counters to what the claims add up to; nothing else is changed', schema: flag },
    'dry-run': { about: 'with --fix: print what it would set, change nothing', schema: flag },
  },
  notes: `Without --fix nothing is changed. The server may be running: what it is at work on is no difference.
Exit code 1 too where there is any difference, after --fix where any is left.`,
  async read({ db, clock, around, command, words, options }) {
    if (options.fix) {
      const call = { db, clock, around, command, told: { words, options }, isDry: options['dry-run'] };
      await applyChange(call, async (tx) => toChange(await fixCounters(tx)));
    }
    const count = await printDifferences(db, around.out);
    await around.out(count === 0 ? 'no differences\n' : `${count} difference${count === 1 ? '' : 's'}\n`);
    return count === 0 ? 0 : 1;
  },
});

/** `landfall seats reconcile`. */
export const seatsCommand = makeCommand('seats', 'Seats, and whether the books agree.', [reconcile]);
