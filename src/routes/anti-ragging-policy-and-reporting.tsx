import { createFileRoute } from '@tanstack/react-router';
import { Breadcrumb } from '../catalogue/breadcrumb.tsx';
import { AntiRaggingPage } from '../content/policies/anti-ragging-page.tsx';
import { homeTrail } from '../content/policies/home-trail.ts';
import { loadAntiRagging } from '../content/policies/load-policy.ts';
import { PolicySkeleton } from '../content/policies/policy-skeleton.tsx';
import { antiRaggingTexts } from '../content/policies/policy-texts.ts';
import { FailedPage } from '../site/failed-page.tsx';
import { pageHead } from '../site/page-head/page-head.ts';
import { pendingPage } from '../site/pending-page.tsx';

const { title, failure } = antiRaggingTexts;

export const Route = createFileRoute('/anti-ragging-policy-and-reporting')({
  loader: ({ context }) => loadAntiRagging(context.queryClient),
  head: ({ match, loaderData }) => (loaderData ? pageHead(match.context.queryClient, loaderData.head) : {}),
  component: AntiRagging,
  pendingComponent: pendingPage(PolicySkeleton),
  errorComponent: ({ error }) => <FailedPage error={error} title={title} message={failure} />,
});

function AntiRagging() {
  return <AntiRaggingPage above={<Breadcrumb trail={homeTrail} here="Anti-ragging" />} />;
}
