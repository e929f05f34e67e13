import type { Profile, Student } from '../../../contract/student.ts';
import { type ContactStatuses, contactStatus, type Tx } from '../../db/schema.ts';
import { today } from '../../http/clock.ts';
import { notFound } from '../../http/refusal.ts';
import { requireUnclaimed, type SaveDeps, saveProfileChange } from '../change-profile.ts';
import { readProfileChange } from '../profile-change.ts';
import { lockStudent } from '../student.repo.ts';

type Changed = { before: Partial<Student>; after: Partial<Student>; student: Student };

/** The fields of a student that differ after a change, each with the old and the new value. */
function differences(before: Student, after: Student): Pick<Changed, 'before' | 'after'> {
  const names = (Object.keys(before) as Array<keyof Student>).filter(
    (name) => JSON.stringify(before[name]) !== JSON.stringify(after[name]),
  );
  const only = (student: Student) => Object.fromEntries(names.map((name) => [name, student[name]]));
  return { before: only(before), after: only(after) };
}

/**
 * Applies a change of a student's profile by staff, in the call's transaction. Returns the fields that have changed.
 * A changed contact can be used to sign in, but is unverified: staff have checked who the student is, not whether the
 * contact is the student's.
 * @throws Refusal 400 for an invalid field, 404 for an unknown student, 409 USER_EXISTS if another student has one of
 *   the values
 */
export async function changeStudentProfile(
  tx: Tx,
  { studentId, fields }: { studentId: string; fields: Partial<Profile> },
  deps: SaveDeps,
): Promise<Changed> {
  const before = await lockStudent(tx, studentId);
  if (!before) throw notFound();
  const change = readProfileChange(fields, before, today(deps.clock));
  await requireUnclaimed(tx, studentId, change);
  const statuses: Partial<ContactStatuses> = Object.fromEntries(
    change.contacts.map((contact) => [`${contact}_standing`, contactStatus.unverified]),
  );
  await saveProfileChange(tx, before, { change, statuses }, deps);
  const after = await lockStudent(tx, studentId);
  if (!after) throw notFound();
  return { ...differences(before, after), student: after };
}
