import {
  Avatar,
  Badge,
  Group,
  NativeSelect,
  Paper,
  SegmentedControl,
  Stack,
  Table,
  Text,
  VisuallyHidden,
} from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { endpointUrl } from '../../../contract/endpoint-url.ts';
import {
  attendanceMarks,
  documentsNote,
  getRosterPhoto,
  type Roster,
  type RosterStudent,
  setResults,
} from '../../../contract/staff/rosters.ts';
import { ApiError, apiOf } from '../../lib/api.ts';
import { showToast } from '../../ui/toasts/toasts.ts';
import { failureMessage } from '../forms/form-errors.ts';
import { useIntentKey } from '../forms/intent-key.ts';
import { type Mark, markName, markNames } from '../unsent-marks/waiting-mark.ts';
import { rosterQueries } from './roster.queries.ts';
import { ResultDialog, resultOptions } from './roster-dialogs.tsx';
import { StudentMenu } from './student-menu.tsx';

type RosterTableProps = {
  roster: Roster;
  /** The day of the session whose attendance is shown. */
  day: string;
  mayMark: boolean;
  mayGrade: boolean;
  mayReadCertificates: boolean;
  mayCertify: boolean;
  /** Sets the student's mark for `day`; null removes it. */
  onMark: (student: RosterStudent, mark: Mark | null) => void;
};

/**
 * The students of a batch, with their attendance at one session and their results: as a table, or as cards on a phone.
 */
export function RosterTable(props: RosterTableProps) {
  const isWide = useMediaQuery('(min-width: 48em)') ?? true;
  if (!isWide)
    return (
      <Stack component="ul" gap="sm" p={0} m={0} aria-label="Roster" style={{ listStyle: 'none' }}>
        {props.roster.roster.map((student) => (
          <Paper key={student.student_id} component="li" withBorder p="sm">
            <Stack gap="sm">
              <Group justify="space-between" wrap="nowrap" align="start">
                <StudentCell batchId={props.roster.batch_id} student={student} />
                <StudentMenu {...props} student={student} />
              </Group>
              <AttendanceCell {...props} student={student} isFullWidth />
              <ResultCell roster={props.roster} student={student} mayGrade={props.mayGrade} />
            </Stack>
          </Paper>
        ))}
      </Stack>
    );
  return (
    <Table aria-label="Roster">
      <Table.Thead>
        <Table.Tr>
          <Table.Th>Student</Table.Th>
          <Table.Th>Attendance</Table.Th>
          <Table.Th>Result</Table.Th>
          <Table.Th>
            <VisuallyHidden>More</VisuallyHidden>
          </Table.Th>
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {props.roster.roster.map((student) => (
          <Table.Tr key={student.student_id}>
            <Table.Td>
              <StudentCell batchId={props.roster.batch_id} student={student} />
            </Table.Td>
            <Table.Td>
              <AttendanceCell {...props} student={student} />
            </Table.Td>
            <Table.Td>
              <ResultCell roster={props.roster} student={student} mayGrade={props.mayGrade} />
            </Table.Td>
            <Table.Td>
              <StudentMenu {...props} student={student} />
            </Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  );
}

type AttendanceCellProps = RosterTableProps & { student: RosterStudent; isFullWidth?: boolean };

function AttendanceCell({ student, day, mayMark, onMark, isFullWidth = false }: AttendanceCellProps) {
  // A valid certificate relies on the attendance, so the attendance cannot be changed as long as the student has one.
  if (!mayMark || student.certificate) return <Text>{markName(student.attendance[day]?.mark ?? null)}</Text>;
  return (
    <SegmentedControl
      aria-label={`Attendance of ${student.name}`}
      fullWidth={isFullWidth}
      value={student.attendance[day]?.mark ?? ''}
      onChange={(mark) => onMark(student, mark as Mark)}
      data={attendanceMarks.map((mark) => ({ value: mark, label: markNames[mark] }))}
    />
  );
}

function StudentCell({ batchId, student }: { batchId: number; student: RosterStudent }) {
  const { student_id, name, mobile, indos_number, documents, has_photo } = student;
  const note = documentsNote(documents);
  const photo = has_photo ? endpointUrl(getRosterPhoto, { params: { id: batchId, student: student_id } }) : null;
  return (
    <Group gap="sm" wrap="nowrap" align="start">
      {/* Shows the initials if there is no photo or it cannot be loaded. The name is beside it. */}
      <Avatar src={photo} name={name} size="lg" alt="" imageProps={{ loading: 'lazy' }} aria-hidden />
      <Stack gap={2}>
        <Text fw={600} className="anywhere">
          {name}
        </Text>
        <Text size="sm" c="dimmed">
          {mobile ? <a href={`tel:${mobile}`}>{mobile}</a> : 'no phone'}
          {indos_number ? ` · ${indos_number}` : ''}
        </Text>
        {note === null ? null : (
          <Text size="sm" className="anywhere">
            {note}
          </Text>
        )}
      </Stack>
    </Group>
  );
}

type ResultCellProps = { roster: Roster; student: RosterStudent; mayGrade: boolean };

function ResultCell({ roster, student, mayGrade }: ResultCellProps) {
  const { student_id, name, result, remark, certificate } = student;
  const client = useQueryClient();
  const [isRemoving, setIsRemoving] = useState(false);
  const { keyOf, renew } = useIntentKey();
  const id = roster.batch_id;
  const { queryKey } = rosterQueries.one(id);
  const grading = useMutation({
    mutationFn(next: RosterStudent['result']) {
      // Removing a result also deletes the remark. So the request contains the remark that was shown, and the server
      // refuses it if the remark has changed since. Setting a result keeps the remark.
      const seen = next === null ? { result, remark } : { result };
      const body = { results: [{ student_id, result: next, seen }] };
      return apiOf(client).call(setResults, { params: { id }, body }, { key: keyOf(JSON.stringify(body)) });
    },
    onSuccess: renew,
    onError(error) {
      const isRefused = error instanceof ApiError && error.failure !== null;
      const message = isRefused ? failureMessage(error) : 'The result was not saved. Please try again.';
      showToast({ message, tone: 'error' });
      if (!isRefused) return;
      renew();
      void client.invalidateQueries({ queryKey });
    },
    meta: { awaits: [queryKey] },
  });
  function choose(next: RosterStudent['result']) {
    if (next === null && remark) setIsRemoving(true);
    else grading.mutate(next);
  }
  const note = remark ? (
    <Text size="sm" c="dimmed" className="anywhere">
      {remark}
    </Text>
  ) : null;
  if (certificate)
    return (
      <Stack gap={2} align="start">
        <Badge color="green" variant="light">
          {result === 'passed' ? 'Passed' : 'Certificate'}
        </Badge>
        <Text size="sm" className="anywhere">
          {certificate.number}
        </Text>
        {note}
      </Stack>
    );
  if (!mayGrade)
    return (
      <>
        <Text>{result === null ? 'No result' : result === 'passed' ? 'Passed' : 'Failed'}</Text>
        {note}
      </>
    );
  return (
    <Stack gap={4}>
      <NativeSelect
        aria-label={`Result of ${name}`}
        miw="8.5rem"
        disabled={grading.isPending}
        value={result ?? ''}
        onChange={(event) => choose((event.currentTarget.value || null) as RosterStudent['result'])}
        data={resultOptions}
      />
      {note}
      {isRemoving ? (
        <ResultDialog {...{ roster, student }} initialResult={null} onClose={() => setIsRemoving(false)} />
      ) : null}
    </Stack>
  );
}
