import { createFileRoute } from '@tanstack/react-router';
import { PolicyWaiting } from '../content/policies/policy-waiting.tsx';
import { loadPost } from '../news/load-post.ts';
import { PostPage } from '../news/post-page.tsx';
import { FailedPage } from '../site/failed-page.tsx';
import { pageHead } from '../site/page-head.ts';

export const Route = createFileRoute('/events/$title')({
  loader: ({ context, params }) => loadPost(context.queryClient, 'events', params.title),
  head: ({ match, loaderData }) => (loaderData ? pageHead(match.context.queryClient, loaderData.head) : {}),
  component: Event,
  pendingComponent: PolicyWaiting,
  errorComponent: FailedPage,
});

function Event() {
  const { category, id } = Route.useLoaderData();
  return <PostPage category={category} id={id} />;
}
