import { listEnrolments } from '../../contract/enrolments.ts';
import type { Mount } from '../http/mount.ts';
import { type Clock, today } from '../providers/clock.ts';
import { listEnrolled } from './enrolment.repo.ts';

/** What the student has booked, course by course (document 2, section 7). */
export function enrolmentRoutes(mount: Mount, { clock }: { clock: Clock }): void {
  mount(listEnrolments, async ({ db, subject }) => ({
    statusCode: 200,
    data: await listEnrolled(db, subject.studentId, today(clock)),
  }));
}
