import 'fake-indexeddb/auto';
import { cleanup, screen, waitFor, within } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { ApiError } from '../../../../src/lib/api.ts';
import { markOutbox } from '../../../../src/staff/unsent-marks/mark-outbox.ts';
import { staffId } from '../render-console.tsx';
import { showConsole } from '../show-console.tsx';
import { roster, type SentMarks, storeAll, student } from './roster-fixture.ts';

const day = '2030-01-02';
const earlier = { mark: 'absent' as const, marked_at: '2030-01-02T03:00:00.000Z', by: 'Rao' };
const students = [student(1, 'Asha Nair', { attendance: { [day]: earlier } }), student(2, 'Dev Menon')] as const;
const offline = () => {
  throw new ApiError('offline', 'No response from server');
};
const open = (markAttendance: (input: object) => unknown) =>
  showConsole('/staff/rosters/7', 'instructor', { getRoster: () => ({ data: roster(...students) }), markAttendance });
const radio = async (name: string, mark: string) =>
  within(await screen.findByRole('radiogroup', { name: `Attendance of ${name}` })).getByRole<HTMLInputElement>(
    'radio',
    { name: mark },
  );
const undo = () => screen.getByRole<HTMLButtonElement>('button', { name: 'Undo' });
const marksOf = (inputs: unknown[]) => (inputs as SentMarks[]).flatMap(({ body }) => body.marks);

afterEach(async () => {
  cleanup();
  await markOutbox.removeAllOf(staffId);
});

it('undoing a stored attendance mark restores the earlier mark, if any', async () => {
  const { user, inputsOf } = open(storeAll);
  await user.click(await radio('Asha Nair', 'Late'));
  await user.click(await radio('Dev Menon', 'Present'));
  await waitFor(() => expect(marksOf(inputsOf('markAttendance'))).toHaveLength(2));
  await user.click(undo());
  expect(await screen.findByText('Dev Menon, 2 Jan 2030: ‘Present’ was taken back.')).toBeTruthy();
  await waitFor(async () => expect((await radio('Dev Menon', 'Present')).checked).toBe(false));
  await waitFor(() => expect(undo().disabled).toBe(false));
  await user.click(undo());
  await waitFor(async () => expect((await radio('Asha Nair', 'Absent')).checked).toBe(true));
  await waitFor(() => expect(markOutbox.marks).toEqual([]));
  expect(undo().disabled).toBe(true);
  const [late, present, ...counter] = marksOf(inputsOf('markAttendance'));
  expect(counter).toMatchObject([
    { student_id: students[1].student_id, day, mark: null, seen_at: present?.at },
    { student_id: students[0].student_id, day, mark: 'absent', seen_at: late?.at },
  ]);
});

it('undoing an attendance mark offline removes the mark from the screen at once', async () => {
  let isOnline = false;
  const { user, inputsOf } = open((input) => (isOnline ? storeAll(input) : offline()));
  await user.click(await screen.findByRole('button', { name: 'Mark the other 1 present' }));
  await screen.findByText('1 mark waits on this device');
  await user.click(undo());
  await waitFor(async () => expect((await radio('Dev Menon', 'Present')).checked).toBe(false));
  expect(await screen.findByText('1 mark waits on this device')).toBeTruthy();
  isOnline = true;
  await user.click(screen.getByRole('button', { name: 'Send now' }));
  await waitFor(() => expect(markOutbox.marks).toEqual([]));
  expect((await radio('Dev Menon', 'Present')).checked).toBe(false);
  const [sent] = (inputsOf('markAttendance') as SentMarks[]).slice(-1);
  expect(sent?.body.marks.map(({ mark }) => mark)).toEqual(['present', null]);
});

it('if a colleague has changed an attendance mark, staff who undo their own mark can keep or remove the colleague’s mark', async () => {
  let isOurs = true;
  const theirs = { student_id: students[1].student_id, day, mark: 'excused', marked_at: '2030-01-02T06:00:00.000Z' };
  const { user, inputsOf } = open((input) => {
    if (isOurs) return storeAll(input);
    const { student_id } = theirs;
    return { data: { marks: [{ ...theirs, by: 'Ms Shah' }], refused: [{ student_id, day, reason: 'changed' }] } };
  });
  await user.click(await radio('Dev Menon', 'Present'));
  await waitFor(() => expect(inputsOf('markAttendance')).toHaveLength(1));
  isOurs = false;
  await user.click(undo());
  expect(await screen.findByText(/you took your mark back, Ms Shah marked Excused/)).toBeTruthy();
  expect(screen.getByRole('button', { name: 'Remove the mark' })).toBeTruthy();
  await user.click(screen.getByRole('button', { name: 'Keep Excused' }));
  await waitFor(() => expect(markOutbox.marks).toEqual([]));
  expect((await radio('Dev Menon', 'Excused')).checked).toBe(true);
});

