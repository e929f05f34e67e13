import type { Kysely } from 'kysely';
import type { AcademyCalendar } from '../../../contract/academy-calendar.ts';
import type { Received, RefusalTable } from '../../../contract/endpoint.ts';
import {
  type CalendarOptions,
  changeStaffBatch,
  checkBatchChange,
  checkNewBatches,
  createStaffBatches,
  getCalendarOptions,
  getStaffBatch,
  listStaffBatches,
} from '../../../contract/staff/batches.ts';
import { recordStaffAction } from '../../db/audit-entry.ts';
import type { Database } from '../../db/schema.ts';
import { inDiscardedTransaction } from '../../db/transactions/discarded-transaction.ts';
import { type Clock, today } from '../../http/clock.ts';
import type { Mount } from '../../http/mount/mount.ts';
import { notFound, refuse } from '../../http/refusal.ts';
import { type Calendar, createBatches, type NewBatch, requireBatch } from './batch-change.repo.ts';
import { changeDetails } from './batch-details.repo.ts';
import { clashesById, listCalendar, readBatchRecord, readOptions } from './batch-record.repo.ts';
import { BatchRefusal } from './batch-refusal.ts';
import { countInPeriod, findOverlaps, findSameStarts } from './clashes.repo.ts';

export type StaffBatchDeps = {
  clock: Clock;
  readDaysOff: (db: Kysely<Database>) => Promise<CalendarOptions['days_off']>;
  readCalendar: (db: Kysely<Database>) => Promise<AcademyCalendar>;
};

const sentence = (text: string) => `${text.slice(0, 1).toUpperCase()}${text.slice(1)}.`;

/** Awaits a change of a batch, and converts a `BatchRefusal` into a refusal that the endpoint declares. */
export async function refusing<T>(refusals: RefusalTable, work: Promise<T>): Promise<T> {
  return work.catch((error: unknown) => {
    if (!(error instanceof BatchRefusal)) throw error;
    if (error.code === 'NO_SUCH_BATCH') throw notFound();
    throw error.code in refusals ? refuse(refusals, error.code, sentence(error.message), { cause: error }) : error;
  });
}

/** Reads today's date and the academy's days off. */
export async function readCalendarDeps(
  db: Kysely<Database>,
  { clock, readCalendar }: StaffBatchDeps,
): Promise<Calendar> {
  return { today: today(clock), calendar: await readCalendar(db) };
}

type ParsedNewBatch = Received<typeof createStaffBatches>['body']['batches'][number];

const toNewBatch = ({ is_draft, ignores_length, ...batch }: ParsedNewBatch): NewBatch => ({
  ...batch,
  isDraft: is_draft,
  ignoresLength: ignores_length,
});

/** The API calls of the staff console for the calendar of batches (docs/product.md#the-calendar-in-the-console). */
export function staffBatchRoutes(mount: Mount, deps: StaffBatchDeps): void {
  const { clock } = deps;
  const now = () => new Date(clock.now());

  mount(listStaffBatches, async ({ db, query }) => ({
    statusCode: 200,
    data: await listCalendar(db, query, today(clock)),
  }));

  mount(getCalendarOptions, async ({ db }) => {
    const days_off = await deps.readDaysOff(db);
    return { statusCode: 200, data: { today: today(clock), ...(await readOptions(db)), days_off } };
  });

  async function requireRecord(db: Kysely<Database>, id: number) {
    const data = await readBatchRecord(db, id, today(clock));
    if (!data) throw notFound();
    return { statusCode: 200 as const, data };
  }

  mount(getStaffBatch, async ({ db, params: { id } }) => requireRecord(db, id));

  mount(checkNewBatches, async ({ db, body: { batches } }) => {
    const on = await readCalendarDeps(db, deps);
    const checked = inDiscardedTransaction(db, async (tx) => {
      const ids = await createBatches(tx, batches.map(toNewBatch), on);
      const clashes = await clashesById(tx, ids);
      const sameStarts = await findSameStarts(tx, ids);
      const overlaps = await findOverlaps(tx, ids);
      const rows = await tx
        .selectFrom('batches')
        .select(['id', 'start_date', 'end_date'])
        .where('id', 'in', ids)
        .execute();
      const dates = new Map(rows.map(({ id, ...row }) => [id, row]));
      const isNew = new Set(ids);
      const data = ids.map((id) => ({
        start_date: dates.get(id)?.start_date ?? '',
        end_date: dates.get(id)?.end_date ?? '',
        clashes: (clashes.get(id) ?? []).map((clash) =>
          isNew.has(clash.batch_id) ? { ...clash, batch_id: null } : clash,
        ),
        same_start: sameStarts.flatMap(({ batch_id, other_id }) =>
          batch_id === id ? [isNew.has(other_id) ? null : other_id] : [],
        ),
        overlaps: overlaps.flatMap(({ id: of, ...other }) => (of === id ? [other] : [])),
      }));
      return { data, existing: await countInPeriod(tx, ids) };
    });
    return { statusCode: 200, ...(await refusing(checkNewBatches.refusals, checked)) };
  });

  mount(createStaffBatches, async ({ db, body: { batches, reason }, staff }) => {
    const on = await readCalendarDeps(db, deps);
    const created = createBatches(db, batches.map(toNewBatch), on);
    const ids = await refusing(createStaffBatches.refusals, created);
    for (const [index, id] of ids.entries()) {
      const entry = { action: 'batches create', subject: `batch:${id}`, after: batches[index], reason };
      await recordStaffAction(db, staff, entry, now());
    }
    return { statusCode: 200, data: { ids } };
  });

  mount(checkBatchChange, async ({ db, params: { id }, body }) => {
    const on = await readCalendarDeps(db, deps);
    const clashes = inDiscardedTransaction(db, async (tx) => {
      await changeDetails(tx, id, body, on);
      return (await clashesById(tx, [id])).get(id) ?? [];
    });
    return { statusCode: 200, data: await refusing(checkBatchChange.refusals, clashes) };
  });

  mount(changeStaffBatch, async ({ db, params: { id }, body: { reason, ...change }, staff }) => {
    // Lock the batch before reading it, so that the old values in the audit entry include a concurrent change that was
    // stored just before.
    await refusing(changeStaffBatch.refusals, requireBatch(db, id));
    const { data: before } = await requireRecord(db, id);
    await refusing(changeStaffBatch.refusals, changeDetails(db, id, change, await readCalendarDeps(db, deps)));
    const { data: after } = await requireRecord(db, id);
    const shown = ({ capacity, office, venue, instructor, times, state }: typeof after) => ({
      ...{ capacity, office_seats: office, times, state },
      ...{ venue: venue?.address ?? null, instructor: instructor?.name ?? null },
    });
    const entry = {
      action: 'batches change',
      subject: `batch:${id}`,
      before: shown(before),
      after: shown(after),
      reason,
    };
    if (JSON.stringify(entry.before) !== JSON.stringify(entry.after)) await recordStaffAction(db, staff, entry, now());
    return requireRecord(db, id);
  });
}
