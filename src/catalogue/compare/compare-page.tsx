import { useQueries } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useCallback, useEffect } from 'react';
import type { Course } from '../../../contract/course.ts';
import { paths } from '../../../contract/pages.ts';
import { SavedAsOf } from '../../offline/saved-as-of.tsx';
import { ActionLink } from '../../ui/action-link.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ErrorState } from '../../ui/error-state.tsx';
import { Notice } from '../../ui/notice.tsx';
import { Page } from '../../ui/page.tsx';
import { PageTitle } from '../../ui/page-title.tsx';
import { Skeleton, SkeletonGroup } from '../../ui/skeleton.tsx';
import { Breadcrumb } from '../breadcrumb.tsx';
import { courseQueries } from '../course.queries.ts';
import { AddCourse } from './add-course.tsx';
import { CompareTable } from './compare-table.tsx';
import { type CompareAddress, compared, keepCompared, mostCompared, readKept } from './compared.ts';

const trail = [
  { label: 'Home', url: paths.home },
  { label: 'Courses', url: paths.coursesList },
];

type Going = {
  ids: readonly number[];
  /** One that found no room. */
  add?: number | null;
  isArrival?: boolean;
};

/** Goes to the address of these courses, in history's place of the present one. */
function useCompareAddress() {
  const navigate = useNavigate();
  return useCallback(
    ({ ids, add = null, isArrival = false }: Going) => {
      // The router writes a text that looks like a number in quotes.
      const search: Record<string, string | number> = { ids: ids.length === 1 ? (ids[0] ?? '') : ids.join(',') };
      if (add) search.add = add;
      // Who arrives begins at the top: the address that this one replaces has not been scrolled to yet.
      void navigate({ to: '.', search, replace: true, resetScroll: isArrival });
    },
    [navigate],
  );
}

/** What the address leaves open comes from this tab; then the address says it whole, so that it can be sent on. */
function useWholeAddress({ ids, add }: CompareAddress, go: ReturnType<typeof useCompareAddress>): void {
  useEffect(() => {
    const whole = compared({ ids, add }, readKept());
    const isWhole = ids !== null && (add === null || whole.isFull);
    if (isWhole) keepCompared(whole.ids);
    else if (whole.ids.length > 0) go({ ids: whole.ids, add: whole.isFull ? add : null, isArrival: true });
  }, [ids, add, go]);
}

function Waiting({ columns }: { columns: number }) {
  return (
    <SkeletonGroup label="Loading courses">
      {Array.from({ length: columns }, (_, place) => place).map((column) => (
        <Skeleton key={column} height="9rem" />
      ))}
    </SkeletonGroup>
  );
}

/** Up to three courses side by side. */
export function ComparePage({ address, today }: { address: CompareAddress; today: string }) {
  const go = useCompareAddress();
  const { ids, isFull } = compared(address);
  const asked = useQueries({ queries: ids.map((id) => courseQueries.detail(id)) });
  useWholeAddress(address, go);
  const courses = asked.flatMap(({ data }): Course[] => (data?.is_active ? [data] : []));
  const known = asked.flatMap(({ data, dataUpdatedAt }) => (data ? dataUpdatedAt : []));
  const lacking = asked.filter(({ data }) => data === null || data?.is_active === false).length;
  const failed = import.meta.env.SSR ? [] : asked.filter(({ isError }) => isError);
  const waiting = asked.filter(({ data, isError }) => data === undefined && (import.meta.env.SSR || !isError)).length;
  return (
    <Page>
      <PageTitle
        above={<Breadcrumb trail={trail} here="Compare" />}
        lead={`Up to ${mostCompared} courses side by side: length, fee, dates, seats and who may join.`}
      >
        Compare courses
      </PageTitle>
      {isFull ? <Notice role="status">Three courses are compared already. Remove one to add another.</Notice> : null}
      {lacking > 0 ? <Notice>A course of this comparison is no longer offered.</Notice> : null}
      {failed.length > 0 ? (
        <ErrorState
          message="Not every course could be loaded."
          onRetry={() => failed.forEach((one) => void one.refetch())}
          isRetrying={failed.some(({ isFetching }) => isFetching)}
        />
      ) : null}
      {waiting > 0 ? <Waiting columns={waiting} /> : null}
      {courses.length > 0 ? <SavedAsOf at={Math.min(...known)} /> : null}
      {courses.length > 0 ? (
        <CompareTable courses={courses} ids={ids} waiting={isFull ? address.add : null} today={today} />
      ) : null}
      {ids.length === 0 ? (
        <EmptyState
          title="No courses to compare"
          action={
            <ActionLink href={paths.coursesList} look="outline">
              Explore Courses
            </ActionLink>
          }
        >
          Choose Compare on a course, or add one here.
        </EmptyState>
      ) : null}
      {ids.length < mostCompared ? <AddCourse ids={ids} onAdd={(id) => go({ ids: [...ids, id] })} /> : null}
    </Page>
  );
}
