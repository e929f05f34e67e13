import { Checkbox, List, NativeSelect, Stack, Text, Textarea } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { counted } from '../../../contract/counted.ts';
import {
  issueCertificates,
  type Roster,
  type RosterStudent,
  revokeCertificate,
  sendJoiningEmails,
  setResults,
} from '../../../contract/staff/rosters.ts';
import { apiOf } from '../../lib/api.ts';
import { isRefusal } from '../../lib/refusals.ts';
import { ActionDialog } from '../forms/action-dialog.tsx';
import { rosterQueries } from './roster.queries.ts';

type DialogProps = { roster: Roster; students: readonly RosterStudent[]; onClose: () => void };

const idsOf = (students: readonly RosterStudent[]) => students.map(({ student_id }) => student_id);
const invalidates = ({ batch_id }: Roster) => [rosterQueries.one(batch_id).queryKey];

const lacks = { result: 'has not passed', attendance: 'has not attended enough' };

/**
 * Issues certificates, after showing who gets one. Of several students, staff can leave some out. If a student has not
 * passed or has not attended enough, staff must give a reason. If the server finds more such students when the form is
 * sent, it issues no certificate, and the dialog shows these students.
 */
export function IssueDialog({ roster, students, onClose }: DialogProps) {
  const api = apiOf(useQueryClient());
  const [incomplete, setIncomplete] = useState<ReadonlyMap<string, 'result' | 'attendance'>>(new Map());
  const form = useForm({
    initialValues: { chosen: idsOf(students), reason: '' },
    validate: {
      chosen: (chosen) => (chosen.length === 0 ? 'Tick at least one student' : null),
      reason: (reason, { chosen }) =>
        chosen.some((id) => incomplete.has(id)) && reason.trim().length < 3 ? 'Say why, in a few words' : null,
    },
  });
  const { chosen } = form.values;
  const labelOf = ({ student_id, name }: RosterStudent) => {
    const lack = incomplete.get(student_id);
    return lack ? `${name} ${lacks[lack]}` : name;
  };
  const send = async ({ reason }: { reason: string }, key: string) => {
    const seen = Array.from(incomplete, ([student_id, lack]) => ({ student_id, lacks: lack })).filter(
      ({ student_id }) => chosen.includes(student_id),
    );
    const body = { students: chosen, ...(seen.length > 0 ? { reason, incomplete: seen } : {}) };
    try {
      await api.call(issueCertificates, { params: { id: roster.batch_id }, body }, { key });
    } catch (error) {
      if (isRefusal(error, issueCertificates, 'NOT_COMPLETED'))
        setIncomplete(new Map(error.data.students.map((one) => [one.student_id, one.lacks])));
      throw error;
    }
  };
  return (
    <ActionDialog
      title={`Issue ${counted(chosen.length, 'certificate')}`}
      submit="Issue"
      done="The certificates are issued."
      {...{ form, send, onClose, invalidates: invalidates(roster) }}
    >
      <Text>
        These students find the certificate in My Courses. Those with an email address also get an email. A certificate
        can be revoked, not deleted. Attendance and result cannot change while it is valid.
      </Text>
      {students.length > 1 ? (
        <Checkbox.Group label="Students who get one" {...form.getInputProps('chosen')}>
          <Stack gap="xs" mt="xs">
            {students.map((student) => (
              <Checkbox key={student.student_id} value={student.student_id} label={labelOf(student)} />
            ))}
          </Stack>
        </Checkbox.Group>
      ) : (
        <List>
          {students.map((student) => (
            <List.Item key={student.student_id}>{labelOf(student)}</List.Item>
          ))}
        </List>
      )}
      {chosen.some((id) => incomplete.has(id)) ? (
        <Textarea
          label="Reason"
          description="The audit log stores it."
          maxLength={500}
          {...form.getInputProps('reason')}
        />
      ) : null}
    </ActionDialog>
  );
}

type ResultDialogProps = Omit<DialogProps, 'students'> & {
  student: RosterStudent;
  /** The result that the form shows at first. If missing, it is the student's current result. */
  initialResult?: RosterStudent['result'];
};

