import { createFileRoute, notFound } from '@tanstack/react-router';
import { CoursePage } from '../catalogue/course-page.tsx';
import { type CourseTab, readTab } from '../catalogue/course-tab.ts';
import { CourseWaiting } from '../catalogue/course-waiting.tsx';
import { loadCourse } from '../catalogue/load-course.ts';
import { structuredCourse } from '../catalogue/structured-course.ts';
import { FailedPage } from '../site/failed-page.tsx';
import { pageHead } from '../site/page-head.ts';

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
  pendingComponent: CourseWaiting,
  errorComponent: FailedPage,
});

function CourseDetail() {
  const { courseId, today } = Route.useLoaderData();
  const { tab } = Route.useSearch();
  return <CoursePage courseId={courseId} tab={readTab(tab)} today={today} />;
}
