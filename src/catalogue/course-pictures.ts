import type { Course } from '../../contract/course.ts';
import { layoutOf } from './course-layout.ts';

/** The picture that a course's page opens with, and what other pictures of it there are: its gallery. */
export function picturesOf(course: Pick<Course, 'course_template' | 'banner_image_url' | 'featured_image_url'>): {
  opening: string | undefined;
  others: string[];
} {
  const { banner_image_url: banner, featured_image_url: featured } = course;
  const [opening, other] = layoutOf(course.course_template) === 'short' ? [featured, banner] : [banner, featured];
  const shown = opening ?? other;
  return { opening: shown, others: other && other !== shown ? [other] : [] };
}
