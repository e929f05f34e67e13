import type { Kysely } from 'kysely';
import type { ContactState, StudentNote } from '../../../contract/staff/students.ts';
import { type ContactStatus, contactStatus, type Database, type Tx } from '../../db/schema.ts';
import { studentColumns } from '../student.repo.ts';

const contactStates: Record<ContactStatus, ContactState> = {
  [contactStatus.verified]: 'verified',
  [contactStatus.unverified]: 'unverified',
  [contactStatus.locked]: 'locked',
};

/**
 * A student's profile, the statuses of the email address and phone numbers, and whether the student may book;
 * undefined if there is no student with this id.
 */
export async function findStudentForStaff(db: Kysely<Database>, id: string) {
  const row = await db
    .selectFrom('students')
    .select(studentColumns)
    .select(['email_standing', 'mobile_standing', 'whatsapp_number_standing', 'allowed_booking', 'created_at'])
    .select((student) => student('password_hash', 'is not', null).as('has_password'))
    .where('id', '=', id)
    .executeTakeFirst();
  if (!row) return undefined;
  const { email_standing, mobile_standing, whatsapp_number_standing, ...rest } = row;
  const { allowed_booking, created_at, has_password, ...profile } = rest;
  return {
    profile,
    contacts: {
      email: contactStates[email_standing],
      mobile: contactStates[mobile_standing],
      whatsapp_number: contactStates[whatsapp_number_standing],
    },
    allowed_booking,
    has_password: Boolean(has_password),
    created_at: created_at.toISOString(),
  };
}

/** The internal notes that staff have written about a student, newest first. */
export async function readNotes(db: Kysely<Database>, studentId: string): Promise<StudentNote[]> {
  const rows = await db
    .selectFrom('student_notes as note')
    .innerJoin('staff_members as author', 'author.id', 'note.staff_id')
    .select(['note.id', 'note.created_at', 'author.name as author', 'note.text'])
    .where('note.student_id', '=', studentId)
    .orderBy('note.id', 'desc')
    .limit(200)
    .execute();
  return rows.map(({ created_at, ...note }) => ({ ...note, at: created_at.toISOString() }));
}

export async function insertNote(
  tx: Tx,
  note: { studentId: string; staffId: string; text: string },
  now: Date,
): Promise<number> {
  const { id } = await tx
    .insertInto('student_notes')
    .values({ student_id: note.studentId, staff_id: note.staffId, text: note.text, created_at: now })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}
