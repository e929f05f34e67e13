import * as z from 'zod';
import { counted } from '../../../contract/counted.ts';
import { clockTimeSchema } from '../../../contract/days.ts';
import { readAffected } from '../../booking/batches/affected.repo.ts';
import {
  type ChangedBatch,
  cancelUnbookedBatch,
  closeBatch,
  createBatches,
  moveBatch,
  openBatch,
  type StaffBatch,
  setCapacity,
  setOfficeSeats,
} from '../../booking/batches/batch-change.repo.ts';
import { type ListedBatch, listBatchesSql } from '../../booking/batches/batch-list.repo.ts';
import { batchState } from '../../booking/batches/batch-state.ts';
import { findClashes } from '../../booking/batches/clashes.repo.ts';
import { replaceRuns } from '../../booking/runs/run.repo.ts';
import { readAcademyCalendar } from '../../content/academy-calendar.repo.ts';
import type { Tx } from '../../db/schema.ts';
import { streamRows } from '../../db/stream-rows.ts';
import { type Clock, today } from '../../http/clock.ts';
import type { Action, Change } from '../command/action.ts';
import { dayArg, flag, numberArg, textArg } from '../command/arg-schemas.ts';
import type { StaffCommand } from '../command/command.ts';
import { changingAction, readingAction } from '../command/make-action.ts';
import { toPlain } from '../output/plain-text.ts';
import { type Column, printTable } from '../output/print-table.ts';

const batchArg = { about: 'the batch’s number (landfall batches list)', schema: numberArg };
const reasonOption = { hint: 'text', about: 'why, for the audit log (required)', schema: textArg };
const prepareNothing = async () => null;

const calendarOf = async (tx: Tx, clock: Clock) => ({ today: today(clock), calendar: await readAcademyCalendar(tx) });

const toColumns = (day: string): ReadonlyArray<Column<ListedBatch>> => [
  { title: 'batch', of: (batch) => batch.id, isNumber: true },
  { title: 'course', of: (batch) => batch.course_id, isNumber: true },
  { title: 'starts', of: (batch) => batch.start_date },
  { title: 'ends', of: (batch) => batch.end_date },
  { title: 'state', of: (batch) => batchState(batch, day) },
  { title: 'seats', of: (batch) => batch.capacity, isNumber: true },
  { title: 'booked', of: (batch) => batch.booked, isNumber: true },
  { title: 'held', of: ({ held, has_many_holds }) => (has_many_holds ? `! ${held}` : held), isNumber: true },
  { title: 'office', of: (batch) => batch.office, isNumber: true },
  { title: 'free', of: (batch) => batch.free, isNumber: true },
  { title: 'times', of: (batch) => batch.times ?? '' },
  { title: 'venue', of: (batch) => batch.venue_id ?? '' },
  { title: 'instructor', of: (batch) => batch.instructor ?? '' },
  { title: 'name', of: (batch) => batch.course_name },
];

const list = readingAction({
  name: 'list',
  summary:
    'lists batches with their dates, places and seats: booked, held by running payments, kept for the office, free',
  readsPersonalData: false,
  args: {},
  options: {
    course: { hint: 'id', about: 'only this course', schema: numberArg.optional() },
    from: {
      hint: 'day',
      about: 'only batches that end on this day or later; default today',
      schema: dayArg.optional(),
    },
    until: { hint: 'day', about: 'only batches that start on this day or earlier', schema: dayArg.optional() },
    venue: { hint: 'id', about: 'only batches at this venue', schema: textArg.optional() },
    instructor: { hint: 'id', about: 'only batches of this instructor', schema: textArg.optional() },
    ended: { about: 'include batches that have ended', schema: flag },
    'many-holds': { about: 'only batches of which unpaid orders hold many seats', schema: flag },
  },
  notes: `"!" marks a batch of which unpaid orders hold more than a quarter of the seats, and more than two.
Look at who placed them (landfall orders export --state awaiting_payment). Holds end by themselves after 25 minutes, or
later (up to about 40) if Cashfree's payment session was opened late; a pending payment extends them.`,
  async read({ db, clock, context, options }) {
    const day = today(clock);
    const query = listBatchesSql({
      courseId: options.course,
      from: options.from ?? (options.ended ? undefined : day),
      until: options.until,
      venueId: options.venue,
      instructorId: options.instructor,
      hasManyHolds: options['many-holds'],
    });
    if ((await printTable(context.out, toColumns(day), streamRows(db, query))) === 0) await context.out('no batches\n');
    return 0;
  },
});

