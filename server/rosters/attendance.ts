import { sql } from 'kysely';
import type { z } from 'zod';
import type { markAttendance, Roster } from '../../contract/staff/rosters.ts';
import { isMarkSetSql } from '../db/attendance-marks.ts';
import type { Tx } from '../db/schema.ts';

type Sent = z.output<typeof markAttendance.body>['marks'][number];
type Answer = z.output<(typeof markAttendance.answers)[200]>['data'];
type RefusedReason = Answer['refused'][number]['reason'];
type Mark = NonNullable<Sent['mark']>;
type On = { roster: Roster; staffId: string; now: Date };

/** Why an attendance mark cannot be stored; null if it can. */
function refusalOf({ student_id, day }: Sent, roster: Roster): RefusedReason | null {
  const student = roster.roster.find((one) => one.student_id === student_id);
  if (!student) return 'notOnRoster';
  if (student.certificate) return 'certificate';
  if (!roster.sessions.some((session) => session.day === day)) return 'noSession';
  return day > roster.today ? 'future' : null;
}

type Present = { mark: Mark; marked_at: Date; staff_id: string; is_set: boolean };

/**
 * Reads and locks the stored mark of a student and day; undefined if there never was one. `is_set` is false if the mark
 * was removed. If two devices send a mark at the same time, the lock makes the second call see the mark of the first.
 */
function lockPresent(tx: Tx, { student_id, day }: Sent, { roster }: On): Promise<Present | undefined> {
  return tx
    .selectFrom('attendance_marks as m')
    .select(['mark', 'marked_at', 'staff_id', isMarkSetSql.as('is_set')])
    .where('batch_id', '=', roster.batch_id)
    .where('student_id', '=', student_id)
    .where('day', '=', day)
    .forUpdate()
    .executeTakeFirst();
}

const isSeen = ({ seen_at }: Sent, present: Present): boolean => present.marked_at.toISOString() === seen_at;

/**
 * Whether somebody else has set a different mark since the device last showed the stored mark. False if the stored mark
 * was removed, which `isBeforeRemoval` checks.
 */
function isChanged(sent: Sent, present: Present | undefined, { staffId }: On): boolean {
  if (sent.seen_at === undefined || !present?.is_set || present.staff_id === staffId) return false;
  return present.mark !== sent.mark && !isSeen(sent, present);
}

/**
 * Whether somebody else has removed the stored mark at a later time than that of the new mark. The new mark is then
 * refused instead of ignored, so that its author notices that it was not stored.
 */
function isBeforeRemoval(sent: Sent, present: Present | undefined, at: Date, { staffId }: On): boolean {
  if (sent.mark === null || sent.seen_at === undefined || !present || present.is_set) return false;
  return present.staff_id !== staffId && at < present.marked_at;
}

/**
 * Whether this staff member's mark at the time `at` is their latest one for this student and day, by the clocks of
 * their devices.
 */
async function isLastOwn(tx: Tx, { student_id, day }: Sent, at: Date, { roster, staffId }: On): Promise<boolean> {
  const later = tx
    .selectFrom('attendance_history')
    .select('id')
    .where('batch_id', '=', roster.batch_id)
    .where('student_id', '=', student_id)
    .where('day', '=', day)
    .where('staff_id', '=', staffId)
    .where('marked_at', '>=', at);
  return (await later.executeTakeFirst()) === undefined;
}

/**
 * The time to store with a mark: usually `at`, the time of the device's clock when the mark was made. If that clock is
 * slow, `at` may be earlier than the stored mark, although the author had seen or made the stored mark before. The new
 * mark then gets a later time than the stored one.
 */
async function orderedTime(tx: Tx, sent: Sent, at: Date, on: On & { present: Present | undefined }): Promise<Date> {
  const { present, staffId } = on;
  if (!present || present.marked_at < at) return at;
  const isLater = isSeen(sent, present) || (present.staff_id === staffId && (await isLastOwn(tx, sent, at, on)));
  return isLater ? new Date(present.marked_at.getTime() + 1) : at;
}

