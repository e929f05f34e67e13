import type { Course } from '../../../contract/course.ts';
import type { Fact } from './detail-sections.tsx';

/** Facts about a course: who approved it, its affiliation, and when it starts. */
export function approvalFacts(course: Course): Fact[] {
  return [
    ['Approved by', course.approved_by],
    ['Approval number', course.approval_no],
    ['Affiliation', course.affiliation],
    ['Commencement', course.commencement],
  ];
}