const affected = readingAction({
  name: 'affected',
  summary: 'lists the students whom a change of a batch concerns: booked, or paying now',
  readsPersonalData: true,
  args: { batch_id: batchArg },
  options: {},
  async read({ db, context, args }) {
    const students = await readAffected(db, args.batch_id);
    const columns = [
      { title: 'seat', of: (one: (typeof students)[number]) => one.kind },
      { title: 'order', of: (one: (typeof students)[number]) => one.order_id },
      { title: 'student', of: (one: (typeof students)[number]) => `${one.first_name} ${one.last_name}` },
      { title: 'email', of: (one: (typeof students)[number]) => one.email ?? '' },
      { title: 'package', of: (one: (typeof students)[number]) => one.package_name ?? '' },
    ];
    if ((await printTable(context.out, columns, [students])) === 0) await context.out('nobody\n');
    return 0;
  },
});

/** The subject of audit log entries about a batch. The console looks up the history of a batch by its subject. */
const subjectOf = (id: number) => `batch:${id}`;

const titleOf = ({ id, course_name, start_date }: StaffBatch) => `batch ${id} (${toPlain(course_name)}, ${start_date})`;

const setSeats = changingAction({
  name: 'set-seats',
  summary: 'sets the number of seats of a batch, never below the seats taken',
  args: { batch_id: batchArg, capacity: { about: 'all seats, including those taken', schema: numberArg } },
  options: { reason: reasonOption },
  notes: 'Loading the content keeps this number.',
  readsPersonalData: false,
  prepare: prepareNothing,
  async change({ tx, args, options }): Promise<Change> {
    const { batch, isChanged } = await setCapacity(tx, args.batch_id, args.capacity);
    const { capacity, taken } = batch;
    if (!isChanged) return { lines: [`${titleOf(batch)} has ${counted(capacity, 'seat')} already`], changed: null };
    const lines = [`${titleOf(batch)}: ${counted(capacity, 'seat')} before, ${args.capacity} now, ${taken} taken`];
    const before = { batch_id: batch.id, capacity };
    return { lines, changed: { before, after: { ...args, reason: options.reason }, subject: subjectOf(batch.id) } };
  },
});

const setOffice = changingAction({
  name: 'set-office',
  summary: 'sets how many seats are kept for the office, which are then not offered online',
  args: { batch_id: batchArg, seats: { about: 'seats kept for the office', schema: numberArg } },
  options: { reason: reasonOption },
  readsPersonalData: false,
  prepare: prepareNothing,
  async change({ tx, args, options }): Promise<Change> {
    const { batch, isChanged } = await setOfficeSeats(tx, args.batch_id, args.seats);
    if (!isChanged)
      return { lines: [`${titleOf(batch)} has ${batch.office} seats kept for the office already`], changed: null };
    const before = { batch_id: batch.id, office: batch.office };
    const after = { batch_id: batch.id, office: args.seats, reason: options.reason };
    return {
      lines: [`${titleOf(batch)}: ${batch.office} seats kept for the office before, ${args.seats} now`],
      changed: { before, after, subject: subjectOf(batch.id) },
    };
  },
});