async function isDelivered(tx: Tx, { id }: Sent): Promise<boolean> {
  if (id === undefined) return false;
  const found = tx.selectFrom('attendance_history').select('id').where('mark_id', '=', id);
  return (await found.executeTakeFirst()) !== undefined;
}

/**
 * What happened to one mark that was sent. `repeated`: an earlier call has stored it. `before`: the mark that it
 * replaced; null if there was none. `removed_at`: when somebody else removed the stored mark, if the new mark is
 * refused for this reason.
 */
type Outcome = { refused: RefusedReason; removed_at?: string | undefined } | { before: Mark | null } | 'repeated';

/**
 * Stores one mark. Its entry in the history of marks has the time at which it was made (the device's clock), or the
 * current time if the device's time is in the future.
 */
async function storeMark(tx: Tx, sent: Sent, on: On): Promise<Outcome> {
  if (await isDelivered(tx, sent)) return 'repeated';
  const { student_id, day, mark, at, id = null } = sent;
  const madeAt = new Date(Math.min(Date.parse(at), on.now.getTime()));
  const made = { batch_id: on.roster.batch_id, student_id, day, marked_at: madeAt, staff_id: on.staffId };
  let present = await lockPresent(tx, sent, on);
  // If no mark is stored yet, there is no row to lock. Another call may then store the first mark at the same moment;
  // if so, lock that mark.
  if (!present && mark !== null && !(await insertFirst(tx, { ...made, mark })))
    present = await lockPresent(tx, sent, on);
  if (isChanged(sent, present, on)) return { refused: 'changed' };
  const row = { ...made, marked_at: await orderedTime(tx, sent, madeAt, { ...on, present }) };
  if (isBeforeRemoval(sent, present, row.marked_at, on))
    return { refused: 'changed', removed_at: present?.marked_at.toISOString() };
  const stored = await tx
    .insertInto('attendance_history')
    .values({ ...made, mark: mark ?? 'removed', delivered_at: on.now, mark_id: id })
    .onConflict((conflict) => conflict.column('mark_id').doNothing())
    .returning('id')
    .executeTakeFirst();
  // Another call has stored the same mark in the meantime.
  if (!stored) return 'repeated';
  await (mark === null ? removeMark(tx, row) : setMark(tx, { ...row, mark }));
  return { before: present?.is_set ? present.mark : null };
}

type MarkRow = { batch_id: number; student_id: string; day: string; marked_at: Date; staff_id: string };

/**
 * Stores the first mark of a student and day. Returns false if there is a mark already; if another call is just
 * storing one, waits for that call.
 */
async function insertFirst(tx: Tx, row: MarkRow & { mark: Mark }): Promise<boolean> {
  const inserted = tx
    .insertInto('attendance_marks')
    .values(row)
    .onConflict((conflict) => conflict.columns(['batch_id', 'student_id', 'day']).doNothing())
    .returning('mark');
  return (await inserted.executeTakeFirst()) !== undefined;
}

async function setMark(tx: Tx, row: MarkRow & { mark: Mark }): Promise<void> {
  const { mark, marked_at, staff_id } = row;
  await tx
    .insertInto('attendance_marks')
    .values(row)
    .onConflict((conflict) =>
      conflict
        .columns(['batch_id', 'student_id', 'day'])
        .doUpdateSet({ mark, marked_at, staff_id, removed_at: null })
        .where('attendance_marks.marked_at', '<=', marked_at),
    )
    .execute();
}

async function removeMark(tx: Tx, { batch_id, student_id, day, marked_at, staff_id }: MarkRow): Promise<void> {
  await tx
    .updateTable('attendance_marks')
    .set({ marked_at, staff_id, removed_at: marked_at })
    .where('batch_id', '=', batch_id)
    .where('student_id', '=', student_id)
    .where('day', '=', day)
    .where('marked_at', '<=', marked_at)
    .execute();
}

