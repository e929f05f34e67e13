import { useQueries } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { useCallback, useEffect } from 'react';
import type { Course } from '../../../contract/course.ts';
import { paths } from '../../../contract/pages.ts';
import { LoadFailed } from '../../offline/load-failed.tsx';
import { SavedAsOf } from '../../offline/saved/saved-as-of.tsx';
import { ActionLink } from '../../ui/links/action-link.tsx';
import { toPage } from '../../ui/links/page-link.tsx';
import { EmptyState } from '../../ui/messages/empty-state.tsx';
import { Notice } from '../../ui/messages/notice.tsx';
import { Skeleton, SkeletonGroup } from '../../ui/messages/skeleton.tsx';
import { Page } from '../../ui/page/page.tsx';
import { PageTitle } from '../../ui/page/page-title.tsx';
import { useFocusAfterRemoval } from '../../ui/page/use-focus-after-removal.ts';
import { Breadcrumb } from '../breadcrumb.tsx';
import { courseQueries } from '../course.queries.ts';
import { AddCourse } from './add-course.tsx';
import { CompareTable } from './compare-table.tsx';
import {
  type CompareAddress,
  comparedCourses,
  comparePath,
  maxCompared,
  readSavedIds,
  saveIds,
} from './compared-courses.ts';

const trail = [
  { label: 'Home', url: paths.home },
  { label: 'Courses', url: paths.coursesList },
];

type Comparison = {
  ids: readonly number[];
  /** Id of a course that could not be added because the comparison is full. */
  add?: number | null;
  /** True if the comparison is shown because the page was just opened, false if the student has changed it. */
  isFirst?: boolean;
};

/** Returns a function that replaces the current URL with the URL of a comparison. */
function useOpenComparison() {
  const navigate = useNavigate();
  return useCallback(
    ({ ids, add = null, isFirst = false }: Comparison) => {
      // The router would put quotes around a string that looks like a number, so pass a single id as a number.
      const search: Record<string, string | number> = { ids: ids.length === 1 ? (ids[0] ?? '') : ids.join(',') };
      if (add) search.add = add;
      // Scroll to the top if the page has just been opened. The router does not do so by itself, because this
      // navigation replaces the one that opened the page.
      void navigate({ to: '.', search, replace: true, resetScroll: isFirst });
    },
    [navigate],
  );
}

/**
 * Completes the URL of a comparison, so that it can be shared. A course in `add` moves to `ids`. Without `ids`, the URL
 * gets the courses that this tab compared last. Once the URL is complete, its courses are saved as the ones compared
 * last.
 */
function useCompleteAddress({ ids, add }: CompareAddress, open: ReturnType<typeof useOpenComparison>): void {
  useEffect(() => {
    const complete = comparedCourses({ ids, add }, readSavedIds());
    const isComplete = ids !== null && (add === null || complete.isFull);
    if (isComplete) saveIds(complete.ids);
    else if (complete.ids.length > 0) open({ ids: complete.ids, add: complete.isFull ? add : null, isFirst: true });
  }, [ids, add, open]);
}

function CompareSkeleton({ columns }: { columns: number }) {
  return (
    <SkeletonGroup label="Loading courses">
      {Array.from({ length: columns }, (_, index) => index).map((column) => (
        <Skeleton key={column} height="9rem" />
      ))}
    </SkeletonGroup>
  );
}

/** The page that compares up to three courses side by side. */
export function ComparePage({ address, today }: { address: CompareAddress; today: string }) {
  const openComparison = useOpenComparison();
  const { ids, isFull } = comparedCourses(address);
  const tableRef = useFocusAfterRemoval(ids.length, ids.length < maxCompared ? 1 : 0);
  const queries = useQueries({ queries: ids.map((id) => courseQueries.detail(id)) });
  useCompleteAddress(address, openComparison);
  const courses = queries.flatMap(({ data }): Course[] => (data?.is_active ? [data] : []));
  const loadTimes = queries.flatMap(({ data, dataUpdatedAt }) => (data ? dataUpdatedAt : []));
  const offered = ids.filter((_, index) => queries[index]?.data !== null && queries[index]?.data?.is_active !== false);
  const failed = import.meta.env.SSR ? [] : queries.filter(({ data, isError }) => data === undefined && isError);
  const loading = queries.filter(({ data, isError }) => data === undefined && (import.meta.env.SSR || !isError)).length;
  return (
    <Page>
      <PageTitle
        above={<Breadcrumb trail={trail} here="Compare" />}
        lead={`Up to ${maxCompared} courses side by side: length, fee, dates, seats and who may join.`}
      >
        Compare courses
      </PageTitle>
      {isFull ? (
        <Notice role="status">You are already comparing three courses. Remove one to add another.</Notice>
      ) : null}
      {offered.length < ids.length ? (
        <Notice
          action={
            <Link
              {...toPage(comparePath(isFull && address.add ? [...offered, address.add] : offered))}
              resetScroll={false}
              className="touch screen-only"
            >
              Remove from the comparison
            </Link>
          }
        >
          {ids.length - offered.length === 1
            ? 'A course in this comparison is no longer offered.'
            : `${ids.length - offered.length} courses in this comparison are no longer offered.`}
        </Notice>
      ) : null}
      {failed.length > 0 ? (
        <LoadFailed
          message="Some courses could not be loaded."
          onRetry={() => failed.forEach((one) => void one.refetch())}
          isRetrying={failed.some(({ isFetching }) => isFetching)}
        />
      ) : null}
      {loading > 0 ? <CompareSkeleton columns={loading} /> : null}
      {courses.length > 0 ? <SavedAsOf at={Math.min(...loadTimes)} /> : null}
      {courses.length > 0 ? (
        <div ref={tableRef} tabIndex={-1} className="no-outline">
          <CompareTable courses={courses} ids={ids} replacement={isFull ? address.add : null} today={today} />
        </div>
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
      {ids.length < maxCompared ? <AddCourse ids={ids} onAdd={(id) => openComparison({ ids: [...ids, id] })} /> : null}
    </Page>
  );
}
