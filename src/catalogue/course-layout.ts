import type { Course } from '../../contract/course.ts';

/** `programme` for Pre-Sea and Management, `short` for Post-Sea and Value-added; null for a template that is none of ours. */
export type CourseLayout = 'programme' | 'short';

const layouts: Readonly<Record<string, CourseLayout>> = {
  'Pre-Sea Course': 'programme',
  'Management Course': 'programme',
  'Post-Sea Course': 'short',
  'Value-added Course': 'short',
};

export function layoutOf(template: string): CourseLayout | null {
  return layouts[template] ?? null;
}

/** Short courses show their fee as including GST (document 1, section 2). */
export function gstNote({ course_template }: Pick<Course, 'course_template'>): string {
  return layoutOf(course_template) === 'short' ? 'including GST' : '';
}
