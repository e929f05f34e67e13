import { createFileRoute } from '@tanstack/react-router';
import { PolicySkeleton } from '../content/policies/policy-skeleton.tsx';
import { loadPost } from '../news/post/load-post.ts';
import { PostPage } from '../news/post/post-page.tsx';
import { FailedPage } from '../site/failed-page.tsx';
import { pageHead } from '../site/page-head/page-head.ts';
import { pendingPage } from '../site/pending-page.tsx';

export const Route = createFileRoute('/events/$title')({
  loader: ({ context, params }) => loadPost(context.queryClient, 'events', params.title),
  head: ({ match, loaderData }) => (loaderData ? pageHead(match.context.queryClient, loaderData.head) : {}),
  component: Event,
  pendingComponent: pendingPage(PolicySkeleton),
  errorComponent: FailedPage,
});

function Event() {
  const { category, id, today } = Route.useLoaderData();
  return <PostPage category={category} id={id} today={today} />;
}
