import { createFileRoute } from '@tanstack/react-router';
import { loadList } from '../news/list/load-list.ts';
import { NewsListPage } from '../news/list/news-list-page.tsx';
import { readPage } from '../news/list/read-page.ts';
import { FailedPage } from '../site/failed-page.tsx';
import { listHead } from '../site/page-head/list-head.ts';

export const Route = createFileRoute('/events/')({
  validateSearch: readPage,
  loaderDeps: ({ search }) => ({ page: search.page ?? 1 }),
  loader: ({ context, deps }) => loadList(context.queryClient, 'events', deps.page),
  head: ({ match, loaderData }) => listHead(match.context.queryClient, loaderData),
  component: Events,
  errorComponent: FailedPage,
});

function Events() {
  const { category, page, isRefused } = Route.useLoaderData();
  return <NewsListPage category={category} page={page} isRefused={isRefused} />;
}
