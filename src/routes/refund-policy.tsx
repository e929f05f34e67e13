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

const { title, failure } = policyTexts.refund;

export const Route = createFileRoute('/refund-policy')({
  loader: ({ context }) => loadPolicy(context.queryClient, 'refund'),
  head: ({ match, loaderData }) => (loaderData ? pageHead(match.context.queryClient, loaderData.head) : {}),
  component: RefundPolicy,
  pendingComponent: pendingPage(PolicySkeleton),
  errorComponent: ({ error }) => <FailedPage error={error} title={title} message={failure} />,
});

function RefundPolicy() {
  return <PolicyPage name="refund" above={<Breadcrumb trail={homeTrail} here={title} />} />;
}
