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

/** The calls of rosters, attendance, results and certificates (docs/product.md#rosters). */
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
    // The library for PDF is loaded only when it is first needed, because little else needs it.
    const { drawRosterPdf } = await import('./roster-pdf.ts');
    return new File([await drawRosterPdf(roster, { createdAt: now() })], name, { type: 'application/pdf' });
  });

  mount(markAttendance, async ({ db, staff, params: { id }, body }) => {
    // Somebody else may have signed in on the device since the marks were made.
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
    for (const { student_id, result, remark } of body.results)
      await storeResult(db, { batch_id: id, student_id, result, remark, staff_id: staff.staffId, updated_at: now() });
    const summary = ({ student_id, result, remark }: Pick<RosterStudent, 'student_id' | 'result' | 'remark'>) => ({
      ...{ student_id, result, remark },
    });
    const entry = { action: 'roster results', subject: `batch:${id}`, before: before.map(summary) };
    await recordStaffAction(db, staff, { ...entry, after: body.results.map(summary) }, now());
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

type StoredResult = {
  batch_id: number;
  student_id: string;
  result: RosterStudent['result'];
  remark: string;
  staff_id: string;
  updated_at: Date;
};

async function storeResult(tx: Tx, { result, ...row }: StoredResult): Promise<void> {
  const { batch_id, student_id, remark, staff_id, updated_at } = row;
  if (result === null) {
    await tx
      .deleteFrom('course_results')
      .where('batch_id', '=', batch_id)
      .where('student_id', '=', student_id)
      .execute();
    return;
  }
  await tx
    .insertInto('course_results')
    .values({ ...row, result })
    .onConflict((conflict) =>
      conflict.columns(['batch_id', 'student_id']).doUpdateSet({ result, remark, staff_id, updated_at }),
    )
    .execute();
}
