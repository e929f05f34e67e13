import { Anchor, Checkbox, Group, Table, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { counted } from '../../../contract/counted.ts';
import { addDays } from '../../../contract/days.ts';
import type { RosterSummary } from '../../../contract/staff/rosters.ts';
import { academyDay, formatDays } from '../../lib/format/format.ts';
import { Notice } from '../../ui/messages/notice.tsx';
import { StaffPage } from '../frame/staff-page.tsx';
import { ListStates } from '../lists/list-states.tsx';
import { SearchField } from '../lists/search-field.tsx';
import { rosterQueries } from './roster.queries.ts';
import { rostersRoute } from './rosters-feature.ts';
import { useWaitingMarks } from './use-marking.ts';
import { RefusedNotice } from './waiting-notice.tsx';

/**
 * Links to the rosters that the staff member may see: current batches first, then upcoming and past ones. Most batches
 * have no students yet, so they are shown only on request.
 */
export function RostersPage() {
  const { staff } = rostersRoute.useRouteContext();
  const { q = '', students } = rostersRoute.useSearch();
  const navigate = useNavigate();
  const { marks, retry, drop } = useWaitingMarks(staff.id);
  const today = academyDay();
  const list = useQuery(rosterQueries.list({ from: addDays(today, -30), until: addDays(today, 60) }));
  const isOfCourse = ({ course_name }: RosterSummary) => course_name.toLowerCase().includes(q.toLowerCase());
  const found = list.data?.batches.filter(isOfCourse);
  // Show all rosters, also those without students, if the list has only the saved ones: it is short then.
  const isShown = (row: RosterSummary) => row.students > 0 || students === 'any' || list.data?.isSaved;
  const hidden = found?.filter((row) => !isShown(row)).length ?? 0;
  const show = (filter: { q?: string | undefined; students?: 'any' | undefined }) =>
    navigate({ to: '/staff/rosters', search: { q: q || undefined, students, ...filter }, replace: true });
  const query = {
    ...list,
    rows: found?.filter(isShown),
    hasNextPage: false,
    isFetchingNextPage: false,
    fetchNextPage: () => {},
  };
  const groups = (rows: readonly RosterSummary[]) => [
    { title: 'Today', batches: rows.filter((row) => row.start_date <= today && today <= row.end_date) },
    { title: 'In the next 60 days', batches: rows.filter((row) => row.start_date > today) },
    { title: 'Ended in the last 30 days', batches: rows.filter((row) => row.end_date < today).toReversed() },
  ];
  return (
    <StaffPage title="Rosters">
      {list.data?.isSaved ? (
        <Notice tone="waiting" role="status" title="Saved rosters">
          The server cannot be reached. These rosters are saved on this device and can be marked.
        </Notice>
      ) : null}
      <RefusedNotice marks={marks} onRetry={retry} onDrop={drop} />
      <Group>
        <SearchField label="Course" initial={q} onSearch={(text) => show({ q: text || undefined })} />
        {list.data?.isSaved ? null : (
          <Checkbox
            label="Only with students"
            checked={students !== 'any'}
            onChange={({ currentTarget: { checked } }) => show({ students: checked ? undefined : 'any' })}
          />
        )}
      </Group>
      {hidden > 0 ? (
        <Text c="dimmed" role="status">
          {counted(hidden, 'batch without students is', 'batches without students are')} not shown.
        </Text>
      ) : null}
      <ListStates query={query} what="rosters" empty={emptyText({ q, hidden })}>
        {(rows) =>
          groups(rows).map(({ title, batches }) =>
            batches.length > 0 ? (
              <section key={title} aria-label={title}>
                <Title order={2} size="h4" mb="xs">
                  {title}
                </Title>
                <RosterTable batches={batches} />
              </section>
            ) : null,
          )
        }
      </ListStates>
    </StaffPage>
  );
}

function emptyText({ q, hidden }: { q: string; hidden: number }): { title: string; text?: string } {
  if (hidden > 0) return { title: q ? 'No batch of this course has students yet' : 'No batch has students yet' };
  if (q) return { title: 'No course matches', text: 'Type a part of the name of a course.' };
  return {
    title: 'No batches from the last 30 to the next 60 days',
    text: 'Instructors see the batches that the calendar assigns to them.',
  };
}

function RosterTable({ batches }: { batches: RosterSummary[] }) {
  return (
    <Table>
      <Table.Thead>
        <Table.Tr>
          <Table.Th>Course</Table.Th>
          <Table.Th w={{ sm: '17rem' }}>Dates</Table.Th>
          <Table.Th w={{ sm: '7rem' }} ta="right">
            Students
          </Table.Th>
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {batches.map(({ batch_id, course_name, start_date, end_date, venue, instructor, students }) => (
          <Table.Tr key={batch_id}>
            <Table.Td>
              <Anchor
                renderRoot={(props) => (
                  <Link to="/staff/rosters/$batchId" params={{ batchId: String(batch_id) }} {...props} />
                )}
                fw={600}
              >
                {course_name}
              </Anchor>
              <Text size="sm" c="dimmed">
                {[venue, instructor].filter(Boolean).join(' · ')}
              </Text>
            </Table.Td>
            <Table.Td>{formatDays(start_date, end_date)}</Table.Td>
            <Table.Td ta="right">{students}</Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  );
}
