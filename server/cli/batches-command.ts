import type { Transaction } from 'kysely';
import { lockBatch, type StaffBatch, setCapacity, setStatus } from '../booking/batch-change.repo.ts';
import { type ListedBatch, listBatches } from '../booking/batch-list.repo.ts';
import type { Database } from '../db/schema.ts';
import { streamRows } from '../db/stream-rows.ts';
import { today } from '../providers/clock.ts';
import type { Action, Change } from './action.ts';
import { CommandError } from './command-failure.ts';
import { changingAction, readingAction } from './make-action.ts';
import { makeCommand } from './make-command.ts';
import { toPlain } from './plain-text.ts';
import { type Column, printTable } from './print-table.ts';
import { flag, numberWord } from './word-schemas.ts';

const batchWord = { about: 'the batch’s number (landfall batches list)', schema: numberWord };
const nothing = async () => null;

const columns: ReadonlyArray<Column<ListedBatch>> = [
  { title: 'batch', of: (batch) => batch.id, isNumber: true },
  { title: 'course', of: (batch) => batch.course_id, isNumber: true },
  { title: 'starts', of: (batch) => batch.start_date },
  { title: 'ends', of: (batch) => batch.end_date },
  { title: 'state', of: (batch) => batch.status },
  { title: 'seats', of: (batch) => batch.capacity, isNumber: true },
  { title: 'booked', of: (batch) => batch.booked, isNumber: true },
  { title: 'held', of: (batch) => batch.held, isNumber: true },
  { title: 'office', of: (batch) => batch.office, isNumber: true },
  { title: 'free', of: (batch) => batch.free, isNumber: true },
  { title: 'name', of: (batch) => batch.course_name },
];

const list = readingAction({
  name: 'list',
  summary: 'lists batches with their seats: booked, held by payments that run, sold at the office, free',
  words: {},
  options: {
    course: { hint: 'id', about: 'of one course', schema: numberWord.optional() },
    ended: { about: 'those that have ended, too', schema: flag },
  },
  async read({ db, clock, around, options }) {
    const since = options.ended ? {} : { from: today(clock) };
    const query = listBatches({ courseId: options.course, ...since });
    if ((await printTable(around.out, columns, streamRows(db, query))) === 0) await around.out('no batches\n');
    return 0;
  },
});

async function requireBatch(tx: Transaction<Database>, id: number): Promise<StaffBatch> {
  const batch = await lockBatch(tx, id);
  if (!batch) throw new CommandError(`there is no batch ${id}`);
  return batch;
}

const titleOf = ({ id, course_name, start_date }: StaffBatch) => `batch ${id} (${toPlain(course_name)}, ${start_date})`;

const setSeats = changingAction({
  name: 'set-seats',
  summary: 'sets how many seats a batch has, never below those that are taken',
  words: { batch_id: batchWord, capacity: { about: 'seats in all, taken ones included', schema: numberWord } },
  options: {},
  notes: 'Loading the content leaves the number alone until the course’s own schedule says another one than it did.',
  prepare: nothing,
  async change({ tx, words }): Promise<Change> {
    const batch = await requireBatch(tx, words.batch_id);
    const { capacity, taken, booked, held, office } = batch;
    if (capacity === words.capacity)
      return { lines: [`${titleOf(batch)} has ${capacity} seats already`], changed: null };
    if (words.capacity < taken)
      throw new CommandError(
        `${titleOf(batch)} can't have ${words.capacity} seats: ${taken} taken (${booked} booked, ${held} held, ${office} sold at the office)`,
      );
    await setCapacity(tx, batch.id, words.capacity);
    const lines = [`${titleOf(batch)}: ${capacity} seats before, ${words.capacity} now, ${taken} taken`];
    return { lines, changed: { before: { batch_id: batch.id, capacity }, after: words } };
  },
});

function statusAction(name: 'close' | 'open', status: 'closed' | 'open', summary: string): Action {
  return changingAction({
    name,
    summary,
    words: { batch_id: batchWord },
    options: {},
    notes: 'Loading the content leaves it so until the course’s own schedule says something else than it did.',
    prepare: nothing,
    async change({ tx, words }): Promise<Change> {
      const batch = await requireBatch(tx, words.batch_id);
      if (batch.status === status) return { lines: [`${titleOf(batch)} is ${status} already`], changed: null };
      await setStatus(tx, batch.id, status);
      const lines = [`${titleOf(batch)}: ${batch.status} before, ${status} now`];
      if (status === 'closed' && batch.held > 0) lines.push(`seats held: ${batch.held}; who is paying now can finish`);
      const side = (value: string) => ({ batch_id: batch.id, status: value });
      return { lines, changed: { before: side(batch.status), after: side(status) } };
    },
  });
}

/** `landfall batches list|set-seats|close|open`. */
export const batchesCommand = makeCommand('batches', 'Batches and their seats.', [
  list,
  setSeats,
  statusAction('close', 'closed', 'closes a batch: nobody can book it any more'),
  statusAction('open', 'open', 'opens a batch again'),
]);
