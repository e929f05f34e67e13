import type { Course } from '../../contract/course.ts';
import { formatDuration } from '../lib/format/format.ts';

/** Layout of a course's page: `programme` for Pre-Sea and Management, `short` for Post-Sea and Value-added courses. */
type CourseLayout = 'programme' | 'short';

const layouts: Readonly<Record<string, CourseLayout>> = {
  'Pre-Sea Course': 'programme',
  'Management Course': 'programme',
  'Post-Sea Course': 'short',
  'Value-added Course': 'short',
};

/** The layout for a `course_template`, or null for an unknown one. */
export function layoutOf(template: string): CourseLayout | null {
  return layouts[template] ?? null;
}

/**
 * The remark 'including GST' for the price of a Post-Sea or Value-added course; empty for other courses
 * (docs/product.md#prices-and-discounts).
 */
export function gstNote({ course_template }: Pick<Course, 'course_template'>): string {
  return layoutOf(course_template) === 'short' ? 'including GST' : '';
}

/** How long the certificate is valid, such as "5 years". */
export function certificateValidity({ validity_duration: length, validity_unit: unit }: Course): string | undefined {
  if (unit === 'unlimited') return 'Unlimited';
  return length && unit ? formatDuration(length, unit) : undefined;
}
