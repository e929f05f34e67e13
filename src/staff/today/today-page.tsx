import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { formatDay } from '../../lib/format/format.ts';
import { ErrorState } from '../../ui/messages/error-state.tsx';
import { Notice } from '../../ui/messages/notice.tsx';
import { Skeleton, SkeletonGroup } from '../../ui/messages/skeleton.tsx';
import { StaffPage } from '../frame/staff-page.tsx';
import { AttentionList } from './attention-list.tsx';
import { BookingsSection } from './bookings-section.tsx';
import { HoldsSection } from './holds-section.tsx';
import { SeatsSection } from './seats-section.tsx';
import { TeachingSection } from './teaching-section.tsx';
import { todayQuery, todayRoute } from './today-feature.ts';

/**
 * The start page of the console: what needs attention, an instructor's own sessions, bookings, revenue, and the seats
 * of upcoming batches.
 */
export function TodayPage() {
  const { staff } = todayRoute.useRouteContext();
  const today = useQuery(todayQuery);
  const { data } = today;
  const isEmpty = data && !data.teaching && !data.days && !data.batches && data.attention.length === 0;
  return (
    <StaffPage
      title={data ? `Today, ${formatDay(data.day)}` : 'Today'}
      actions={
        <Button variant="subtle" loading={today.isRefetching} onClick={() => void today.refetch()}>
          Refresh
        </Button>
      }
    >
      {today.isPending ? (
        <SkeletonGroup label="Loading today" className="stack gap-3">
          <Skeleton height="6rem" />
          <Skeleton height="16rem" />
        </SkeletonGroup>
      ) : null}
      {today.isError ? (
        <ErrorState
          message="Today could not be loaded."
          onRetry={() => void today.refetch()}
          isRetrying={today.isRefetching}
        />
      ) : null}
      {isEmpty ? <Notice title={`Welcome, ${staff.name}`}>Your pages are in the menu.</Notice> : null}
      {data && data.attention.length > 0 ? <AttentionList attention={data.attention} /> : null}
      {data?.many_holds?.length ? <HoldsSection batches={data.many_holds} /> : null}
      {data?.teaching ? <TeachingSection day={data.day} teaching={data.teaching} /> : null}
      {data?.days ? <BookingsSection days={data.days} /> : null}
      {data?.batches ? <SeatsSection batches={data.batches} /> : null}
    </StaffPage>
  );
}
