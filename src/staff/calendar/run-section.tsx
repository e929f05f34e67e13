import { Anchor, Button, Group, Progress, Skeleton, Table, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { counted } from '../../../contract/counted.ts';
import type { BatchRun, RunItemState } from '../../../contract/staff/batch-changes.ts';
import { formatInstant } from '../../lib/format/format.ts';
import { KnownLink } from '../frame/known-link.tsx';
import { Section } from '../frame/section.tsx';
import { Fact, Facts } from '../lists/facts.tsx';
import { ListStates } from '../lists/list-states.tsx';
import { calendarQueries } from './calendar.queries.ts';

const stateTexts: Record<RunItemState, string> = {
  queued: 'Email not written yet',
  waiting: 'Has not chosen yet',
  notified: 'Notified, nothing to choose',
  accepted: 'Accepted the new dates',
  transferred: 'Took another batch',
  refunded: 'Refunded',
  released: 'Cancelled or moved by the office',
  replaced: 'Part of a later move or cancellation',
  office: 'The office must settle it',
};

type RunStudentsProps = Pick<BatchRun, 'id' | 'by_state'>;

function RunStudents({ id, by_state }: RunStudentsProps) {
  const { data, error, isFetching, refetch } = useQuery(calendarQueries.runStudents(id, by_state));
  const oneList = { hasNextPage: false, isFetchingNextPage: false, fetchNextPage: () => undefined };
  return (
    <ListStates
      query={{ rows: data, error, isFetching, refetch, ...oneList }}
      what="students"
      empty={{ title: 'No students' }}
    >
      {(students) => (
        <>
          <Table.ScrollContainer minWidth={640}>
            <Table>
              <Table.Thead>
                <Table.Tr>
                  <Table.Th>Student</Table.Th>
                  <Table.Th>Contact</Table.Th>
                  <Table.Th>Choice</Table.Th>
                  <Table.Th>Order</Table.Th>
                </Table.Tr>
              </Table.Thead>
              <Table.Tbody>
                {students.map(({ order_id, student_id, name, email, mobile, state, problem }) => (
                  <Table.Tr key={order_id}>
                    <Table.Td className="anywhere">
                      <KnownLink to={`/staff/students/${student_id}`}>{name}</KnownLink>
                    </Table.Td>
                    <Table.Td className="anywhere">
                      {email ?? 'no email address'}
                      {mobile ? (
                        <>
                          <br />
                          <Anchor underline="always" href={`tel:${mobile}`}>
                            {mobile}
                          </Anchor>
                        </>
                      ) : null}
                    </Table.Td>
                    <Table.Td>
                      {stateTexts[state]}
                      {problem ? <Text size="sm">{problem}</Text> : null}
                    </Table.Td>
                    <Table.Td>
                      <KnownLink to={`/staff/orders/${order_id}`}>{order_id}</KnownLink>
                    </Table.Td>
                  </Table.Tr>
                ))}
              </Table.Tbody>
            </Table>
          </Table.ScrollContainer>
          <Group>
            <Button variant="outline" loading={isFetching} onClick={() => void refetch()}>
              Refresh
            </Button>
          </Group>
        </>
      )}
    </ListStates>
  );
}

/**
 * The progress of the emails about a moved or cancelled batch and of its students' choices. On demand, it lists the
 * students with their choices.
 */
export function RunSection({ id, mayListStudents }: { id: number; mayListStudents: boolean }) {
  const { data: run } = useQuery(calendarQueries.run(id));
  const [isListed, setListed] = useState(false);
  if (!run) return <Skeleton height="4rem" />;
  const { by_state: states, total, emails, without_email, left_out, choose_until } = run;
  const written = total - states.queued;
  return (
    <Section title={run.kind === 'cancel' ? 'Cancellation' : 'Move'}>
      <Text role="status">
        {written} of {counted(total, 'student')} processed. Emails: {emails.sent} delivered, {emails.failed} failed.
        {without_email > 0 ? ` Without an email address, please call: ${without_email}.` : ''}
        {left_out > 0 ? ` Not notified, as staff chose: ${left_out}.` : ''}
      </Text>
      <Progress value={total === 0 ? 100 : (written / total) * 100} aria-hidden />
      <Facts>
        <Fact name="Waiting for a choice">{states.waiting}</Fact>
        {run.kind === 'cancel' ? null : <Fact name="Accepted the new dates">{states.accepted}</Fact>}
        <Fact name="Another batch">{states.transferred}</Fact>
        <Fact name="Refunded">{states.refunded}</Fact>
        <Fact name="To be settled by the office">{states.office}</Fact>
        <Fact name="Choices until">{formatInstant(choose_until)}</Fact>
      </Facts>
      {isListed ? <RunStudents key={id} id={id} by_state={states} /> : null}
      {mayListStudents && !isListed ? (
        <Group gap="sm">
          <Button variant="outline" onClick={() => setListed(true)}>
            Show the students
          </Button>
          <Text size="sm" c="dimmed">
            The audit log stores that you have seen the list.
          </Text>
        </Group>
      ) : null}
    </Section>
  );
}
