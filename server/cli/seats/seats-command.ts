import type { Kysely } from 'kysely';
import { counted } from '../../../contract/counted.ts';
import { fixCounters, type SeatCounter } from '../../booking/reconcile.repo.ts';
import { consistencyChecks } from '../../composition/consistency-checks.ts';
import type { Database } from '../../db/schema.ts';
import { streamRows } from '../../db/stream-rows.ts';
import type { Change } from '../command/action.ts';
import { applyChange } from '../command/apply-change.ts';
import { flag } from '../command/arg-schemas.ts';
import type { StaffCommand } from '../command/command.ts';
import { readingAction } from '../command/make-action.ts';
import type { Print } from '../output/print.ts';

async function printDifferences(db: Kysely<Database>, out: Print): Promise<number> {
  let count = 0;
  for (const { name, query } of consistencyChecks) {
    for await (const page of streamRows(db, query)) {
      await out(page.map(({ about, text }) => `${name.padEnd(15)}  ${about}: ${text}\n`).join(''));
      count += page.length;
    }
  }
  return count;
}

const side = (counters: readonly SeatCounter[], of: (counter: SeatCounter) => number) =>
  counters.map((counter) => ({ batch_id: counter.batch_id, taken: of(counter) }));

/**
 * Describes the correction of seat counters: the lines to print and the values for the audit log. `fixed`: the
 * corrected counters. `left`: the counters that stay wrong, because more seats of their batch are claimed than the
 * batch has.
 */
function toChange({ fixed, left }: { fixed: SeatCounter[]; left: SeatCounter[] }): Change {
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
  summary: 'compares seat counts, claims, orders, payments and ledger, and prints every difference',
  readsPersonalData: false,
  args: {},
  options: {
    fix: { about: 'set wrong seat counts to the sum of their claims; nothing else is changed', schema: flag },
    'dry-run': { about: 'with --fix: print what would change, change nothing', schema: flag },
  },
  notes: `Without --fix nothing is changed. The server may keep running: work in progress is not reported.`,
  exitOne: 'refused or failed, nothing was changed; or there is a difference, after what --fix has corrected',
  async read({ db, clock, context, command, args, options }) {
    if (options.fix) {
      const call = { db, clock, context, command, input: { args, options }, isDry: options['dry-run'] };
      await applyChange({ ...call, readsPersonalData: false }, async (tx) => toChange(await fixCounters(tx)));
    }
    const count = await printDifferences(db, context.out);
    await context.out(count === 0 ? 'no differences\n' : `${counted(count, 'difference')}\n`);
    return count === 0 ? 0 : 1;
  },
});

/** The staff command `landfall seats reconcile`. */
export const seatsCommand: StaffCommand = {
  summary: 'Seat counts and consistency of the books.',
  actions: [reconcile],
};
