import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { ErrorState } from '../../ui/error-state.tsx';
import { Page } from '../../ui/page.tsx';
import { PageTitle } from '../../ui/page-title.tsx';
import { Skeleton, SkeletonGroup } from '../../ui/skeleton.tsx';
import { TabStrip } from '../../ui/tab-strip.tsx';
import { policyQueries } from '../policies/policy.queries.ts';
import { useBrand } from '../use-brand.ts';
import { GrievanceForm } from './grievance-form.tsx';
import classes from './grievance-page.module.css';
import { GrievancePanel } from './grievance-panels.tsx';
import { type GrievanceTab, grievanceTabs } from './grievance-tab.ts';
import { OtherWays } from './other-ways.tsx';

type GrievancePageProps = { tab: GrievanceTab; above?: ReactNode };

/** The grievance page (document 2, section 2). The form stands also while, or where, the texts around it do not come. */
export function GrievancePage({ tab, above }: GrievancePageProps) {
  const around = useQuery(policyQueries.grievance());
  const hasFailed = around.isError && !import.meta.env.SSR;
  const phone = useBrand()?.support_phones[0] ?? null;
  const content = around.data;
  return (
    <Page>
      <PageTitle above={above} lead={content?.introduction}>
        {content?.title ?? 'Grievance form'}
      </PageTitle>
      <div className={classes.columns}>
        <GrievanceForm />
        {content ? <OtherWays channels={content.channels} /> : null}
        {content || hasFailed ? null : (
          <SkeletonGroup label="Loading other ways" className={classes.ways}>
            <Skeleton height="14rem" />
          </SkeletonGroup>
        )}
        {hasFailed && !content ? (
          <ErrorState
            message="The committee and the other ways could not be loaded."
            onRetry={() => void around.refetch()}
            isRetrying={around.isFetching}
            phone={phone}
          />
        ) : null}
      </div>
      {content ? (
        <section className={classes.handling} aria-labelledby="handling">
          <h2 id="handling">How a grievance is handled</h2>
          <TabStrip label="Grievance committee" tabs={grievanceTabs} open={tab} look="even">
            <GrievancePanel tab={tab} content={content} />
          </TabStrip>
        </section>
      ) : null}
    </Page>
  );
}
