import { listStudentPayments } from '../../contract/student-payments.ts';
import type { Mount } from '../http/mount.ts';
import { listPayments } from './payment-list.repo.ts';

/** The student's payment attempts (decisions, "Answers"). */
export function paymentListRoutes(mount: Mount): void {
  mount(listStudentPayments, async ({ db, subject }) => ({
    statusCode: 200,
    data: await listPayments(db, subject.studentId),
  }));
}
