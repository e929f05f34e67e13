import type { Course } from '../../../contract/course.ts';
import { layoutOf } from '../course-layout.ts';

type Pictured = Pick<
  Course,
  'course_template' | 'banner_image_url' | 'banner_image_alt' | 'featured_image_url' | 'featured_image_alt'
>;
type Picture = { url: string; alt: string };

const toPicture = (url: string | undefined, alt = ''): Picture | undefined => (url ? { url, alt } : undefined);

/**
 * The pictures of a course with their descriptions: the main one for the top of the course page, and the others for the
 * gallery.
 */
export function picturesOf(course: Pictured): { main: Picture | undefined; gallery: Picture[] } {
  const banner = toPicture(course.banner_image_url, course.banner_image_alt);
  const featured = toPicture(course.featured_image_url, course.featured_image_alt);
  const [preferred, other] = layoutOf(course.course_template) === 'short' ? [featured, banner] : [banner, featured];
  const main = preferred ?? other;
  return { main, gallery: other && other.url !== main?.url ? [other] : [] };
}
