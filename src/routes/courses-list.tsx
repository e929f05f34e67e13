import { createFileRoute } from '@tanstack/react-router';
import { paths } from '../../contract/pages.ts';
import { CoursesListPage } from '../catalogue/list/courses-list-page.tsx';
import { loadFirstCourses } from '../catalogue/list/load-category.ts';
import { FailedPage } from '../site/failed-page.tsx';
import { pageHead } from '../site/page-head/page-head.ts';

export const Route = createFileRoute('/courses-list')({
  loader: ({ context }) => loadFirstCourses(context.queryClient),
  head: ({ match }) =>
    pageHead(match.context.queryClient, {
      title: 'All courses',
      description:
        'Pre-sea, post-sea, management and value-added maritime courses: length, fee, next batch and seats left.',
      path: paths.coursesList,
    }),
  component: CoursesList,
  errorComponent: FailedPage,
});

function CoursesList() {
  return <CoursesListPage today={Route.useLoaderData().today} />;
}
