import type { z } from 'zod';
import {
  exportRoster,
  getRoster,
  getRosterPhoto,
  listRosters,
  markAttendance,
  type RosterStudent,
  sendJoiningEmails,
  setResults,
} from '../../contract/staff/rosters.ts';
import { recordStaffAction } from '../db/audit-entry.ts';
import type { Tx } from '../db/schema.ts';
import { inTransaction } from '../db/transactions/transaction.ts';
import { StreamResponse } from '../http/mount/call.ts';
import type { Mount } from '../http/mount/mount.ts';
import { notFound, refuse, signInNeeded } from '../http/refusal.ts';
import { storeMarks } from './attendance.ts';
import { certificateRoutes } from './certificates.routes.ts';
import { queueJoiningEmail } from './joining-email.ts';
import { findPhoto, listRosterBatches } from './roster.repo.ts';
import { writeRosterCsv } from './roster-csv.ts';
import { lockBatch, onRoster, type RosterDeps, requireRoster } from './roster-deps.ts';

/** The calls for rosters, attendance, results and certificates (docs/product.md#rosters). */
export function rosterRoutes(mount: Mount, deps: RosterDeps): void {
  const { clock } = deps;
  const now = () => new Date(clock.now());
  mount(listRosters, async ({ db, staff, query }) => ({
    statusCode: 200,
    data: await listRosterBatches(db, staff, query),
  }));

  mount(getRoster, async ({ db, staff, params: { id } }) => {
    const roster = await requireRoster(deps, { db, staff, batchId: id });
    await inTransaction(db, (tx) =>
      recordStaffAction(tx, staff, { action: 'roster read', subject: `batch:${id}` }, now()),
    );
    return { statusCode: 200, data: roster };
  });

  mount(getRosterPhoto, async ({ db, staff, params: { id, student }, reply }) => {
    const photo = await findPhoto(db, staff, { batchId: id, studentId: student });
    const stream = photo && (await deps.openFile(reply.request, photo.id));
    if (!photo || !stream) throw notFound();
    return new StreamResponse(stream, {
      mediaType: photo.media_type,
      name: 'photo.webp',
      bytes: photo.bytes,
      range: null,
    });
  });

  mount(exportRoster, async ({ db, staff, params: { id, format } }) => {
    const roster = await requireRoster(deps, { db, staff, batchId: id });
    const entry = {
      action: `export roster ${format}`,
      subject: `batch:${id}`,
      arguments: { rows: roster.roster.length },
    };
    await inTransaction(db, (tx) => recordStaffAction(tx, staff, entry, now()));
    const name = `roster-${id}-${roster.start_date}.${format}`;
    if (format === 'csv') return new File([writeRosterCsv(roster)], name, { type: 'text/csv' });
    // Load the PDF library only when it is first needed, because few calls need it.
    const { drawRosterPdf } = await import('./roster-pdf.ts');
    return new File([await drawRosterPdf(roster, { createdAt: now() })], name, { type: 'application/pdf' });
  });

  mount(markAttendance, async ({ db, staff, params: { id }, body }) => {
    // Reject the attendance marks if somebody else has signed in on the device since they were made.
    if (body.staff_id !== undefined && body.staff_id !== staff.staffId) throw signInNeeded();
    await lockBatch(db, id, 'share');
    const roster = await requireRoster(deps, { db, staff, batchId: id });
    const on = { roster, staffId: staff.staffId, now: now() };
    const { answer, changes } = await storeMarks(db, { ...on, marks: body.marks });
    if (changes.after.length > 0) {
      const entry = { action: 'roster attendance', subject: `batch:${id}`, ...changes };
      await recordStaffAction(db, staff, entry, on.now);
    }
    return { statusCode: 200, data: answer };
  });

  mount(setResults, async ({ db, staff, params: { id }, body }) => {
    await lockBatch(db, id);
    const roster = await requireRoster(deps, { db, staff, batchId: id });
    const before = body.results.map(({ student_id }) => onRoster(roster, student_id));
    if (before.some(({ certificate }) => certificate))
      throw refuse(
        setResults.refusals,
        'HAS_CERTIFICATE',
        'A student with a certificate keeps the result. Revoke the certificate first.',
      );
    for (const sent of body.results) {
      const present = onRoster(roster, sent.student_id);
      if (isChanged(sent, present)) throw await resultChanged(db, id, present);
    }
    for (const sent of body.results)
      await storeResult(db, sent, { batch_id: id, staff_id: staff.staffId, updated_at: now() });
    const after = await readResults(
      db,
      id,
      body.results.map(({ student_id }) => student_id),
    );
    const entry = { action: 'roster results', subject: `batch:${id}`, before: before.map(summaryOf), after };
    await recordStaffAction(db, staff, entry, now());
    return { statusCode: 200 };
  });

  mount(sendJoiningEmails, async ({ db, staff, params: { id }, body }) => {
    const roster = await requireRoster(deps, { db, staff, batchId: id });
    const students = [...new Set(body.students)].map((student) => onRoster(roster, student));
    let sent = 0;
    for (const { student_id } of students)
      if (await queueJoiningEmail(db, deps, { studentId: student_id, batchId: id })) sent += 1;
    const after = { students: students.map(({ student_id }) => student_id) };
    await recordStaffAction(db, staff, { action: 'roster joining emails', subject: `batch:${id}`, after }, now());
    return { statusCode: 200, data: { sent } };
  });

  certificateRoutes(mount, deps);
}

