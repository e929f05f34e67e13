import { createFileRoute } from '@tanstack/react-router';
import { paths } from '../../contract/pages.ts';
import { ComparePage } from '../catalogue/compare/compare-page.tsx';
import { loadCompared } from '../catalogue/compare/load-compared.ts';
import { FailedPage } from '../site/failed-page.tsx';
import { pageHead } from '../site/page-head/page-head.ts';

export const Route = createFileRoute('/courses-compare')({
  loaderDeps: ({ search }: { search: { ids?: unknown; add?: unknown } }) => ({ ids: search.ids, add: search.add }),
  loader: ({ context, deps }) => loadCompared(context.queryClient, deps),
  head: ({ match }) =>
    pageHead(match.context.queryClient, {
      title: 'Compare courses',
      description: 'Up to three maritime courses side by side: length, fee, next batch, seats and who may join.',
      path: paths.coursesCompare,
      isIndexed: false,
    }),
  component: CoursesCompare,
  errorComponent: FailedPage,
});

function CoursesCompare() {
  return <ComparePage {...Route.useLoaderData()} />;
}
