import { createFileRoute } from '@tanstack/react-router';
import { Suspense } from 'react';
import { useSession } from '../auth/session/use-session.ts';
import { Breadcrumb } from '../catalogue/breadcrumb.tsx';
import { homeTrail } from '../content/policies/home-trail.ts';
import { loadPolicy } from '../content/policies/load-policy.ts';
import { PolicyPage } from '../content/policies/policy-page.tsx';
import { PolicySkeleton } from '../content/policies/policy-skeleton.tsx';
import { policyTexts } from '../content/policies/policy-texts.ts';
import { lazyPart } from '../lib/lazy-part.ts';
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

// Load `TermsNotice` lazily, because few visitors of this page are students who must accept the terms.
const TermsNotice = lazyPart(async () => ({
  default: (await import('../student/terms/terms-notice.tsx')).TermsNotice,
}));

function Terms() {
  const { student } = useSession();
  const notice = student ? (
    <Suspense>
      <TermsNotice key={student.id} studentId={student.id} isOnTermsPage />
    </Suspense>
  ) : null;
  return <PolicyPage name="terms" above={<Breadcrumb trail={homeTrail} here={title} />} below={notice} />;
}
