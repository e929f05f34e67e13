import { listEnrolments } from '../../contract/enrolments.ts';
import { type Clock, today } from '../http/clock.ts';
import type { Mount } from '../http/mount/mount.ts';
import { listEnrolled } from './enrolment.repo.ts';

/** The call that lists the courses that the student has booked (docs/product.md#student-area). */
export function enrolmentRoutes(mount: Mount, { clock }: { clock: Clock }): void {
  mount(listEnrolments, async ({ db, subject }) => ({
    statusCode: 200,
    data: await listEnrolled(db, subject.studentId, today(clock)),
  }));
}
