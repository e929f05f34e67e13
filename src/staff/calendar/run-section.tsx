import { Anchor, Button, Group, Progress, Skeleton, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { counted } from '../../../contract/counted.ts';
import type { BatchRun, RunItemState, RunStudent } from '../../../contract/staff/batch-changes.ts';
import { formatInstant } from '../../lib/format/format.ts';
import { ErrorState } from '../../ui/messages/error-state.tsx';
import { KnownLink } from '../frame/known-link.tsx';
import { Section } from '../frame/section.tsx';
import { Fact, Facts } from '../lists/facts.tsx';
import { ListStates } from '../lists/list-states.tsx';
import lists from '../lists/lists.module.css';
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
          <ul className={lists.list} aria-label="Students and their choices">
            {students.map((student) => (
              <RunStudentRow key={student.order_id} student={student} />
            ))}
          </ul>
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

/** One student with the choice beside the name or, where there is no room, below it. */
function RunStudentRow({ student }: { student: RunStudent }) {
  const { order_id, student_id, name, email, mobile, state, problem } = student;
  return (
    <li className={lists.row}>
      <Group justify="space-between" gap="xs">
        <Text span className="anywhere">
          <KnownLink to={`/staff/students/${student_id}`}>{name}</KnownLink>
        </Text>
        <Text span fw={600}>
          {stateTexts[state]}
        </Text>
      </Group>
      {problem ? (
        <Text size="sm" className="anywhere">
          {problem}
        </Text>
      ) : null}
      <Group gap="xs">
        <Text span size="sm" className="anywhere">
          {email ?? 'no email address'}
        </Text>
        {mobile ? (
          <Anchor underline="always" size="sm" href={`tel:${mobile}`}>
            {mobile}
          </Anchor>
        ) : null}
        <Text span size="sm">
          <KnownLink to={`/staff/orders/${order_id}`}>{order_id}</KnownLink>
        </Text>
      </Group>
    </li>
  );
}

/**
 * The progress of the emails about a moved or cancelled batch and of its students' choices. On demand, it lists the
 * students with their choices.
 */
export function RunSection({ id, mayListStudents }: { id: number; mayListStudents: boolean }) {
  const { data: run, isError, isFetching, refetch } = useQuery(calendarQueries.run(id));
  const [isListed, setListed] = useState(false);
  if (!run && isError)
    return (
      <ErrorState message="The progress could not be loaded." onRetry={() => void refetch()} isRetrying={isFetching} />
    );
  if (!run) return <Skeleton height="4rem" role="status" aria-label="The progress is loading" />;
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