function statusAction(
  name: 'close' | 'open',
  status: 'closed' | 'open',
  summary: string,
  setTo: (tx: Tx, id: number, day: string) => Promise<ChangedBatch>,
): Action {
  return changingAction({
    name,
    summary,
    args: { batch_id: batchArg },
    options: { reason: { ...reasonOption, about: 'why, for the audit log', schema: textArg.optional() } },
    notes: 'Loading the content keeps this status.',
    readsPersonalData: false,
    prepare: prepareNothing,
    async change({ tx, clock, args, options }): Promise<Change> {
      const day = today(clock);
      const { batch, isChanged } = await setTo(tx, args.batch_id, day);
      if (!isChanged) return { lines: [`${titleOf(batch)} is ${status} already`], changed: null };
      const before = batch.publication === 'published' ? batch.status : batch.publication;
      const lines = [`${titleOf(batch)}: ${before} before, ${status} now`];
      if (status === 'closed' && batch.held > 0)
        lines.push(`seats held: ${batch.held}; payments in progress can finish`);
      const side = (value: string) => ({ batch_id: batch.id, status: value });
      const after = { ...side(status), ...(options.reason ? { reason: options.reason } : {}) };
      return { lines, changed: { before: side(before), after, subject: subjectOf(batch.id) } };
    },
  });
}

const cancel = changingAction({
  name: 'cancel',
  summary: 'cancels a batch in which no seat is taken (the console also cancels batches with students)',
  args: { batch_id: batchArg },
  options: { reason: reasonOption },
  notes: 'A cancelled batch disappears from the site. It is not deleted, and cannot be opened again.',
  readsPersonalData: false,
  prepare: prepareNothing,
  async change({ tx, clock, args, options }): Promise<Change> {
    const batch = await cancelUnbookedBatch(tx, args.batch_id);
    const side = (state: string) => ({ batch_id: batch.id, state });
    const before = side(batchState(batch, today(clock)));
    return {
      lines: [`${titleOf(batch)} is cancelled`],
      changed: { before, after: { ...side('cancelled'), reason: options.reason }, subject: subjectOf(batch.id) },
    };
  },
});

/**
 * Lines that warn staff if the batches clash with others, that is, need the same instructor or venue at the same
 * time. Clashes are allowed, so staff are only warned.
 */
async function clashLines(tx: Tx, ids: readonly number[]): Promise<string[]> {
  const clashes = await findClashes(tx, ids);
  return clashes.map(
    ({ batch_id, other_id, other_course, what, name, day }) =>
      `clash: the ${what} of batch ${batch_id} (${toPlain(name)}) is taken on ${day} by batch ${other_id} (${toPlain(other_course)})`,
  );
}

const timesOption = z
  .string()
  .regex(/^\d\d:\d\d-\d\d:\d\d$/, 'must be times like 09:00-17:00')
  .transform((text) => ({ start_time: text.slice(0, 5), end_time: text.slice(6) }))
  .refine(
    ({ start_time, end_time }) =>
      clockTimeSchema.safeParse(start_time).success &&
      clockTimeSchema.safeParse(end_time).success &&
      end_time > start_time,
    'must be times like 09:00-17:00',
  );

const create = changingAction({
  name: 'create',
  summary: 'creates a batch of a course, open for booking',
  args: {
    course_id: { about: 'the course’s number', schema: numberArg },
    start_date: { about: 'the first day, tomorrow or later', schema: dayArg },
    seats: { about: 'all seats', schema: numberArg.refine((seats) => seats >= 1, 'must be at least 1') },
  },
  options: {
    end: { hint: 'day', about: 'the last day; default: as long as the course takes', schema: dayArg.optional() },
    office: { hint: 'seats', about: 'seats kept for the office', schema: numberArg.optional() },
    times: { hint: 'times', about: 'the times of each day, like 09:00-17:00', schema: timesOption.optional() },
    venue: { hint: 'id', about: 'a venue of joining.json', schema: textArg.optional() },
    instructor: { hint: 'id', about: 'an instructor of calendar.json', schema: textArg.optional() },
    draft: { about: 'do not show it to students yet', schema: flag },
    'ignore-length': { about: 'the dates are right although the course takes another time', schema: flag },
    reason: reasonOption,
  },
  readsPersonalData: false,
  prepare: prepareNothing,
  async change({ tx, clock, args, options }): Promise<Change> {
    const on = await calendarOf(tx, clock);
    const { start_date, course_id } = args;
    const batch = {
      course_id,
      start_date,
      end_date: options.end,
      capacity: args.seats,
      office_seats: options.office,
      isDraft: options.draft,
      venue_id: options.venue,
      instructor_id: options.instructor,
      times: options.times,
      ignoresLength: options['ignore-length'],
    };
    const [id = 0] = await createBatches(tx, [batch], on);
    const lines = [
      `batch ${id} of course ${course_id} is ${options.draft ? 'a draft' : 'open'}`,
      ...(await clashLines(tx, [id])),
    ];
    return { lines, changed: { before: null, after: { batch_id: id, ...args, ...options }, subject: subjectOf(id) } };
  },
});

