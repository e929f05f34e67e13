import { createFileRoute } from '@tanstack/react-router';
import { paths } from '../../contract/pages.ts';
import { Breadcrumb } from '../catalogue/breadcrumb.tsx';
import { homeTrail } from '../content/policies/home-trail.ts';
import { loadGrievancePage } from '../content/policies/load-policy.ts';
import { PolicySkeleton } from '../content/policies/policy-skeleton.tsx';
import { GrievancePage } from '../content/submissions/grievance/grievance-page.tsx';
import { type GrievanceTab, readGrievanceTab } from '../content/submissions/grievance/grievance-tab.ts';
import { FailedPage } from '../site/failed-page.tsx';
import { pageHead } from '../site/page-head/page-head.ts';
import { pendingPage } from '../site/pending-page.tsx';

/** Title and description of the page, used if its content could not be loaded. */
const fallback = {
  title: 'Grievance form',
  description: 'Tell the grievance committee what is wrong, with your name or without it.',
  path: paths.grievanceForm,
};

export const Route = createFileRoute('/grievance-form')({
  validateSearch: (search): { tab?: GrievanceTab } =>
    search.tab === undefined ? {} : { tab: readGrievanceTab(search.tab) },
  loader: ({ context }) => loadGrievancePage(context.queryClient),
  head: ({ match, loaderData }) => pageHead(match.context.queryClient, loaderData?.head ?? fallback),
  component: Grievance,
  pendingComponent: pendingPage(PolicySkeleton),
  errorComponent: FailedPage,
});

function Grievance() {
  const { tab } = Route.useSearch();
  return <GrievancePage tab={readGrievanceTab(tab)} above={<Breadcrumb trail={homeTrail} here="Grievance form" />} />;
}
