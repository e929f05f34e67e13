import { getStudent, updateStudent } from '../../contract/student.ts';
import { readColumns } from '../http/column-list.ts';
import type { Mount } from '../http/mount/mount.ts';
import { notFound } from '../http/refusal.ts';
import type { SecurityLog } from '../http/security-log.ts';
import { changeProfile, type ProfileDeps } from './change-profile.ts';
import { findStudent, studentColumns } from './student.repo.ts';

/** The calls for the student's own profile (docs/product.md#student-area). */
export function studentRoutes(mount: Mount, deps: ProfileDeps & { security: SecurityLog }): void {
  mount(getStudent, async ({ query, subject, db }) => {
    const student = await findStudent(db, subject.studentId, readColumns(query.columns, studentColumns));
    if (!student) throw notFound();
    const users = [student];
    return { statusCode: 200, data: { users } };
  });

  mount(updateStudent, async (call) => {
    const contacts = await changeProfile(call, deps);
    const about = { request: call.reply.request, account: call.subject.studentId };
    if (contacts.length > 0) deps.security.record('contact.changed', about, { contacts });
    return { statusCode: 200 };
  });
}
