import type { Cart } from '../../contract/cart.ts';
import { EarlyEndNotice } from '../student/documents/early-end-notice.tsx';
import type { CourseEnd } from '../student/documents/expiry.ts';

/** The courses of a cart with the last day of each chosen batch. */
function courseEnds({ items }: Cart): CourseEnd[] {
  return items.flatMap(({ course, package: parts }) => [
    ...(course ? [{ course: course.course_name, ends: course.batch.end_date }] : []),
    ...(parts?.batches ?? []).map(({ course: part, batch }) => ({ course: part.course_name, ends: batch.end_date })),
  ]);
}

/** Warns of documents that end before a course of the cart; nothing while there is no cart. */
export function DocumentWarning({ studentId, cart }: { studentId: string; cart: Cart | undefined }) {
  return cart ? <EarlyEndNotice studentId={studentId} courses={courseEnds(cart)} /> : null;
}