/** Sets the result and the remark of one student. */
export function ResultDialog({ roster, student, onClose, initialResult = student.result }: ResultDialogProps) {
  const client = useQueryClient();
  /**
   * The result and remark that the staff member has seen, as the roster showed them or as a colleague has saved them
   * meanwhile.
   */
  const [seen, setSeen] = useState({ result: student.result, remark: student.remark });
  const form = useForm({ initialValues: { result: initialResult ?? '', remark: student.remark } });
  const isRemoving = form.values.result === '' && seen.remark !== '';
  const send = async ({ result, remark }: { result: string; remark: string }, key: string) => {
    const stored = (result || null) as RosterStudent['result'];
    const results = [{ student_id: student.student_id, result: stored, remark: stored === null ? '' : remark, seen }];
    try {
      await apiOf(client).call(setResults, { params: { id: roster.batch_id }, body: { results } }, { key });
    } catch (error) {
      if (isRefusal(error, setResults, 'RESULT_CHANGED')) {
        setSeen(error.data);
        if (!form.isDirty('remark')) form.setFieldValue('remark', error.data.remark);
        for (const queryKey of invalidates(roster)) void client.invalidateQueries({ queryKey });
      }
      throw error;
    }
  };
  return (
    <ActionDialog
      title={`Result of ${student.name}`}
      submit={isRemoving ? 'Remove result and remark' : 'Save'}
      isDangerous={isRemoving}
      done={isRemoving ? 'The result and its remark are removed.' : 'The result is saved.'}
      {...{ form, send, onClose, invalidates: invalidates(roster) }}
    >
      <NativeSelect label="Result" data={resultOptions} {...form.getInputProps('result')} />
      {isRemoving ? (
        <Text className="anywhere">Without a result, this remark is deleted: ‘{seen.remark}’</Text>
      ) : (
        <Textarea
          label="Remark"
          description="Only staff see it."
          maxLength={500}
          autosize
          minRows={2}
          disabled={form.values.result === ''}
          {...form.getInputProps('remark')}
        />
      )}
    </ActionDialog>
  );
}

export const resultOptions = [
  { value: '', label: 'No result' },
  { value: 'passed', label: 'Passed' },
  { value: 'failed', label: 'Failed' },
];

type RevokeDialogProps = Omit<DialogProps, 'students'> & { student: RosterStudent; number: string };

/** Revokes a certificate permanently, with a reason. */
export function RevokeDialog({ roster, student, number, onClose }: RevokeDialogProps) {
  const api = apiOf(useQueryClient());
  const form = useForm({
    initialValues: { reason: '' },
    validate: { reason: (reason) => (reason.trim().length < 3 ? 'Say why, in a few words' : null) },
  });
  const send = (body: { reason: string }, key: string) =>
    api.call(revokeCertificate, { params: { number }, body }, { key });
  return (
    <ActionDialog
      title="Revoke certificate"
      submit="Revoke"
      isDangerous
      done="The certificate is revoked."
      {...{ form, send, onClose, invalidates: invalidates(roster) }}
    >
      <Text className="anywhere">
        Certificate {number} of {student.name} becomes invalid for good. Whoever checks it sees that it was revoked. A
        student with an email address gets an email that says so. You can issue a new one with another number.
      </Text>
      <Textarea
        label="Reason"
        description="For the audit log. The student does not see it."
        maxLength={500}
        data-autofocus
        {...form.getInputProps('reason')}
      />
    </ActionDialog>
  );
}

/** Whether a batch has begun: its first day is over, or attendance is marked already. */
export const hasBegun = ({ roster, start_date, today }: Roster) =>
  today > start_date || roster.some(({ attendance }) => Object.keys(attendance).length > 0);

/** Sends the email with the joining instructions to students again. */
export function JoiningDialog({ roster, students, onClose }: DialogProps) {
  const api = apiOf(useQueryClient());
  const form = useForm({ initialValues: {} });
  const send = (_: object, key: string) =>
    api.call(sendJoiningEmails, { params: { id: roster.batch_id }, body: { students: idsOf(students) } }, { key });
  const [first] = students;
  return (
    <ActionDialog
      title="Send joining instructions"
      submit="Send"
      done="The joining instructions are on their way."
      {...{ form, send, onClose, invalidates: [] }}
    >
      <Text className="anywhere">
        {students.length === 1 ? first?.name : `All ${students.length} students`}: an email says when and where to
        report, what to wear and what to bring. Students without an email address get none.
      </Text>
    </ActionDialog>
  );
}
