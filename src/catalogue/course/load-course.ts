import type { QueryClient } from '@tanstack/react-query';
import { coursePath, idFromTitle } from '../../../contract/pages.ts';
import { plainText } from '../../content/rich-text.tsx';
import { academyDay } from '../../lib/format/format.ts';
import { courseQueries } from '../course.queries.ts';
import { findSaved } from '../missing-page.ts';

type LoadedCourse = {
  courseId: number;
  today: string;
  head: { title: string; description: string; path: string; isWholeTitle: boolean; image?: string };
};

/**
 * Loads the course whose id is in the `title` segment of the URL. Null if there is no active course with that id.
 * @throws ApiError
 */
export async function loadCourse(client: QueryClient, title: string): Promise<LoadedCourse | null> {
  const courseId = idFromTitle(title);
  const course = courseId ? await findSaved(client, courseQueries.detail(courseId)) : null;
  if (!course?.is_active) return null;
  const picture = course.banner_image_url ?? course.featured_image_url;
  return {
    courseId: course.id,
    today: academyDay(),
    head: {
      title: course.meta_title ?? course.course_name,
      description: course.meta_description ?? plainText(course.short_description ?? course.course_name),
      path: coursePath(course),
      isWholeTitle: course.meta_title !== undefined,
      ...(picture ? { image: picture } : {}),
    },
  };
}