type SentResult = z.output<typeof setResults.body>['results'][number];
type Result = Pick<RosterStudent, 'student_id' | 'result' | 'remark'>;

const summaryOf = ({ student_id, result, remark }: Result): Result => ({ student_id, result, remark });

/**
 * Whether the stored result or remark differs both from what the caller was shown and from what the caller now sets.
 */
function isChanged({ result, remark, seen }: SentResult, present: Result): boolean {
  if (!seen) return false;
  if (present.result === result && (remark === undefined || remark === present.remark)) return false;
  return present.result !== seen.result || (seen.remark !== undefined && seen.remark !== present.remark);
}

/** Creates the refusal for a result that somebody else has changed. It names the stored result and who set it. */
async function resultChanged(tx: Tx, batchId: number, present: RosterStudent): Promise<Error> {
  const { student_id, name, result, remark } = present;
  const author = await tx
    .selectFrom('course_results as r')
    .innerJoin('staff_members as s', 's.id', 'r.staff_id')
    .select('s.name')
    .where('r.batch_id', '=', batchId)
    .where('r.student_id', '=', student_id)
    .executeTakeFirst();
  const now = result === null ? 'no result' : `${result}${remark ? `, with the remark ‘${remark}’` : ''}`;
  const message = `${author?.name ?? 'Somebody'} has changed the result of ${name} meanwhile: ${now}. Yours was not saved. Set it again if it should replace this one.`;
  return refuse(setResults.refusals, 'RESULT_CHANGED', message, { data: { result, remark } });
}

type ResultRow = { batch_id: number; staff_id: string; updated_at: Date };

/** Stores a result, or deletes it if it is null. If no remark is sent, the stored remark stays. */
async function storeResult(tx: Tx, { student_id, result, remark }: SentResult, row: ResultRow): Promise<void> {
  const { batch_id, staff_id, updated_at } = row;
  if (result === null) {
    await tx
      .deleteFrom('course_results')
      .where('batch_id', '=', batch_id)
      .where('student_id', '=', student_id)
      .execute();
    return;
  }
  const changed = { result, staff_id, updated_at, ...(remark === undefined ? {} : { remark }) };
  await tx
    .insertInto('course_results')
    .values({ ...row, student_id, result, remark: remark ?? '' })
    .onConflict((conflict) => conflict.columns(['batch_id', 'student_id']).doUpdateSet(changed))
    .execute();
}

/** The stored course results of these students in a batch. `result` is null for a student who has none. */
async function readResults(tx: Tx, batchId: number, studentIds: readonly string[]): Promise<Result[]> {
  const rows = await tx
    .selectFrom('course_results')
    .select(['student_id', 'result', 'remark'])
    .where('batch_id', '=', batchId)
    .where('student_id', 'in', studentIds)
    .execute();
  const none = { result: null, remark: '' };
  return studentIds.map((student_id) => rows.find((row) => row.student_id === student_id) ?? { student_id, ...none });
}
