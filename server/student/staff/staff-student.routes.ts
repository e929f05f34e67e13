import type { Kysely } from 'kysely';
import type { StudentDocument } from '../../../contract/documents.ts';
import type { Enrolment } from '../../../contract/enrolments.ts';
import { mayDo } from '../../../contract/staff/permissions.ts';
import {
  addStudentNote,
  changeStudent,
  creditStudentWallet,
  getStudentRecord,
  listStudents,
  type StudentRecord,
  setStudentBooking,
  studentPageSize,
} from '../../../contract/staff/students.ts';
import type { Wallet } from '../../../contract/wallet.ts';
import { recordStaffAction } from '../../db/audit-entry.ts';
import { contactFields, type Database, type Tx } from '../../db/schema.ts';
import { inTransaction } from '../../db/transactions/transaction.ts';
import type { Mount } from '../../http/mount/mount.ts';
import { notFound, refuse } from '../../http/refusal.ts';
import type { SecurityLog } from '../../http/security-log.ts';
import type { SaveDeps } from '../change-profile.ts';
import { lockStudent } from '../student.repo.ts';
import { setAllowedBooking } from '../student-staff.repo.ts';
import { findTermsToAccept, listAcceptedTerms } from '../terms.repo.ts';
import { changeStudentProfile } from './change-student.ts';
import { listStudentPage } from './student-list.repo.ts';
import { findStudentForStaff, insertNote, readNotes } from './student-record.repo.ts';

type Read<T> = (db: Kysely<Database>, studentId: string) => Promise<T>;

export type StaffStudentDeps = SaveDeps & {
  security: SecurityLog;
  readDocuments: Read<StudentDocument[]>;
  listRequiredDocuments: Read<NonNullable<StudentRecord['required_documents']>>;
  listBookings: Read<Enrolment[]>;
  sumPayments: Read<StudentRecord['payments']>;
  listDues: Read<StudentRecord['dues']>;
  readWallet: Read<Wallet>;
  listEnquiriesOf: Read<NonNullable<StudentRecord['enquiries']>>;
  readBalance: Read<number>;
  /**
   * Adds a credit to a student's wallet and returns null. If a wallet entry already has the credit's reference, adds
   * nothing and returns that entry.
   */
  creditWallet: (
    tx: Tx,
    credit: { studentId: string; paise: number; reference: string; description: string },
  ) => Promise<{ student_id: string; type: 'credit' | 'debit'; amount_paise: number } | null>;
};

/** The calls by which staff read and edit students (docs/product.md#students). */
export function staffStudentRoutes(mount: Mount, deps: StaffStudentDeps): void {
  const now = () => new Date(deps.clock.now());

  mount(listStudents, async ({ db, query, staff }) => {
    const rows = await listStudentPage(db, query, studentPageSize + 1);
    const page = rows.slice(0, studentPageSize);
    const read = { action: 'students list', subject: 'students', arguments: { ...query, students: page.length } };
    await inTransaction(db, (tx) => recordStaffAction(tx, staff, read, now()));
    const next = rows.length > studentPageSize ? (page.at(-1)?.id ?? null) : null;
    return { statusCode: 200, data: page, next };
  });

  mount(getStudentRecord, async ({ db, params: { id }, staff }) => {
    const student = await findStudentForStaff(db, id);
    if (!student) throw notFound();
    const maySeeDocuments = mayDo(staff.role, 'documents.read');
    const data: StudentRecord = {
      ...student,
      accepted_terms: await listAcceptedTerms(db, id),
      terms_to_accept: (await findTermsToAccept(db, id))?.version ?? null,
      documents: maySeeDocuments ? await deps.readDocuments(db, id) : null,
      required_documents: maySeeDocuments ? await deps.listRequiredDocuments(db, id) : null,
      bookings: await deps.listBookings(db, id),
      payments: await deps.sumPayments(db, id),
      dues: await deps.listDues(db, id),
      wallet: await deps.readWallet(db, id),
      notes: await readNotes(db, id),
      enquiries: mayDo(staff.role, 'enquiries.read') ? await deps.listEnquiriesOf(db, id) : null,
    };
    return { statusCode: 200, data };
  });

  mount(changeStudent, async ({ db, params: { id }, body, staff, reply }) => {
    const { before, after } = await changeStudentProfile(db, { studentId: id, fields: body }, deps);
    if (Object.keys(after).length > 0)
      await recordStaffAction(db, staff, { action: 'students change', subject: `student:${id}`, before, after }, now());
    const contacts = contactFields.filter((field) => field in after);
    const about = { request: reply.request, account: id, by: `staff:${staff.staffId}` };
    if (contacts.length > 0) deps.security.record('contact.changed', about, { contacts });
    return { statusCode: 200 };
  });

  mount(setStudentBooking, async ({ db, params: { id }, body: { is_allowed, reason }, staff }) => {
    if (!(await lockStudent(db, id))) throw notFound();
    const entry = { action: 'students set-booking', subject: `student:${id}`, reason };
    const [before, after] = [{ allowed_booking: !is_allowed }, { allowed_booking: is_allowed }];
    if (await setAllowedBooking(db, id, is_allowed))
      await recordStaffAction(db, staff, { ...entry, before, after }, now());
    return { statusCode: 200 };
  });

  mount(creditStudentWallet, async ({ db, params: { id }, body, staff }) => {
    if (!(await lockStudent(db, id))) throw notFound();
    const { amount, reference, description, reason } = body;
    const paise = Math.round(amount * 100);
    const before = { balance_paise: await deps.readBalance(db, id) };
    const known = await deps.creditWallet(db, { studentId: id, paise, reference, description });
    if (known) {
      const text = 'This number has been credited already. Check the wallet before you enter another.';
      throw refuse(creditStudentWallet.refusals, 'REFERENCE_USED', text, { fields: { reference: text } });
    }
    const after = { balance_paise: await deps.readBalance(db, id), reference };
    const entry = { action: 'wallet credit', subject: `student:${id}`, reason, before, after };
    await recordStaffAction(db, staff, entry, now());
    return { statusCode: 200 };
  });

  mount(addStudentNote, async ({ db, params: { id }, body: { text }, staff }) => {
    if (!(await lockStudent(db, id))) throw notFound();
    const noteId = await insertNote(db, { studentId: id, staffId: staff.staffId, text }, now());
    await recordStaffAction(
      db,
      staff,
      { action: 'students note', subject: `student:${id}`, after: { note: noteId } },
      now(),
    );
    return { statusCode: 200, data: { id: noteId, at: now().toISOString(), author: staff.name, text } };
  });
}
