import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { LoadFailed } from '../../../offline/load-failed.tsx';
import { Skeleton, SkeletonGroup } from '../../../ui/messages/skeleton.tsx';
import { Page } from '../../../ui/page/page.tsx';
import { PageTitle } from '../../../ui/page/page-title.tsx';
import { TabStrip } from '../../../ui/tabs/tab-strip.tsx';
import { policyQueries } from '../../policies/policy.queries.ts';
import { useBrand } from '../../use-brand.ts';
import { GrievanceForm } from './grievance-form.tsx';
import classes from './grievance-page.module.css';
import { GrievancePanel } from './grievance-panels.tsx';
import { type GrievanceTab, grievanceTabs } from './grievance-tab.ts';
import { OtherWays } from './other-ways.tsx';

type GrievancePageProps = { tab: GrievanceTab; above?: ReactNode };

/**
 * The grievance page (docs/product.md#grievance-page). The form is shown even while the texts around it are loading or
 * if they cannot be loaded.
 */
export function GrievancePage({ tab, above }: GrievancePageProps) {
  const query = useQuery(policyQueries.grievance());
  const hasFailed = query.isError && !import.meta.env.SSR;
  const phone = useBrand()?.support_phones[0] ?? null;
  const content = query.data;
  return (
    <Page>
      <PageTitle above={above} lead={content?.introduction}>
        {content?.title ?? 'Grievance form'}
      </PageTitle>
      <div className={`stack single gap-8 top ${classes.columns}`}>
        <GrievanceForm />
        {content ? <OtherWays channels={content.channels} /> : null}
        {content || hasFailed ? null : (
          <SkeletonGroup label="Loading other ways" className={`panel ruled stack gap-3 ${classes.ways}`}>
            <Skeleton height="14rem" />
          </SkeletonGroup>
        )}
        {hasFailed && !content ? (
          <LoadFailed
            message="The committee and the other contact options could not be loaded."
            onRetry={() => void query.refetch()}
            isRetrying={query.isFetching}
            phone={phone}
          />
        ) : null}
      </div>
      {content ? (
        <section className={`stack gap-3 ${classes.handling}`} aria-labelledby="handling">
          <h2 id="handling">How a grievance is handled</h2>
          <TabStrip label="Grievance committee" tabs={grievanceTabs} open={tab} look="even">
            <GrievancePanel tab={tab} content={content} />
          </TabStrip>
        </section>
      ) : null}
    </Page>
  );
}
