import { createFileRoute, notFound, redirect } from '@tanstack/react-router';
import { DepartmentPage } from '../catalogue/departments/department-page.tsx';
import { type DepartmentTab, readDepartmentTab } from '../catalogue/departments/department-tab.ts';
import { loadDepartment } from '../catalogue/departments/load-departments.ts';
import { ContentSkeleton } from '../content/cms/content-skeleton.tsx';
import { FailedPage } from '../site/failed-page.tsx';
import { pageHead } from '../site/page-head/page-head.ts';
import { pendingPage } from '../site/pending-page.tsx';

export const Route = createFileRoute('/departments/details/$id/$slug')({
  validateSearch: (search): { tab?: DepartmentTab | undefined } => ({
    tab: readDepartmentTab(search.tab) ?? undefined,
  }),
  loader: async ({ context, params }) => {
    const found = await loadDepartment(context.queryClient, params.id);
    if (!found) throw notFound();
    const { slug, id } = found;
    const isCanonical = params.slug === slug && params.id === String(id);
    if (!isCanonical)
      throw redirect({
        to: '/departments/details/$id/$slug',
        params: { id: String(id), slug },
        search: true,
        statusCode: 301,
      });
    return found;
  },
  head: ({ match, loaderData }) => (loaderData ? pageHead(match.context.queryClient, loaderData.head) : {}),
  component: DepartmentDetails,
  pendingComponent: pendingPage(ContentSkeleton),
  errorComponent: FailedPage,
});

function DepartmentDetails() {
  const { tab } = Route.useSearch();
  return <DepartmentPage departmentId={Route.useLoaderData().id} tab={tab} />;
}
