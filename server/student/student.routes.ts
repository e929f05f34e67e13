import { getStudent, updateStudent } from '../../contract/student.ts';
import { readColumns } from '../http/columns.ts';
import type { Mount } from '../http/mount.ts';
import { notFound } from '../http/refusal.ts';
import { changeProfile, type ProfileParts } from './change-profile.ts';
import { findStudent, studentColumns } from './student.repo.ts';

/** The student's own profile (document 2, section 7). */
export function studentRoutes(mount: Mount, parts: ProfileParts): void {
  mount(getStudent, async ({ query, subject, db }) => {
    const student = await findStudent(db, subject.studentId, readColumns(query.columns, studentColumns));
    if (!student) throw notFound();
    const users = [student];
    return { statusCode: 200, data: { users } };
  });

  mount(updateStudent, async (call) => {
    await changeProfile(call, parts);
    return { statusCode: 200 };
  });
}