async function readMarks(tx: Tx, batchId: number, sent: readonly Sent[]): Promise<Answer['marks']> {
  if (sent.length === 0) return [];
  const { rows } = await sql<Omit<Answer['marks'][number], 'marked_at'> & { marked_at: Date }>`
    select m.student_id, m.day, m.mark, m.marked_at, w.name as by
    from attendance_marks m join staff_members w on w.id = m.staff_id
    where m.batch_id = ${batchId} and ${isMarkSetSql}
      and (m.student_id, m.day) in (${sql.join(sent.map(({ student_id, day }) => sql`(${student_id}::uuid, ${day}::date)`))})
    order by m.student_id, m.day`.execute(tx);
  return rows.map((row) => ({ ...row, marked_at: row.marked_at.toISOString() }));
}

type ChangedMark = { student: string; student_id: string; day: string; mark: Mark | null };
/** The marks that a call has changed, before and after the call. Marks that stayed the same are not listed. */
type MarkChanges = { before: ChangedMark[]; after: ChangedMark[] };

const markKey = ({ student_id, day }: Pick<Sent, 'student_id' | 'day'>) => `${student_id} ${day}`;

/** Compares the marks before a call with the marks that are valid after it. */
function changesOf(roster: Roster, before: ReadonlyMap<string, Mark | null>, now: Answer['marks']): MarkChanges {
  const marks = new Map(now.map((one) => [markKey(one), one.mark]));
  const changes: MarkChanges = { before: [], after: [] };
  for (const { student_id, name } of roster.roster)
    for (const { day } of roster.sessions) {
      const key = markKey({ student_id, day });
      const [was, is] = [before.get(key), marks.get(key) ?? null];
      if (was === undefined || was === is) continue;
      changes.before.push({ student: name, student_id, day, mark: was });
      changes.after.push({ student: name, student_id, day, mark: is });
    }
  return changes;
}

/**
 * Stores attendance marks. Returns the marks that are then valid for the same students and days, and what has changed.
 * For each student and day, the mark with the latest time by the clock of its device counts. A time in the future is
 * replaced by the current time, so that a device with a fast clock has no advantage.
 * - A mark with an earlier time than the stored one is only added to the history. But if its author had seen or made
 *   the stored mark before, the device's clock is slow, and the new mark counts.
 * - A mark with `seen_at`, the time of the stored mark that its author saw, is refused if somebody else has set a
 *   different mark since, or has removed the stored one at a later time than that of the new mark.
 */
export async function storeMarks(
  tx: Tx,
  { marks, ...on }: On & { marks: Sent[] },
): Promise<{ answer: Answer; changes: MarkChanges }> {
  const refused: Answer['refused'] = [];
  const refuse = ({ student_id, day }: Sent, reason: RefusedReason, removed_at?: string) =>
    refused.push({ student_id, day, reason, ...(removed_at ? { removed_at } : {}) });
  const accepted: Sent[] = [];
  for (const mark of marks) {
    const reason = refusalOf(mark, on.roster);
    // Do not refuse a mark that an earlier call has stored. The response to that call may have been lost, and a refusal
    // would make the sender believe that the mark is not stored.
    if (reason && !(await isDelivered(tx, mark))) refuse(mark, reason);
    else accepted.push(mark);
  }
  // Store marks in a fixed order. Otherwise calls that mark the same students at the same time could deadlock.
  accepted.sort((a, b) => `${a.student_id} ${a.day} ${a.at}`.localeCompare(`${b.student_id} ${b.day} ${b.at}`));
  const before = new Map<string, Mark | null>();
  for (const mark of accepted) {
    const outcome = await storeMark(tx, mark, on);
    if (outcome === 'repeated') continue;
    if ('refused' in outcome) refuse(mark, outcome.refused, outcome.removed_at);
    else if (!before.has(markKey(mark))) before.set(markKey(mark), outcome.before);
  }
  const current = await readMarks(tx, on.roster.batch_id, accepted);
  return { answer: { marks: current, refused }, changes: changesOf(on.roster, before, current) };
}
