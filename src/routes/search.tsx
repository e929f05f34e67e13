import { createFileRoute } from '@tanstack/react-router';
import { paths } from '../../contract/pages.ts';
import { loadSearch } from '../search/load-search.ts';
import { SearchPage } from '../search/search-page.tsx';
import { FailedPage } from '../site/failed-page.tsx';
import { pageHead } from '../site/page-head/page-head.ts';

export const Route = createFileRoute('/search')({
  loaderDeps: ({ search }: { search: { q?: unknown } }) => ({ q: search.q }),
  loader: ({ context, deps }) => loadSearch(context.queryClient, deps.q),
  head: ({ match }) =>
    pageHead(match.context.queryClient, {
      title: 'Search',
      description: 'Search all courses, packages, pages and posts by name, code or abbreviation.',
      path: paths.search,
      isIndexed: false,
    }),
  component: Search,
  errorComponent: FailedPage,
});

function Search() {
  return <SearchPage {...Route.useLoaderData()} />;
}
