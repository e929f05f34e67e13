import { Button, Group, Stack, Table, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { mayDo } from '../../../contract/staff/permissions.ts';
import type { ListedWaitingEntry, OfferObstacle } from '../../../contract/staff/staff-waiting-lists.ts';
import type { WaitingEndReason } from '../../../contract/waiting-lists.ts';
import { formatDays, formatInstant } from '../../lib/format/format.ts';
import { KnownLink } from '../frame/known-link.tsx';
import { StaffPage } from '../frame/staff-page.tsx';
import { ListStates } from '../lists/list-states.tsx';
import { WaitingChangeDialog } from './waiting-change-dialog.tsx';
import { type WaitingChange, waitingListQueries } from './waiting-list.queries.ts';
import { waitingListRoute } from './waiting-lists-feature.ts';

const endTexts: Record<WaitingEndReason, string> = {
  booked: 'Ended: booked',
  left: 'Ended: left the list',
  missed: 'Ended: missed the deadline',
  removed: 'Ended: removed by staff',
  closed: 'Ended: batch closed',
  started: 'Ended: batch started',
  cancelled: 'Ended: batch cancelled',
};

function stateText({ state, place, is_ordered, offer_until, end_reason }: ListedWaitingEntry): string {
  if (end_reason) return endTexts[end_reason];
  if (state === 'waiting') return `Place ${place}`;
  if (is_ordered) return 'On offer, payment running';
  return offer_until ? `On offer until ${formatInstant(offer_until)}` : 'Offer ends';
}

function obstacleText(obstacle: OfferObstacle, type: ListedWaitingEntry['type']): string {
  if (obstacle === 'CANNOT_BOOK') return 'No offer now: cannot be booked at present';
  return type === 'course' ? 'No offer now: no seat is free' : 'No offer now: not all seats are free';
}

type Chosen = { entry: ListedWaitingEntry; change: WaitingChange };

type EntryRowProps = { entry: ListedWaitingEntry; mayChange: boolean; onChoose: (chosen: Chosen) => void };

function EntryRow({ entry, mayChange, onChoose }: EntryRowProps) {
  const { student, type, name, batches, created_at, state, offer_obstacle } = entry;
  return (
    <Table.Tr>
      <Table.Td className="anywhere">
        <Link to="/staff/students/$id" params={{ id: student.id }}>
          {student.name}
        </Link>
        <Text size="sm" c="dimmed">
          {[student.mobile, student.email].filter(Boolean).join(' · ')}
        </Text>
      </Table.Td>
      <Table.Td>
        {stateText(entry)}
        {type === 'package' ? (
          <Text size="sm" c="dimmed" className="anywhere">
            {name}, {batches.length} batches together
          </Text>
        ) : null}
      </Table.Td>
      <Table.Td>{formatInstant(created_at)}</Table.Td>
      {mayChange ? (
        <Table.Td>
          <Group gap="xs" wrap="nowrap">
            {offer_obstacle ? (
              <Text size="sm" c="dimmed">
                {obstacleText(offer_obstacle, type)}
              </Text>
            ) : state === 'waiting' ? (
              <Button
                variant="outline"
                size="xs"
                aria-label={`Offer a seat to ${student.name}`}
                onClick={() => onChoose({ entry, change: 'offer' })}
              >
                Offer now
              </Button>
            ) : null}
            {state === 'ended' ? null : (
              <Button
                variant="subtle"
                size="xs"
                aria-label={`Remove ${student.name}`}
                onClick={() => onChoose({ entry, change: 'remove' })}
              >
                Remove
              </Button>
            )}
          </Group>
        </Table.Td>
      ) : null}
    </Table.Tr>
  );
}

const noFurtherPages = { hasNextPage: false, isFetchingNextPage: false, fetchNextPage: () => {} };

/**
 * The waiting list of one batch: first the students to whom a seat is offered, then the waiting ones in order, then the
 * ended entries.
 */
export function WaitingListPage() {
  const { batchId } = waitingListRoute.useParams();
  const { staff } = waitingListRoute.useRouteContext();
  const { data, error, isFetching, refetch } = useQuery(waitingListQueries.ofBatch(Number(batchId)));
  const [chosen, setChosen] = useState<Chosen | null>(null);
  const mayChange = mayDo(staff.role, 'waitingLists.manage');
  const query = { rows: data?.data, error, isFetching, refetch, ...noFurtherPages };
  const empty = { title: 'Nobody is waiting for this batch' };
  return (
    <StaffPage title="Waiting list">
      <Stack gap="xs">
        <Link to="/staff/waiting-lists">All waiting lists</Link>
        {data ? (
          <Text className="anywhere">
            <KnownLink to={`/staff/batches/${batchId}`}>
              {data.batch.course_name}, {formatDays(data.batch.start_date, data.batch.end_date)}
            </KnownLink>
          </Text>
        ) : null}
      </Stack>
      <ListStates query={query} what="waiting list" empty={empty}>
        {(entries) => (
          <Table.ScrollContainer minWidth={640}>
            <Table aria-label="Waiting list">
              <Table.Thead>
                <Table.Tr>
                  <Table.Th>Student</Table.Th>
                  <Table.Th>State</Table.Th>
                  <Table.Th>Joined</Table.Th>
                  {mayChange ? <Table.Th>Actions</Table.Th> : null}
                </Table.Tr>
              </Table.Thead>
              <Table.Tbody>
                {entries.map((entry) => (
                  <EntryRow key={entry.id} entry={entry} mayChange={mayChange} onChoose={setChosen} />
                ))}
              </Table.Tbody>
            </Table>
          </Table.ScrollContainer>
        )}
      </ListStates>
      {chosen ? <WaitingChangeDialog {...chosen} onClose={() => setChosen(null)} /> : null}
    </StaffPage>
  );
}
