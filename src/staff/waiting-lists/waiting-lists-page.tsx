import { Table } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { formatDays } from '../../lib/format/format.ts';
import { StaffPage } from '../frame/staff-page.tsx';
import { ListStates } from '../lists/list-states.tsx';
import { waitingListQueries } from './waiting-list.queries.ts';

const noFurtherPages = { hasNextPage: false, isFetchingNextPage: false, fetchNextPage: () => {} };

/** The batches that have a waiting list, sorted by their first day. */
export function WaitingListsPage() {
  const { data: rows, error, isFetching, refetch } = useQuery(waitingListQueries.lists());
  const query = { rows, error, isFetching, refetch, ...noFurtherPages };
  const empty = {
    title: 'Nobody is waiting for a batch',
    text: 'Students join the waiting list of a full batch on the site.',
  };
  return (
    <StaffPage title="Waiting lists">
      <ListStates query={query} what="waiting lists" empty={empty}>
        {(lists) => (
          <Table.ScrollContainer minWidth={520}>
            <Table aria-label="Waiting lists">
              <Table.Thead>
                <Table.Tr>
                  <Table.Th>Course</Table.Th>
                  <Table.Th>Dates</Table.Th>
                  <Table.Th ta="right">Waiting</Table.Th>
                  <Table.Th ta="right">On offer</Table.Th>
                  <Table.Th ta="right">Free</Table.Th>
                </Table.Tr>
              </Table.Thead>
              <Table.Tbody>
                {lists.map(({ batch_id, course_name, start_date, end_date, waiting, offered, free }) => (
                  <Table.Tr key={batch_id}>
                    <Table.Td>
                      <Link to="/staff/waiting-lists/$batchId" params={{ batchId: String(batch_id) }}>
                        {course_name}
                      </Link>
                    </Table.Td>
                    <Table.Td>{formatDays(start_date, end_date)}</Table.Td>
                    <Table.Td ta="right">{waiting}</Table.Td>
                    <Table.Td ta="right">{offered}</Table.Td>
                    <Table.Td ta="right">{free}</Table.Td>
                  </Table.Tr>
                ))}
              </Table.Tbody>
            </Table>
          </Table.ScrollContainer>
        )}
      </ListStates>
    </StaffPage>
  );
}
