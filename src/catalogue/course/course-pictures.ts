import type { Course } from '../../../contract/course.ts';
import { layoutOf } from '../course-layout.ts';

/** The main picture at the top of a course page, and the remaining ones for the gallery. */
export function picturesOf(course: Pick<Course, 'course_template' | 'banner_image_url' | 'featured_image_url'>): {
  main: string | undefined;
  gallery: string[];
} {
  const { banner_image_url: banner, featured_image_url: featured } = course;
  const [preferred, other] = layoutOf(course.course_template) === 'short' ? [featured, banner] : [banner, featured];
  const shown = preferred ?? other;
  return { main: shown, gallery: other && other !== shown ? [other] : [] };
}
