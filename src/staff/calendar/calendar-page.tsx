import { Button, Group, NativeSelect, SegmentedControl, Skeleton, Text, Title } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { useMemo, useState } from 'react';
import { AcademyCalendar } from '../../../contract/academy-calendar.ts';
import type { CalendarBatch } from '../../../contract/staff/batches.ts';
import { mayDo } from '../../../contract/staff/permissions.ts';
import { academyDay, formatDays } from '../../lib/format/format.ts';
import { monthNames } from '../../lib/format/month-names.ts';
import { Icon } from '../../ui/icons.tsx';
import { ErrorState } from '../../ui/messages/error-state.tsx';
import { StaffPage } from '../frame/staff-page.tsx';
import { ListStates } from '../lists/list-states.tsx';
import { useListKeys, usePageKeys } from '../lists/page-keys.ts';
import { calendarQueries } from './calendar.queries.ts';
import { type CalendarSearch, calendarRoute } from './calendar-feature.ts';
import { CalendarGrid } from './calendar-grid.tsx';
import { type CalendarView, shownDays, stepDay } from './calendar-layout.ts';
import { CalendarList } from './calendar-list.tsx';
import { MoveDialog, type MovedDay } from './move-dialog.tsx';

const monthName = (day: string) => `${monthNames[Number(day.slice(5, 7)) - 1]} ${day.slice(0, 4)}`;

function Filter({ search, onFilter }: { search: CalendarSearch; onFilter: (search: CalendarSearch) => void }) {
  const { data } = useQuery(calendarQueries.options());
  const all = { value: '', label: 'All' };
  return (
    <Group gap="sm" grow>
      <NativeSelect
        label="Course"
        value={String(search.course ?? '')}
        data={[all, ...(data?.courses ?? []).map(({ id, course_name }) => ({ value: String(id), label: course_name }))]}
        onChange={({ currentTarget: { value } }) => onFilter({ ...search, course: value ? Number(value) : undefined })}
      />
      <NativeSelect
        label="Venue"
        value={search.venue ?? ''}
        data={[all, ...(data?.venues ?? []).map(({ id, address }) => ({ value: id, label: address }))]}
        onChange={({ currentTarget: { value } }) => onFilter({ ...search, venue: value || undefined })}
      />
      <NativeSelect
        label="Instructor"
        value={search.instructor ?? ''}
        data={[all, ...(data?.instructors ?? []).map(({ id, name }) => ({ value: id, label: name }))]}
        onChange={({ currentTarget: { value } }) => onFilter({ ...search, instructor: value || undefined })}
      />
    </Group>
  );
}

type BarProps = { view: CalendarView; day: string; isPhone: boolean; onOpen: (next: CalendarSearch) => void };

/**
 * The bar above the calendar, in which staff choose the days to show and the view. A phone shows a month or a week as a
 * list anyway, so the bar does not offer the List view there.
 */
function RangeBar({ view, day, isPhone, onOpen }: BarProps) {
  const { from, to } = shownDays(view, day);
  const unit = view === 'week' ? 'week' : 'month';
  const views = [
    { value: 'month', label: 'Month' },
    { value: 'week', label: 'Week' },
  ];
  return (
    <Group justify="space-between" gap="sm">
      <Group gap="sm">
        <Button
          variant="outline"
          aria-label={`Previous ${unit}`}
          onClick={() => onOpen({ day: stepDay(view, day, -1) })}
        >
          <Icon name="chevronLeft" size={18} />
        </Button>
        <Button variant="outline" aria-label={`Next ${unit}`} onClick={() => onOpen({ day: stepDay(view, day, 1) })}>
          <Icon name="chevronRight" size={18} />
        </Button>
        <Button variant="outline" onClick={() => onOpen({ day: undefined })}>
          Today
        </Button>
        <Title order={2} size="h3" aria-live="polite">
          {view === 'week' ? formatDays(from, to) : monthName(day)}
        </Title>
      </Group>
      <SegmentedControl
        aria-label="Show as"
        data={isPhone ? views : [...views, { value: 'list', label: 'List' }]}
        value={isPhone && view === 'list' ? 'month' : view}
        onChange={(value) => onOpen({ view: value as CalendarView })}
      />
    </Group>
  );
}

/** The batches of a month or a week, as a grid or, on phones and on request, as a list. */
export function CalendarPage() {
  const search = calendarRoute.useSearch();
  const { staff } = calendarRoute.useRouteContext();
  const navigate = useNavigate();
  const isPhone = useMediaQuery('(max-width: 47.99em)', false, { getInitialValueInEffect: false });
  const [moving, setMoving] = useState<{ batch: CalendarBatch; to: MovedDay } | null>(null);
  const day = search.day ?? academyDay();
  const view = search.view ?? 'month';
  const isGrid = !isPhone && view !== 'list';
  const range = shownDays(isPhone && view === 'month' ? 'list' : view, day);
  const { data, error, isFetching, refetch } = useQuery(calendarQueries.range(range, search));
  const { data: options } = useQuery(calendarQueries.options());
  const daysOff = useMemo(() => new AcademyCalendar(options?.days_off), [options]);
  const mayManage = mayDo(staff.role, 'batches.manage');
  const open = (next: CalendarSearch) => void navigate({ to: '/staff/calendar', search: { ...search, ...next } });
  const oneList = { hasNextPage: false, isFetchingNextPage: false, fetchNextPage: () => undefined };
  useListKeys();
  usePageKeys({
    n: () => mayManage && void navigate({ to: '/staff/calendar/new' }),
    t: () => open({ day: undefined }),
    arrowleft: () => open({ day: stepDay(view, day, -1) }),
    arrowright: () => open({ day: stepDay(view, day, 1) }),
  });
  return (
    <StaffPage
      title="Calendar"
      actions={
        mayManage ? (
          <>
            <Button variant="outline" renderRoot={(props) => <Link to="/staff/calendar/days-off" {...props} />}>
              Days off
            </Button>
            <Button
              leftSection={<Icon name="plus" size={16} />}
              renderRoot={(props) => <Link to="/staff/calendar/new" {...props} />}
            >
              New batches
            </Button>
          </>
        ) : null
      }
    >
      <RangeBar {...{ view, day, isPhone }} onOpen={open} />
      <Filter search={search} onFilter={open} />
      {isGrid && error ? (
        <ErrorState message="The batches could not be loaded." onRetry={() => void refetch()} isRetrying={isFetching} />
      ) : null}
      {isGrid && !data && !error ? (
        <Skeleton height="30rem" role="status" aria-label="The batches are loading" />
      ) : null}
      {isGrid && data ? (
        <>
          {data.length === 0 ? <Text role="status">No batches. Choose other days, or a wider filter.</Text> : null}
          <CalendarGrid
            batches={data}
            view={view === 'week' ? 'week' : 'month'}
            month={day}
            today={options?.today ?? academyDay()}
            {...{ range, daysOff, mayManage }}
            onMove={(batch, to) => setMoving({ batch, to })}
          />
        </>
      ) : null}
      {isGrid ? null : (
        <ListStates
          query={{ rows: data, error, isFetching, refetch, ...oneList }}
          what="batches"
          empty={{ title: 'No batches', text: 'Choose other days, or a wider filter.' }}
        >
          {(rows) => <CalendarList batches={rows} />}
        </ListStates>
      )}
      {moving ? (
        <MoveDialog {...moving} mayListStudents={mayDo(staff.role, 'students.read')} onClose={() => setMoving(null)} />
      ) : null}
    </StaffPage>
  );
}
