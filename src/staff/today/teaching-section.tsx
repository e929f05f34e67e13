import { Anchor, Table, Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { type Teaching, teachingWindow } from '../../../contract/staff/today.ts';
import { formatDay } from '../../lib/format/format.ts';
import { EmptyState } from '../../ui/messages/empty-state.tsx';
import { Section } from '../frame/section.tsx';

const allRosters = (
  <Anchor underline="always" renderRoot={(props) => <Link to="/staff/rosters" {...props} />}>
    All your rosters
  </Anchor>
);

function Empty({ isConnected }: { isConnected: boolean }) {
  if (isConnected)
    return <EmptyState title={`You have no sessions in the next ${teachingWindow} days.`} action={allRosters} />;
  return (
    <EmptyState title="Your account is not connected with an instructor of the calendar.">
      Ask an administrator to connect it. Then the sessions of your batches appear here.
    </EmptyState>
  );
}

/**
 * The sessions of batches that the instructor teaches today and on the next days, with links to the rosters. `day`:
 * today's date.
 */
export function TeachingSection({ day: today, teaching }: { day: string; teaching: Teaching }) {
  const { is_connected, sessions } = teaching;
  return (
    <Section
      title={`Your sessions of the next ${teachingWindow} days`}
      action={sessions.length > 0 ? allRosters : undefined}
    >
      {sessions.length > 0 ? (
        <Table>
          <Table.Thead>
            <Table.Tr>
              <Table.Th w={{ base: '7.5rem', sm: '12rem' }}>When</Table.Th>
              <Table.Th>Course</Table.Th>
              <Table.Th ta="right">Students</Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {sessions.map(({ batch_id, course_name, day, start_time, end_time, venue, students }) => (
              <Table.Tr key={`${batch_id} ${day}`}>
                <Table.Td>
                  <Text fw={day === today ? 600 : undefined}>{day === today ? 'Today' : formatDay(day)}</Text>
                  {start_time ? (
                    <Text size="sm" c="dimmed">
                      {[start_time, end_time].filter(Boolean).join(' – ')}
                    </Text>
                  ) : null}
                </Table.Td>
                <Table.Td>
                  <Anchor
                    fw={600}
                    renderRoot={(props) => (
                      <Link to="/staff/rosters/$batchId" params={{ batchId: String(batch_id) }} {...props} />
                    )}
                  >
                    {course_name}
                  </Anchor>
                  {venue ? (
                    <Text size="sm" c="dimmed">
                      {venue}
                    </Text>
                  ) : null}
                </Table.Td>
                <Table.Td ta="right">{students}</Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      ) : (
        <Empty isConnected={is_connected} />
      )}
    </Section>
  );
}
