import { checkCertificate, getCertificateFile } from '../../contract/certificates.ts';
import { certificatePath } from '../../contract/pages.ts';
import { academyDetailsSchema } from '../../contract/receipt.ts';
import { getStaffCertificateFile, issueCertificates, revokeCertificate } from '../../contract/staff/rosters.ts';
import { olderPage } from '../../contract/staff/staff-endpoint.ts';
import { recordStaffAction } from '../db/audit-entry.ts';
import type { Mount } from '../http/mount/mount.ts';
import { notFound, refuse } from '../http/refusal.ts';
import { queueIssuedEmail, queueRevokedEmail } from './certificate-emails.ts';
import {
  type Certificate,
  findCertificate,
  lackOf,
  lockCertificate,
  shortName,
  storeCertificates,
  storeRevocation,
} from './certificates.ts';
import { lockBatch, onRoster, type RosterDeps, requireRoster } from './roster-deps.ts';

/** The calls by which certificates are issued, revoked, checked and downloaded. */
export function certificateRoutes(mount: Mount, deps: RosterDeps): void {
  const now = () => new Date(deps.clock.now());

  mount(issueCertificates, async ({ db, staff, params: { id }, body }) => {
    await lockBatch(db, id);
    const roster = await requireRoster(deps, { db, staff, batchId: id });
    if (roster.today < roster.end_date)
      throw refuse(issueCertificates.refusals, 'BATCH_RUNNING', 'Certificates are issued from the last day on.');
    const wanted = [...new Set(body.students)].map((student) => onRoster(roster, student));
    const students = wanted.filter(({ certificate }) => !certificate);
    const incomplete = students.flatMap(({ student_id, name, ...student }) => {
      const lacks = lackOf(student, roster);
      return lacks ? [{ student_id, name, lacks }] : [];
    });
    const isSeen = ({ student_id, lacks }: (typeof incomplete)[number]) =>
      body.incomplete?.some((seen) => seen.student_id === student_id && seen.lacks === lacks);
    const refuseIncomplete = (text: string) =>
      refuse(issueCertificates.refusals, 'NOT_COMPLETED', text, { data: { students: incomplete } });
    if (incomplete.length > 0 && body.reason === undefined)
      throw refuseIncomplete(
        'Some students have not passed or not attended enough. Give a reason to issue their certificates.',
      );
    // Refuse calls from a page of an earlier release: they lack `incomplete`, which says what the page showed as
    // missing for a certificate.
    if (incomplete.length > 0 && body.incomplete === undefined) throw refuseIncomplete(olderPage);
    // A certificate with missing requirements is issued only if the staff member has seen what is missing. Refuse the
    // call if results or attendance have changed since then.
    if (!incomplete.every(isSeen))
      throw refuseIncomplete('Results or attendance have changed meanwhile. Check the list before you issue.');
    const numbers = await storeCertificates(db, { roster, students, staffId: staff.staffId, now: now() });
    for (const [place, student] of students.entries())
      await queueIssuedEmail(db, deps, {
        studentId: student.student_id,
        number: numbers[place] ?? '',
        course: roster.course_name,
      });
    if (numbers.length > 0) {
      const entry = { action: 'certificate issue', subject: `batch:${id}`, after: { numbers, incomplete } };
      await recordStaffAction(db, staff, body.reason === undefined ? entry : { ...entry, reason: body.reason }, now());
    }
    return { statusCode: 200, data: { issued: numbers.length } };
  });

  mount(revokeCertificate, async ({ db, staff, params: { number }, body: { reason } }) => {
    const certificate = await lockCertificate(db, number);
    if (!certificate) throw notFound();
    if (certificate.isRevoked)
      throw refuse(revokeCertificate.refusals, 'ALREADY_REVOKED', 'This certificate has been revoked already.');
    await storeRevocation(db, number, { at: now(), reason });
    await queueRevokedEmail(db, deps, { ...certificate, number });
    const entry = { action: 'certificate revoke', subject: `certificate:${number}`, reason };
    await recordStaffAction(db, staff, { ...entry, before: { state: 'valid' }, after: { state: 'revoked' } }, now());
    return { statusCode: 200 };
  });

  mount(checkCertificate, async ({ db, params: { number } }) => {
    const found = await findCertificate(db, number);
    if (!found) throw notFound();
    const { course_name, start_date, end_date, issued_on, is_revoked } = found;
    const state = is_revoked ? ('revoked' as const) : ('valid' as const);
    const name = shortName(found.student_name);
    return { statusCode: 200, data: { number, state, name, course_name, start_date, end_date, issued_on } };
  });

  mount(getCertificateFile, async ({ db, params: { number }, subject }) => {
    const found = await findCertificate(db, number);
    if (!found || found.is_revoked || found.student_id !== subject.studentId) throw notFound();
    return certificateFile(found, deps);
  });

  mount(getStaffCertificateFile, async ({ db, params: { number } }) => {
    const found = await findCertificate(db, number);
    if (!found || found.is_revoked) throw notFound();
    return certificateFile(found, deps);
  });
}

async function certificateFile({ academy, ...certificate }: Certificate, { mail }: RosterDeps): Promise<File> {
  // Load the libraries for PDF and QR codes only when they are first needed, because few calls need them.
  const { drawCertificatePdf } = await import('./certificate-pdf.ts');
  const checkUrl = new URL(certificatePath(certificate.number), mail.siteUrl).href;
  const file = await drawCertificatePdf({ ...certificate, academy: academyDetailsSchema.parse(academy), checkUrl });
  return new File([file], `certificate-${certificate.number}.pdf`, { type: 'application/pdf' });
}
