import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { WaitingEndReason, WaitingEntry } from '../../contract/waiting-lists.ts';
import { isOrderedSql } from '../db/available-seats.ts';
import type { Database, Tx } from '../db/schema.ts';

type EntryRow = Omit<WaitingEntry, 'offer_until' | 'created_at'> & { offer_until: Date | null; created_at: Date };

type StudentContact = { id: string; name: string; email: string | null; mobile: string | null };

/** A waiting list entry with its student. */
export type StoredEntry = WaitingEntry & { student: StudentContact; firstName: string };

// SQL for the number of earlier entries that are still waiting for one of the batches of waiting list entry `e`.
const entriesAhead = sql`(select count(distinct ahead.id) from waiting_entries ahead
  join waiting_entry_batches w on w.entry_id = ahead.id
  where ahead.id < e.id and ahead.state = 'waiting' and w.batch_id = any(e.batch_ids))`;

/** SQL for the batches of waiting list entry `e`, in the order of their dates. */
const batchesSql = sql`(select jsonb_agg(jsonb_build_object('course_id', k.id, 'course_name', k.course_name,
    'batch_id', b.id, 'start_date', b.start_date, 'end_date', b.end_date) order by b.start_date, b.id)
  from waiting_entry_batches w join batches b on b.id = w.batch_id join courses k on k.id = w.course_id
  where w.entry_id = e.id)`;

/**
 * The waiting list entries that match `condition`, an SQL condition on entry `e`, sorted by the SQL expression
 * `order`.
 */
export async function readEntries(
  db: Kysely<Database>,
  condition: RawBuilder<unknown>,
  order: RawBuilder<unknown> = sql`e.id`,
): Promise<StoredEntry[]> {
  type Row = EntryRow & { student: StudentContact; first_name: string };
  const { rows } = await sql<Row>`
    select e.id, case when e.package_id is null then 'course' else 'package' end as type,
      coalesce(e.course_id, e.package_id) as item_id, coalesce(c.course_name, p.package_name) as name, e.state,
      case when e.state = 'waiting' then 1 + ${entriesAhead}::integer end as place,
      case when e.state = 'offered' and e.offer_until > now() then e.offer_until end as offer_until,
      e.state = 'offered' and ${isOrderedSql} as is_ordered, e.end_reason, e.created_at, ${batchesSql} as batches,
      s.first_name, jsonb_build_object('id', s.id, 'name', concat_ws(' ', s.first_name, s.last_name),
        'email', s.email, 'mobile', s.mobile) as student
    from waiting_entries e join students s on s.id = e.student_id
    left join courses c on c.id = e.course_id left join packages p on p.id = e.package_id
    where ${condition} order by ${order}`.execute(db);
  return rows.map(({ first_name, offer_until, created_at, ...row }) => ({
    ...row,
    firstName: first_name,
    offer_until: offer_until?.toISOString() ?? null,
    created_at: created_at.toISOString(),
  }));
}

/** The waiting list entry with this id, or undefined. */
export async function readEntry(db: Kysely<Database>, id: number): Promise<StoredEntry | undefined> {
  const [entry] = await readEntries(db, sql`e.id = ${id}`);
  return entry;
}

/** A waiting list entry as the student may see it. */
export function toEntry({ student: _, firstName: __, ...entry }: StoredEntry): WaitingEntry {
  return entry;
}

/**
 * The student's waiting list entries: first those that are waiting or have an offer, then those that ended in the
 * last seven days.
 */
export async function readOwnEntries(db: Kysely<Database>, studentId: string): Promise<WaitingEntry[]> {
  const recent = sql`e.student_id = ${studentId} and (e.state <> 'ended' or e.ended_at > now() - interval '7 days')`;
  return (await readEntries(db, recent, sql`e.state = 'ended', e.id`)).map(toEntry);
}

/** Locks the batches of a waiting list entry in the order of their ids. Call this before changing the entry. */
export async function lockBatchesOf(tx: Tx, id: number): Promise<void> {
  await sql`select b.id from batches b join waiting_entry_batches w on w.batch_id = b.id
    where w.entry_id = ${id} order by b.id for no key update of b`.execute(tx);
}

/**
 * Ends a waiting list entry. The caller must have locked its batches and must withdraw its offer. Returns false if the
 * entry had ended before.
 */
export async function endEntry(tx: Tx, id: number, reason: WaitingEndReason): Promise<boolean> {
  const { numAffectedRows = 0n } = await sql`update waiting_entries set state = 'ended', end_reason = ${reason},
    ended_at = now() where id = ${id} and state <> 'ended'`.execute(tx);
  return numAffectedRows > 0n;
}
