import type { Cart } from '../../../contract/cart.ts';
import { ExpiresBeforeCourseNotice } from '../../student/documents/expiry/expires-before-course-notice.tsx';
import type { CourseEnd } from '../../student/documents/expiry/expiry.ts';

function courseEnds({ items }: Cart): CourseEnd[] {
  return items.flatMap(({ course, package: bundle }) => [
    ...(course ? [{ course: course.course_name, ends: course.batch.end_date }] : []),
    ...(bundle?.batches ?? []).map(({ course: { course_name }, batch }) => ({
      course: course_name,
      ends: batch.end_date,
    })),
  ]);
}

/** Warns if a document of the student expires before the end of a course in the cart. */
export function DocumentWarning({ studentId, cart }: { studentId: string; cart: Cart | undefined }) {
  return cart ? <ExpiresBeforeCourseNotice studentId={studentId} courses={courseEnds(cart)} /> : null;
}