it('undoing an attendance mark that the server refused deletes the mark from the device without a request', async () => {
  const { student_id } = students[1];
  const { user, inputsOf } = open(() => ({ data: { marks: [], refused: [{ student_id, day, reason: 'noSession' }] } }));
  await user.click(await radio('Dev Menon', 'Present'));
  expect(await screen.findByText(/The batch has no session on this day any more/)).toBeTruthy();
  await user.click(undo());
  await waitFor(() => expect(markOutbox.marks).toEqual([]));
  expect(inputsOf('markAttendance')).toHaveLength(1);
});

it('an attendance mark made on an earlier visit to the roster can be removed with the menu beside the student’s name', async () => {
  const { user, inputsOf } = open(storeAll);
  await user.click(await screen.findByRole('button', { name: 'More for Asha Nair' }));
  await user.click(await screen.findByText('Remove the mark of 2 Jan 2030'));
  await waitFor(async () => expect((await radio('Asha Nair', 'Absent')).checked).toBe(false));
  await waitFor(() =>
    expect(marksOf(inputsOf('markAttendance'))).toMatchObject([{ mark: null, seen_at: earlier.marked_at }]),
  );
});

it('staff resolve a conflict with a colleague’s attendance mark by marking the student again', async () => {
  let isFirst = true;
  const theirs = { student_id: students[1].student_id, day, mark: 'excused', marked_at: '2030-01-02T06:00:00.000Z' };
  const { user } = open((input) => {
    if (!isFirst) return storeAll(input);
    isFirst = false;
    const { student_id } = theirs;
    return { data: { marks: [{ ...theirs, by: 'Ms Shah' }], refused: [{ student_id, day, reason: 'changed' }] } };
  });
  await user.click(await radio('Dev Menon', 'Present'));
  await screen.findByText(/you marked Present, Ms Shah marked Excused/);
  await user.click(await radio('Dev Menon', 'Late'));
  await waitFor(() => expect(markOutbox.marks).toEqual([]));
  expect(screen.queryByText(/Ms Shah/)).toBeNull();
});

it('undoing attendance marks changes no mark of a student who has received a certificate meanwhile', async () => {
  const certificate = { number: 'LFC-2030-000001', issued_at: '2030-01-03T06:00:00.000Z' };
  let isIssued = false;
  const { client, user, inputsOf } = showConsole('/staff/rosters/7', 'instructor', {
    getRoster: () => ({ data: roster(students[0], isIssued ? { ...students[1], certificate } : students[1]) }),
    markAttendance: storeAll,
  });
  await user.click(await radio('Asha Nair', 'Late'));
  await user.click(await radio('Dev Menon', 'Present'));
  await waitFor(() => expect(marksOf(inputsOf('markAttendance'))).toHaveLength(2));
  isIssued = true;
  await client.invalidateQueries();
  await screen.findByText(certificate.number);
  await user.click(undo());
  expect(await screen.findByText('Asha Nair, 2 Jan 2030: ‘Late’ was taken back.')).toBeTruthy();
  await waitFor(() => expect(marksOf(inputsOf('markAttendance'))).toHaveLength(3));
  expect(marksOf(inputsOf('markAttendance'))[2]).toMatchObject({ student_id: students[0].student_id, mark: 'absent' });
  expect(undo().disabled).toBe(true);
});

it('undoing an attendance mark shows no message “was taken back” if the server refuses to remove the mark', async () => {
  const { student_id } = students[1];
  let isIssued = false;
  const { user, inputsOf } = open((input) =>
    isIssued ? { data: { marks: [], refused: [{ student_id, day, reason: 'certificate' }] } } : storeAll(input),
  );
  await user.click(await radio('Dev Menon', 'Present'));
  await waitFor(() => expect(inputsOf('markAttendance')).toHaveLength(1));
  isIssued = true;
  await user.click(undo());
  expect(await screen.findByText(/The student has a certificate/)).toBeTruthy();
  expect(screen.queryByText(/was taken back/)).toBeNull();
});