const move = changingAction({
  name: 'move',
  summary: 'moves a batch to other dates, or lengthens it',
  args: { batch_id: batchArg, start_date: { about: 'the first day', schema: dayArg } },
  options: {
    end: { hint: 'day', about: 'the last day; default: as long as the course takes', schema: dayArg.optional() },
    affected: {
      hint: 'number',
      about: 'how many students are booked or paying (landfall batches affected); default 0',
      schema: numberArg.default(0),
    },
    'ignore-length': { about: 'the dates are right although the course takes another time', schema: flag },
    reason: reasonOption,
  },
  notes: `A batch with students is moved only if --affected says how many. They keep their seats; tell them yourself. My Courses and
My Orders show the new dates, receipts those of the order. The links of an earlier move stop working.`,
  readsPersonalData: false,
  prepare: prepareNothing,
  async change({ tx, clock, args: { batch_id, start_date }, options }): Promise<Change> {
    const on = await calendarOf(tx, clock);
    const wanted = {
      start_date,
      end_date: options.end,
      ignoresLength: options['ignore-length'],
      affected: options.affected,
    };
    const { batch, after, affected: students } = await moveBatch(tx, batch_id, wanted, on);
    const { start_date: start, end_date: end } = batch;
    if (start !== after.start_date || end !== after.end_date) await replaceRuns(tx, batch_id);
    const lines = [
      `${titleOf(batch)}: ${start} to ${end} before, ${after.start_date} to ${after.end_date} now`,
      ...(students.length > 0 ? [`students to tell: ${students.length} (landfall batches affected ${batch_id})`] : []),
      ...(await clashLines(tx, [batch_id])),
    ];
    const orders = students.map(({ order_id }) => order_id);
    const before = { batch_id, start_date: start, end_date: end };
    return {
      lines,
      changed: {
        before,
        after: { batch_id, ...after, orders, reason: options.reason },
        subject: subjectOf(batch_id),
      },
    };
  },
});

const clashes = readingAction({
  name: 'clashes',
  summary: 'lists batches that need the same venue or instructor at the same time',
  exitOne: 'refused or failed, or there are clashes',
  readsPersonalData: false,
  args: {},
  options: {},
  async read({ db, clock, context }) {
    const day = today(clock);
    const rows = await db.selectFrom('batches').select('id').where('end_date', '>=', day).execute();
    const found = await findClashes(
      db,
      rows.map(({ id }) => id),
    );
    const once = found.filter(({ batch_id, other_id }) => batch_id < other_id);
    const columns = [
      { title: 'day', of: (clash: (typeof once)[number]) => clash.day },
      { title: 'batch', of: (clash: (typeof once)[number]) => clash.batch_id, isNumber: true as const },
      { title: 'and', of: (clash: (typeof once)[number]) => clash.other_id, isNumber: true as const },
      { title: 'what', of: (clash: (typeof once)[number]) => `${clash.what}: ${clash.name}` },
    ];
    if ((await printTable(context.out, columns, [once])) === 0) await context.out('no clashes\n');
    return once.length === 0 ? 0 : 1;
  },
});

/** The staff command `landfall batches …`. */
export const batchesCommand: StaffCommand = {
  summary: 'Batches and their seats.',
  actions: [
    list,
    affected,
    clashes,
    create,
    move,
    setSeats,
    setOffice,
    statusAction('close', 'closed', 'closes a batch, so that nobody can book it', (tx, id) => closeBatch(tx, id)),
    statusAction('open', 'open', 'opens a batch, also a draft, for booking', openBatch),
    cancel,
  ],
};
