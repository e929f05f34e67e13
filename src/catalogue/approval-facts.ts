import type { Course } from '../../contract/course.ts';
import type { Fact } from './detail-parts.tsx';

/** Who stands behind a course, and when it begins. */
export function approvalFacts(course: Course): Fact[] {
  return [
    ['Approved by', course.approved_by],
    ['Approval number', course.approval_no],
    ['Affiliation', course.affiliation],
    ['Commencement', course.commencement],
  ];
}
