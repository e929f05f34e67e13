import { createFileRoute } from '@tanstack/react-router';
import { Breadcrumb } from '../catalogue/breadcrumb.tsx';
import { AntiRaggingPage } from '../content/policies/anti-ragging-page.tsx';
import { homeTrail } from '../content/policies/home-trail.ts';
import { loadAntiRagging } from '../content/policies/load-policy.ts';
import { antiRaggingTexts } from '../content/policies/policy-texts.ts';
import { PolicyWaiting } from '../content/policies/policy-waiting.tsx';
import { FailedPage } from '../site/failed-page.tsx';
import { pageHead } from '../site/page-head.ts';

const { title, failure } = antiRaggingTexts;

export const Route = createFileRoute('/anti-ragging-policy-and-reporting')({
  loader: ({ context }) => loadAntiRagging(context.queryClient),
  head: ({ match, loaderData }) => (loaderData ? pageHead(match.context.queryClient, loaderData.head) : {}),
  component: AntiRagging,
  pendingComponent: PolicyWaiting,
  errorComponent: () => <FailedPage title={title} message={failure} />,
});

function AntiRagging() {
  return <AntiRaggingPage above={<Breadcrumb trail={homeTrail} here="Anti-ragging" />} />;
}
