import { lockBatch, type StaffBatch, setCapacity, setStatus } from '../../booking/batch-change.repo.ts';
import { type ListedBatch, listBatchesSql } from '../../booking/batch-list.repo.ts';
import type { Tx } from '../../db/schema.ts';
import { streamRows } from '../../db/stream-rows.ts';
import { today } from '../../http/clock.ts';
import type { Action, Change } from '../command/action.ts';
import { flag, numberArg } from '../command/arg-schemas.ts';
import type { StaffCommand } from '../command/command.ts';
import { CommandError } from '../command/command-errors.ts';
import { changingAction, readingAction } from '../command/make-action.ts';
import { toPlain } from '../output/plain-text.ts';
import { type Column, printTable } from '../output/print-table.ts';

const batchArg = { about: 'the batch’s number (landfall batches list)', schema: numberArg };
const prepareNothing = async () => null;

const columns: ReadonlyArray<Column<ListedBatch>> = [
  { title: 'batch', of: (batch) => batch.id, isNumber: true },
  { title: 'course', of: (batch) => batch.course_id, isNumber: true },
  { title: 'starts', of: (batch) => batch.start_date },
  { title: 'ends', of: (batch) => batch.end_date },
  { title: 'state', of: (batch) => batch.status },
  { title: 'seats', of: (batch) => batch.capacity, isNumber: true },
  { title: 'booked', of: (batch) => batch.booked, isNumber: true },
  { title: 'held', of: ({ held, has_many_holds }) => (has_many_holds ? `! ${held}` : held), isNumber: true },
  { title: 'office', of: (batch) => batch.office, isNumber: true },
  { title: 'free', of: (batch) => batch.free, isNumber: true },
  { title: 'name', of: (batch) => batch.course_name },
];

const list = readingAction({
  name: 'list',
  summary: 'lists batches with their seats: booked, held by running payments, sold at the office, free',
  readsPersonalData: false,
  args: {},
  options: {
    course: { hint: 'id', about: 'only this course', schema: numberArg.optional() },
    ended: { about: 'include batches that have ended', schema: flag },
    'many-holds': { about: 'only batches of which unpaid orders hold many seats', schema: flag },
  },
  notes: `"!" marks a batch of which unpaid orders hold more than a quarter of the seats, and more than two.
Look at who placed them (landfall orders export --state awaiting_payment); they end by themselves after 25 minutes.`,
  async read({ db, clock, context, options }) {
    const since = options.ended ? {} : { from: today(clock) };
    const query = listBatchesSql({ courseId: options.course, hasManyHolds: options['many-holds'], ...since });
    if ((await printTable(context.out, columns, streamRows(db, query))) === 0) await context.out('no batches\n');
    return 0;
  },
});

async function requireBatch(tx: Tx, id: number): Promise<StaffBatch> {
  const batch = await lockBatch(tx, id);
  if (!batch) throw new CommandError(`there is no batch ${id}`);
  return batch;
}

const titleOf = ({ id, course_name, start_date }: StaffBatch) => `batch ${id} (${toPlain(course_name)}, ${start_date})`;

const setSeats = changingAction({
  name: 'set-seats',
  summary: 'sets the number of seats of a batch, never below the seats taken',
  args: { batch_id: batchArg, capacity: { about: 'all seats, including those taken', schema: numberArg } },
  options: {},
  notes: 'Loading the content keeps this number until the capacity in the course’s own schedule changes.',
  prepare: prepareNothing,
  async change({ tx, args }): Promise<Change> {
    const batch = await requireBatch(tx, args.batch_id);
    const { capacity, taken, booked, held, office } = batch;
    if (capacity === args.capacity)
      return { lines: [`${titleOf(batch)} has ${capacity} seats already`], changed: null };
    if (args.capacity < taken)
      throw new CommandError(
        `${titleOf(batch)} can't have ${args.capacity} seats: ${taken} taken (${booked} booked, ${held} held, ${office} sold at the office)`,
      );
    await setCapacity(tx, batch.id, args.capacity);
    const lines = [`${titleOf(batch)}: ${capacity} seats before, ${args.capacity} now, ${taken} taken`];
    return { lines, changed: { before: { batch_id: batch.id, capacity }, after: args } };
  },
});

function statusAction(name: 'close' | 'open', status: 'closed' | 'open', summary: string): Action {
  return changingAction({
    name,
    summary,
    args: { batch_id: batchArg },
    options: {},
    notes: 'Loading the content keeps this status until the status in the course’s own schedule changes.',
    prepare: prepareNothing,
    async change({ tx, args }): Promise<Change> {
      const batch = await requireBatch(tx, args.batch_id);
      if (batch.status === status) return { lines: [`${titleOf(batch)} is ${status} already`], changed: null };
      await setStatus(tx, batch.id, status);
      const lines = [`${titleOf(batch)}: ${batch.status} before, ${status} now`];
      if (status === 'closed' && batch.held > 0)
        lines.push(`seats held: ${batch.held}; payments in progress can finish`);
      const side = (value: string) => ({ batch_id: batch.id, status: value });
      return { lines, changed: { before: side(batch.status), after: side(status) } };
    },
  });
}

/** The staff command `landfall batches list|set-seats|close|open`. */
export const batchesCommand: StaffCommand = {
  summary: 'Batches and their seats.',
  actions: [
    list,
    setSeats,
    statusAction('close', 'closed', 'closes a batch, so that nobody can book it'),
    statusAction('open', 'open', 'opens a batch again'),
  ],
};
