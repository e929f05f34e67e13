import { createFileRoute } from '@tanstack/react-router';
import { ContentPage } from '../content/cms/content-page.tsx';
import { ContentSkeleton } from '../content/cms/content-skeleton.tsx';
import { loadCmsPage } from '../content/cms/load-cms-page.ts';
import { FailedPage } from '../site/failed-page.tsx';
import { pageHead } from '../site/page-head/page-head.ts';
import { pendingPage } from '../site/pending-page.tsx';

export const Route = createFileRoute('/mission-vision')({
  loader: ({ context }) => loadCmsPage(context.queryClient, 'mission-vision'),
  head: ({ match, loaderData }) => (loaderData ? pageHead(match.context.queryClient, loaderData.head) : {}),
  component: MissionVision,
  pendingComponent: pendingPage(ContentSkeleton),
  errorComponent: FailedPage,
});

function MissionVision() {
  return <ContentPage name="mission-vision" />;
}
