import { type Kysely, sql } from 'kysely';
import {
  type ListedWaitingEntry,
  listWaitingLists,
  offerWaitingSeat,
  readWaitingList,
  removeWaitingEntry,
} from '../../contract/staff/staff-waiting-lists.ts';
import type { WaitingBatch } from '../../contract/waiting-lists.ts';
import { recordStaffAction } from '../db/audit-entry.ts';
import type { Database } from '../db/schema.ts';
import { inTransaction } from '../db/transactions/transaction.ts';
import type { Mount } from '../http/mount/mount.ts';
import { notFound, refuse } from '../http/refusal.ts';
import { readEntries, readEntry, type StoredEntry, toEntry } from './entry.repo.ts';
import { canBook, endAndWithdraw, findCandidate, offerNow, readOfferObstacles } from './offers.ts';
import type { WaitingDeps } from './waiting-deps.ts';

/** How many ended entries the waiting list of a batch shows at most: the ones that ended last. */
const endedListed = 20;

/** SQL columns that describe batch `b` of course `k`. */
const batchColumns = sql`k.id as course_id, k.course_name, b.id as batch_id, b.start_date, b.end_date`;

async function readLists(db: Kysely<Database>) {
  const count = (state: string) => sql`count(*) filter (where e.state = ${state})::integer`;
  const { rows } = await sql<WaitingBatch & { waiting: number; offered: number; free: number }>`
    select ${batchColumns}, ${count('waiting')} as waiting, ${count('offered')} as offered, b.capacity - b.taken as free
    from waiting_entries e join waiting_entry_batches w on w.entry_id = e.id join batches b on b.id = w.batch_id
    join courses k on k.id = b.course_id
    where e.state <> 'ended' group by b.id, k.id order by b.start_date, b.id`.execute(db);
  return rows;
}

async function readBatch(db: Kysely<Database>, id: number): Promise<WaitingBatch> {
  const found = sql<WaitingBatch>`select ${batchColumns} from batches b join courses k on k.id = b.course_id
    where b.id = ${id}`;
  const [batch] = (await found.execute(db)).rows;
  if (!batch) throw notFound();
  return batch;
}

async function readListOf(db: Kysely<Database>, batchId: number): Promise<StoredEntry[]> {
  const ofBatch = sql`e.id in (select entry_id from waiting_entry_batches where batch_id = ${batchId})`;
  const ended = await readEntries(
    db,
    sql`e.id in (select x.id from waiting_entries x join waiting_entry_batches w on w.entry_id = x.id
      where w.batch_id = ${batchId} and x.state = 'ended' order by x.ended_at desc limit ${endedListed})`,
    sql`e.ended_at desc`,
  );
  return [...(await readEntries(db, sql`${ofBatch} and e.state <> 'ended'`, sql`e.state, e.id`)), ...ended];
}

/** The calls by which staff read and change waiting lists (docs/product.md#waiting-lists). */
export function staffWaitingListRoutes(mount: Mount, deps: WaitingDeps): void {
  const now = () => new Date(deps.clock.now());

  async function toListed(db: Kysely<Database>, entries: readonly StoredEntry[]): Promise<ListedWaitingEntry[]> {
    const obstacles = await readOfferObstacles(
      db,
      deps,
      entries.map(({ id }) => id),
    );
    return entries.map((entry) => ({
      ...toEntry(entry),
      student: entry.student,
      offer_obstacle: obstacles.get(entry.id) ?? null,
    }));
  }

  async function readListed(db: Kysely<Database>, id: number): Promise<ListedWaitingEntry> {
    const entry = await readEntry(db, id);
    const [listed] = entry ? await toListed(db, [entry]) : [];
    if (!listed) throw notFound();
    return listed;
  }

  mount(listWaitingLists, async ({ db }) => ({ statusCode: 200, data: await readLists(db) }));

  mount(readWaitingList, async ({ db, params: { id }, staff }) => {
    const batch = await readBatch(db, id);
    const entries = await readListOf(db, id);
    const read = { action: 'waiting list read', subject: `batch:${id}`, arguments: { entries: entries.length } };
    await inTransaction(db, (tx) => recordStaffAction(tx, staff, read, now()));
    return { statusCode: 200, batch, data: await toListed(db, entries) };
  });

  mount(offerWaitingSeat, async ({ db, params: { id }, body: { reason }, staff }) => {
    const before = await readListed(db, id);
    const candidate = await findCandidate(db, deps, id);
    const { refusals } = offerWaitingSeat;
    if (candidate?.state !== 'waiting') throw refuse(refusals, 'NOT_WAITING', 'This student is no longer waiting.');
    if (!(await canBook(db, deps, id))) {
      const text =
        'Online booking is closed or switched off for this student, or the course or package is not on sale.';
      throw refuse(refusals, 'CANNOT_BOOK', text);
    }
    if (!(await offerNow(db, deps, candidate)))
      throw refuse(refusals, 'NO_SEATS', 'Not all seats that this student waits for are free.');
    const entry = await readListed(db, id);
    const states = {
      before: { state: before.state, place: before.place },
      after: { state: entry.state, offer_until: entry.offer_until },
    };
    await recordStaffAction(
      db,
      staff,
      { action: 'waiting list offer', subject: `waiting-entry:${id}`, reason, ...states },
      now(),
    );
    return { statusCode: 200, data: entry };
  });

  mount(removeWaitingEntry, async ({ db, params: { id }, body: { reason }, staff }) => {
    const before = await readListed(db, id);
    if (!(await endAndWithdraw(db, deps, id, 'removed')))
      throw refuse(removeWaitingEntry.refusals, 'NOT_WAITING', 'This student is no longer waiting.');
    const states = { before: { state: before.state, place: before.place }, after: { state: 'ended' } };
    await recordStaffAction(
      db,
      staff,
      { action: 'waiting list remove', subject: `waiting-entry:${id}`, reason, ...states },
      now(),
    );
    return { statusCode: 200, data: await readListed(db, id) };
  });
}
