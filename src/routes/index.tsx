import { createFileRoute } from '@tanstack/react-router';
import { academyName, contentQueries } from '../content/content.queries.ts';
import { HomePage } from '../home/home-page.tsx';
import { academyDay } from '../lib/format/format.ts';
import { FailedPage } from '../site/failed-page.tsx';
import { pageHead } from '../site/page-head/page-head.ts';
import { structuredAcademy } from '../site/page-head/structured-academy.ts';

export const Route = createFileRoute('/')({
  loader: async ({ context: { queryClient } }) => {
    const prefetch = queryClient.prefetchQuery(contentQueries.home());
    if (import.meta.env.SSR) {
      // Only the server loads the lower sections of Home here. In the browser, the page itself decides when to load
      // them.
      const { loadLowerSections } = await import('../home/lower/load-lower-sections.ts');
      await Promise.all([prefetch, loadLowerSections(queryClient)]);
    }
    return { today: academyDay() };
  },
  head: ({ match }) => {
    const client = match.context.queryClient;
    const brand = client.getQueryData(contentQueries.header().queryKey)?.brand;
    const structured = import.meta.env.SSR ? structuredAcademy(client) : [];
    return pageHead(client, {
      title: academyName(client) || 'Home',
      description: brand?.description ?? '',
      path: '/',
      structured,
    });
  },
  component: Home,
  errorComponent: FailedPage,
});

function Home() {
  return <HomePage today={Route.useLoaderData().today} />;
}
