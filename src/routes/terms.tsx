import { createFileRoute } from '@tanstack/react-router';
import { Breadcrumb } from '../catalogue/breadcrumb.tsx';
import { homeTrail } from '../content/policies/home-trail.ts';
import { loadPolicy } from '../content/policies/load-policy.ts';
import { PolicyPage } from '../content/policies/policy-page.tsx';
import { PolicySkeleton } from '../content/policies/policy-skeleton.tsx';
import { policyTexts } from '../content/policies/policy-texts.ts';
import { FailedPage } from '../site/failed-page.tsx';
import { pageHead } from '../site/page-head/page-head.ts';
import { pendingPage } from '../site/pending-page.tsx';

const { title, failure } = policyTexts.terms;

export const Route = createFileRoute('/terms')({
  loader: ({ context }) => loadPolicy(context.queryClient, 'terms'),
  head: ({ match, loaderData }) => (loaderData ? pageHead(match.context.queryClient, loaderData.head) : {}),
  component: Terms,
  pendingComponent: pendingPage(PolicySkeleton),
  errorComponent: ({ error }) => <FailedPage error={error} title={title} message={failure} />,
});

function Terms() {
  return <PolicyPage name="terms" above={<Breadcrumb trail={homeTrail} here={title} />} />;
}
