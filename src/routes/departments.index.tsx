import { createFileRoute } from '@tanstack/react-router';
import { paths } from '../../contract/pages.ts';
import { DepartmentsPage } from '../catalogue/departments/departments-page.tsx';
import { loadDepartments } from '../catalogue/departments/load-departments.ts';
import { FailedPage } from '../site/failed-page.tsx';
import { pageHead } from '../site/page-head/page-head.ts';

export const Route = createFileRoute('/departments/')({
  loader: ({ context }) => loadDepartments(context.queryClient),
  head: ({ match }) =>
    pageHead(match.context.queryClient, {
      title: 'Departments',
      description: 'The three departments of the academy: their faculty, their facilities and their courses.',
      path: paths.departments,
    }),
  component: DepartmentsPage,
  errorComponent: FailedPage,
});
