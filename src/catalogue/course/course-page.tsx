import { useQuery } from '@tanstack/react-query';
import type { Course } from '../../../contract/course.ts';
import { useBrand } from '../../content/use-brand.ts';
import { courseQueries } from '../course.queries.ts';
import { layoutOf } from '../course-layout.ts';
import { useReloadWhenMissing } from '../missing-page.ts';
import { CourseSkeleton } from './course-skeleton.tsx';
import type { CourseTab } from './course-tab.ts';
import { ProgrammePage } from './programme-page.tsx';
import { ShortCoursePage } from './short-course-page.tsx';

export type CourseViewProps = { course: Course; tab: CourseTab; today: string; phone: string | null };

const views = { programme: ProgrammePage, short: ShortCoursePage };

/**
 * The page of a course, in the layout for its `course_template`. Shows the skeleton until the course is loaded, and for
 * a template without a layout (docs/product.md#course-detail).
 */
export function CoursePage({ courseId, tab, today }: { courseId: number; tab: CourseTab; today: string }) {
  const { data: course } = useQuery(courseQueries.detail(courseId));
  useReloadWhenMissing(course === null);
  const phone = useBrand()?.admissions_phones[0] ?? null;
  const layout = course ? layoutOf(course.course_template) : null;
  if (!course || !layout) return <CourseSkeleton />;
  const View = views[layout];
  return <View course={course} tab={tab} today={today} phone={phone} />;
}
