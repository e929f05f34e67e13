import { Box, Button, Checkbox, Fieldset, Group, Stack, Text, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { counted } from '../../../contract/counted.ts';
import { type MovedStudent, namedStudents } from '../../../contract/staff/batch-changes.ts';
import { ErrorState } from '../../ui/messages/error-state.tsx';
import { KnownLink } from '../frame/known-link.tsx';
import { calendarQueries } from './calendar.queries.ts';

/** Minimum number of students for which the list has a search field. */
const searchedFrom = 10;

/** The students whom a move affects, and which of them will be notified. At first all are; staff can untick some. */
export function useMovedStudents(batchId: number, mayList: boolean) {
  const { data, isError, isFetching, refetch } = useQuery({
    ...calendarQueries.movedStudents(batchId),
    enabled: mayList,
  });
  const [leftOut, setLeftOut] = useState<ReadonlySet<string>>(new Set());
  const [isMissing, setMissing] = useState(false);
  const students = data ?? [];
  const chosen = students.filter(({ order_id }) => !leftOut.has(order_id));
  return {
    students,
    chosen,
    isLoaded: !mayList || (data !== undefined && !isFetching && !isError),
    failure: isError ? { retry: () => void refetch(), isRetrying: isFetching } : null,
    error: isMissing && chosen.length === 0 ? 'Choose a student, or above that nobody is notified' : null,
    isChosen: ({ order_id }: MovedStudent) => !leftOut.has(order_id),
    choose(some: readonly MovedStudent[], isChosen: boolean) {
      const ids = some.map(({ order_id }) => order_id);
      setLeftOut(new Set(isChosen ? [...leftOut].filter((one) => !ids.includes(one)) : [...leftOut, ...ids]));
    },
    /** Whether at least one student is chosen, or there is nobody to choose. If not, the list shows an error. */
    check(): boolean {
      const isGiven = students.length === 0 || chosen.length > 0;
      setMissing(!isGiven);
      return isGiven;
    },
    readAgain: () => void (mayList && refetch()),
  };
}

type Moved = ReturnType<typeof useMovedStudents>;

const remarksOn = ({ email, is_paying }: MovedStudent) =>
  [email ?? 'no email address', ...(is_paying ? ['still paying'] : [])].join(', ');

/** The list of affected students, in which staff tick those who will be notified. */
function StudentPicker({ moved }: { moved: Moved }) {
  const { students, chosen, error } = moved;
  const [text, setText] = useState('');
  const wanted = text.trim().toLowerCase();
  const found = students.filter(({ name, email, order_id }) =>
    [name, email ?? '', order_id].some((one) => one.toLowerCase().includes(wanted)),
  );
  if (students.length === 0) return null;
  const which = wanted ? 'those found' : '';
  return (
    <Fieldset legend="Who is notified">
      <Stack gap="xs">
        {students.length >= searchedFrom ? (
          <TextInput
            type="search"
            label="Find a student"
            value={text}
            onChange={({ currentTarget: { value } }) => setText(value)}
            // Ignore Enter, which would submit the form and so move the batch.
            onKeyDown={(event) => event.key === 'Enter' && event.preventDefault()}
          />
        ) : null}
        <Group gap="xs" justify="space-between">
          <Text size="sm" role="status">
            {chosen.length} of {counted(students.length, 'student')} chosen
          </Text>
          <Group gap={0}>
            <Button size="compact-sm" variant="subtle" onClick={() => moved.choose(found, true)}>
              Select {which || 'all'}
            </Button>
            <Button size="compact-sm" variant="subtle" onClick={() => moved.choose(found, false)}>
              {which ? `Leave out ${which}` : 'Select none'}
            </Button>
          </Group>
        </Group>
        <Box mah="16rem" style={{ overflowY: 'auto' }}>
          <Stack gap="xs">
            {found.map((student) => (
              <Checkbox
                key={student.order_id}
                label={student.name}
                description={remarksOn(student)}
                classNames={{ body: 'anywhere' }}
                checked={moved.isChosen(student)}
                onChange={({ currentTarget }) => moved.choose([student], currentTarget.checked)}
              />
            ))}
            {found.length === 0 ? <Text size="sm">No student matches.</Text> : null}
          </Stack>
        </Box>
        {error ? (
          <Text size="sm" c="red" role="alert">
            {error}
          </Text>
        ) : null}
      </Stack>
    </Fieldset>
  );
}

/** The names of the first few affected students, and a link to the roster. Shown if staff chose to notify nobody. */
function StudentNames({ batchId, students }: { batchId: number; students: readonly MovedStudent[] }) {
  const more = students.length - namedStudents;
  if (students.length === 0) return null;
  return (
    <Stack component="ul" gap={2} m={0} pl="md" aria-label="Students who are not notified">
      {students.slice(0, namedStudents).map((student) => (
        <Text component="li" size="sm" key={student.order_id} className="anywhere">
          {student.name}, {remarksOn(student)}
        </Text>
      ))}
      {more > 0 ? (
        <Text component="li" size="sm">
          and {more} more:{' '}
          <KnownLink to={`/staff/rosters/${batchId}`} opensTab>
            the roster lists all who are booked
          </KnownLink>
        </Text>
      ) : null}
    </Stack>
  );
}

type MovedStudentsProps = { batchId: number; moved: Moved; isNotified: boolean };

/**
 * The students whom a move affects: a list in which staff choose who is notified, or only names if nobody is notified.
 */
export function MovedStudents({ batchId, moved, isNotified }: MovedStudentsProps) {
  const { failure, students } = moved;
  if (failure)
    return (
      <ErrorState message="The students could not be loaded." onRetry={failure.retry} isRetrying={failure.isRetrying} />
    );
  return isNotified ? <StudentPicker moved={moved} /> : <StudentNames batchId={batchId} students={students} />;
}

type MoveEmailsProps = { moved: Moved; subject: string; hasLink: boolean };

/**
 * Says how many emails a move will send, and how many students staff must inform because they get none: they have no
 * email address, or were not chosen.
 */
export function MoveEmails({ moved: { students, chosen }, subject, hasLink }: MoveEmailsProps) {
  const paying = chosen.filter(({ email, is_paying }) => email !== null && is_paying).length;
  const emails = chosen.filter(({ email, is_paying }) => email !== null && !is_paying).length;
  const unreachable = chosen.filter(({ email }) => email === null).length;
  const leftOut = students.length - chosen.length;
  if (students.length === 0) return null;
  return (
    <>
      <p>
        {counted(emails, 'email')}: “{subject}”.
        {hasLink
          ? ' A link in it lets the student accept the new dates, or take another batch or a refund, for up to 7 days. After that, the seat stays booked on the new dates.'
          : ''}
      </p>
      {paying > 0 ? (
        <p>{counted(paying, 'student')} paying now: the email follows when the payment has succeeded.</p>
      ) : null}
      {unreachable > 0 ? <p>{unreachable} without an email address: please call them.</p> : null}
      {leftOut > 0 ? (
        <p>{counted(leftOut, 'student')} not chosen: tell them yourself. The links of an earlier move end for all.</p>
      ) : null}
    </>
  );
}
