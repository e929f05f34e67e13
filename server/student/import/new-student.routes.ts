import type { Kysely } from 'kysely';
import type { ImportRow } from '../../../contract/staff/student-import.ts';
import { createStudent, type Taken } from '../../../contract/staff/students.ts';
import { recordStaffAction } from '../../db/audit-entry.ts';
import { contactStatus, type Database, type Tx } from '../../db/schema.ts';
import { type Clock, today } from '../../http/clock.ts';
import type { Mount } from '../../http/mount/mount.ts';
import { invalidRequest, refuse } from '../../http/refusal.ts';
import { lockIdentifiers } from '../identifier-lock.ts';
import { findNamedStudents } from '../student-staff.repo.ts';
import { checkImport, type ImportedStudent, type Normalise, type UniqueField, uniqueFields } from './check-students.ts';
import { findMatches, insertStudents } from './student-import.repo.ts';

type NewStudentDeps = { clock: Clock; normalise: Normalise };

const fieldNames: Record<UniqueField, string> = {
  email: 'email address',
  mobile: 'mobile number',
  indos_number: 'INDOS number',
  passport_number: 'passport number',
};

const sentence = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);

/** The existing students who have the same value as the new student in one of `fields`. */
async function findTaken(
  db: Kysely<Database>,
  student: ImportedStudent,
  fields: readonly UniqueField[],
): Promise<Taken[]> {
  const matches = await findMatches(db, [student], fields);
  const named = await findNamedStudents(
    db,
    matches.map(({ id: value }) => ({ field: 'id', value })),
  );
  return named.flatMap(({ id, first_name, last_name }) =>
    fields
      .filter((field) => matches.some((match) => match.id === id && match.column === field))
      .map((field) => ({ field, student: { id, name: `${first_name} ${last_name}` } })),
  );
}

const userExists = (taken: Taken[]) =>
  refuse(createStudent.refusals, 'USER_EXISTS', 'There is a student with these details already.', {
    data: { taken },
    fields: Object.fromEntries(taken.map(({ field }) => [field, `Another student has this ${fieldNames[field]}`])),
  });

/**
 * The call by which staff add one student. It follows the same rules as an import of one line
 * (docs/product.md#students).
 */
export function newStudentRoutes(mount: Mount, { clock, normalise }: NewStudentDeps): void {
  mount(createStudent, async ({ db, body: { may_share_mobile, ...cells }, staff }) => {
    const fields = uniqueFields.filter((field) => field !== 'mobile' || !may_share_mobile);
    const row: ImportRow = { line: 1, cells };
    const { students, faults } = checkImport([row], { ...normalise, today: today(clock), fields });
    const [student] = students;
    if (!student || faults.length > 0)
      throw invalidRequest(
        'Please correct the marked fields.',
        Object.fromEntries(faults.map(({ column, reason }) => [column, sentence(reason)])),
      );
    await lockIdentifiers(
      db,
      uniqueFields.flatMap((field) => student[field] ?? []),
    );
    const taken = await findTaken(db, student, fields);
    if (taken.length > 0) throw userExists(taken);
    const id = await insertOne(db, student);
    const { line: _line, ...after } = student;
    const entry = { action: 'students create', subject: `student:${id}`, after };
    await recordStaffAction(db, staff, entry, new Date(clock.now()));
    return { statusCode: 200, data: { id } };
  });
}

/**
 * Inserts a student with unverified contacts: staff know who the student is, but not whether the email address and
 * phone numbers are the student's.
 */
async function insertOne(tx: Tx, student: ImportedStudent): Promise<string> {
  const [id] = await insertStudents(tx, [student], contactStatus.unverified);
  if (id === undefined) throw new Error('the student was not inserted');
  return id;
}
