import { createFileRoute, notFound } from '@tanstack/react-router';
import { CoursePage } from '../catalogue/course/course-page.tsx';
import { CourseSkeleton } from '../catalogue/course/course-skeleton.tsx';
import { type CourseTab, readTab } from '../catalogue/course/course-tab.ts';
import { loadCourse } from '../catalogue/course/load-course.ts';
import { structuredCourse } from '../catalogue/course/structured-course.ts';
import { FailedPage } from '../site/failed-page.tsx';
import { pageHead } from '../site/page-head/page-head.ts';
import { pendingPage } from '../site/pending-page.tsx';

export const Route = createFileRoute('/course-booking/$title')({
  validateSearch: (search): { tab?: CourseTab } => (search.tab === undefined ? {} : { tab: readTab(search.tab) }),
  loader: async ({ context, params }) => {
    const found = await loadCourse(context.queryClient, params.title);
    if (!found) throw notFound();
    return found;
  },
  head: ({ match: { context }, loaderData }) => {
    if (!loaderData) return {};
    const structured = import.meta.env.SSR ? structuredCourse(context.queryClient, loaderData) : [];
    return pageHead(context.queryClient, { ...loaderData.head, structured });
  },
  component: CourseDetail,
  pendingComponent: pendingPage(CourseSkeleton),
  errorComponent: FailedPage,
});

function CourseDetail() {
  const { courseId, today } = Route.useLoaderData();
  const { tab } = Route.useSearch();
  return <CoursePage courseId={courseId} tab={readTab(tab)} today={today} />;
}
