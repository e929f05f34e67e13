import { createFileRoute } from '@tanstack/react-router';
import { ContentPage } from '../content/cms/content-page.tsx';
import { ContentWaiting } from '../content/cms/content-waiting.tsx';
import { loadCmsPage } from '../content/cms/load-cms-page.ts';
import { FailedPage } from '../site/failed-page.tsx';
import { pageHead } from '../site/page-head.ts';

export const Route = createFileRoute('/why-landfall')({
  loader: ({ context }) => loadCmsPage(context.queryClient, 'why-landfall'),
  head: ({ match, loaderData }) => (loaderData ? pageHead(match.context.queryClient, loaderData.head) : {}),
  component: WhyLandfall,
  pendingComponent: ContentWaiting,
  errorComponent: FailedPage,
});

function WhyLandfall() {
  return <ContentPage name="why-landfall" />;
}
