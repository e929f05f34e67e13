import 'fake-indexeddb/auto';
import { cleanup, screen, waitFor, within } from '@testing-library/react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { markAttendance } from '../../../../contract/staff/rosters.ts';
import { ApiError } from '../../../../src/lib/api.ts';
import { withLock } from '../../../../src/offline/with-lock.ts';
import { savedRosters } from '../../../../src/staff/saved/saved-rosters.ts';
import { markOutbox } from '../../../../src/staff/unsent-marks/mark-outbox.ts';
import type { WaitingMark } from '../../../../src/staff/unsent-marks/waiting-mark.ts';
import { refusedCall } from '../../../support/refused-call.ts';
import { staffId } from '../render-console.tsx';
import { showConsole } from '../show-console.tsx';
import { roster, type SentMarks, storeAll, student } from './roster-fixture.ts';

const students = [student(1, 'Asha Nair'), student(2, 'Dev Menon')] as const;
const offline = () => {
  throw new ApiError('offline', 'No response from server');
};
const open = (answer: (input: object) => unknown) =>
  showConsole('/staff/rosters/7', 'instructor', {
    getRoster: () => ({ data: roster(...students) }),
    markAttendance: answer,
    signOutStaff: () => ({}),
  });
const controlOf = async (name: string) =>
  within(await screen.findByRole('radiogroup', { name: `Attendance of ${name}` }));
const isChecked = async (name: string, mark: string) =>
  (await controlOf(name)).getByRole<HTMLInputElement>('radio', { name: mark }).checked;

afterEach(async () => {
  vi.useRealTimers();
  cleanup();
  await markOutbox.removeAllOf(staffId);
});

describe('attendance without a connection', () => {
  it('an attendance mark made offline is sent once when the roster is opened again online', async () => {
    const { user } = open(offline);
    await user.click((await controlOf('Asha Nair')).getByRole('radio', { name: 'Late' }));
    expect(await screen.findByText('1 mark waits on this device')).toBeTruthy();
    expect(await isChecked('Asha Nair', 'Late')).toBe(true);
    const [waiting] = markOutbox.marks;
    cleanup();

    const second = open(storeAll);
    await waitFor(() => expect(markOutbox.marks).toEqual([]));
    const sent = second.inputsOf('markAttendance') as SentMarks[];
    expect(sent.map(({ body }) => body.marks.map(({ id, mark }) => [id, mark]))).toEqual([[[waiting?.id, 'late']]]);
    expect(screen.queryByText('1 mark waits on this device')).toBeNull();
  });

  it('an attendance mark made offline is sent when any page of the console is opened online, and added to the saved roster', async () => {
    const { user } = open(offline);
    await user.click((await controlOf('Asha Nair')).getByRole('radio', { name: 'Late' }));
    expect(await screen.findByText('1 mark waits on this device')).toBeTruthy();
    cleanup();

    const { inputsOf } = showConsole('/staff/account', 'registrar', { markAttendance: storeAll });
    await waitFor(() => expect(markOutbox.marks).toEqual([]));
    expect(inputsOf('markAttendance')).toHaveLength(1);
    const readMark = async () => (await savedRosters.read(7))?.roster.roster[0]?.attendance['2030-01-02']?.mark;
    await waitFor(async () => expect(await readMark()).toBe('late'));
  });

  it('of two attendance marks made offline, the later one counts even if the device’s clock was set back between them', async () => {
    vi.useFakeTimers({ toFake: ['Date'], now: Date.parse('2030-01-02T10:00:00Z') });
    const { user } = open(offline);
    await user.click((await controlOf('Asha Nair')).getByRole('radio', { name: 'Late' }));
    await screen.findByText('1 mark waits on this device');
    vi.setSystemTime(Date.parse('2030-01-02T09:00:00Z'));
    await user.click((await controlOf('Asha Nair')).getByRole('radio', { name: 'Absent' }));
    await waitFor(() => expect(markOutbox.marks).toHaveLength(2));
    expect(await isChecked('Asha Nair', 'Absent')).toBe(true);
    cleanup();

    const second = open(storeAll);
    await waitFor(() => expect(markOutbox.marks).toEqual([]));
    const sent = second.inputsOf('markAttendance') as SentMarks[];
    expect(sent.map(({ body }) => body.marks.map(({ mark }) => mark))).toEqual([['late', 'absent']]);
  });

  it('attendance marks whose call got no response are sent again with the same ids', async () => {
    let attempts = 0;
    const { user, inputsOf } = open((input) => {
      attempts += 1;
      return attempts === 1 ? offline() : storeAll(input);
    });
    await user.click(await screen.findByRole('button', { name: 'Mark the other 2 present' }));
    await user.click(await screen.findByRole('button', { name: 'Send now' }));
    await waitFor(() => expect(markOutbox.marks).toEqual([]));
    const [first, again] = inputsOf('markAttendance') as SentMarks[];
    expect(again).toEqual(first);
  });

  it('after a response with Retry-After, new attendance marks wait until staff press “Send now”', async () => {
    let isBusy = true;
    const { user, inputsOf } = open((input) => {
      if (isBusy) throw new ApiError('broken', 'The response could not be read.', 503, { retryAfterMs: 60_000 });
      return storeAll(input);
    });
    await user.click((await controlOf('Asha Nair')).getByRole('radio', { name: 'Late' }));
    await screen.findByText('1 mark waits on this device');
    await waitFor(() => expect(inputsOf('markAttendance')).toHaveLength(1));
    isBusy = false;
    await user.click((await controlOf('Dev Menon')).getByRole('radio', { name: 'Late' }));
    await screen.findByText('2 marks wait on this device');
    expect(inputsOf('markAttendance')).toHaveLength(1);
    await user.click(screen.getByRole('button', { name: 'Send now' }));
    await waitFor(() => expect(markOutbox.marks).toEqual([]));
    expect(inputsOf('markAttendance')).toHaveLength(2);
  });

  it('attendance marks made while a call is running wait if the response to the call has a Retry-After header', async () => {
    const busy = new ApiError('broken', 'The response could not be read.', 503, { retryAfterMs: 60_000 });
    let answer: ((error: ApiError) => void) | null = null;
    const { user, inputsOf } = open((input) => {
      if (answer) return storeAll(input);
      return new Promise((_, reject) => {
        answer = reject;
      });
    });
    await user.click((await controlOf('Asha Nair')).getByRole('radio', { name: 'Late' }));
    await waitFor(() => expect(inputsOf('markAttendance')).toHaveLength(1));
    await user.click((await controlOf('Dev Menon')).getByRole('radio', { name: 'Late' }));
    await waitFor(() => expect(markOutbox.marks).toHaveLength(2));
    (answer as ((error: ApiError) => void) | null)?.(busy);
    // The delivery of the second mark has waited for the first one.
    await withLock('landfall-staff-marks', async () => {});
    expect(inputsOf('markAttendance')).toHaveLength(1);
    await user.click(await screen.findByRole('button', { name: 'Send now' }));
    await waitFor(() => expect(markOutbox.marks).toEqual([]));
  });

  it.each([
    ['Use Late', 2, 'late'],
    ['Keep Absent', 1, null],
  ])(
    'a conflict between two staff members’ attendance marks shows both marks and is resolved by the button “%s”',
    async (choice, calls, mark) => {
      const theirs = { ...{ student_id: students[0].student_id, day: '2030-01-02', mark: 'absent' as const } };
      const at = '2030-01-02T05:00:00.000Z';
      let isFirst = true;
      const { user, inputsOf } = open((input) => {
        if (!isFirst) return storeAll(input);
        isFirst = false;
        const { student_id, day } = theirs;
        return {
          data: {
            marks: [{ ...theirs, marked_at: at, by: 'Capt. Rao' }],
            refused: [{ student_id, day, reason: 'changed' }],
          },
        };
      });
      await user.click((await controlOf('Asha Nair')).getByRole('radio', { name: 'Late' }));
      expect(await screen.findByText(/you marked Late, Capt. Rao marked Absent/)).toBeTruthy();
      await waitFor(async () => expect(await isChecked('Asha Nair', 'Absent')).toBe(true));
      await user.click(screen.getByRole('button', { name: choice }));
      await waitFor(() => expect(markOutbox.marks).toEqual([]));
      const sent = inputsOf('markAttendance') as SentMarks[];
      expect(sent).toHaveLength(calls);
      if (mark) expect(sent[1]?.body.marks).toMatchObject([{ mark, seen_at: at }]);
    },
  );

  it.each([
    ['Use Late', 2],
    ['Leave unmarked', 1],
  ])(
    'a conflict with an attendance mark that a colleague has removed is shown and resolved by the button “%s”',
    async (choice, calls) => {
      const removed_at = '2030-01-02T05:00:00.000Z';
      let isFirst = true;
      const { user, inputsOf } = open((input) => {
        if (!isFirst) return storeAll(input);
        isFirst = false;
        const { student_id } = students[0];
        return { data: { marks: [], refused: [{ student_id, day: '2030-01-02', reason: 'changed', removed_at }] } };
      });
      await user.click((await controlOf('Asha Nair')).getByRole('radio', { name: 'Late' }));
      expect(await screen.findByText(/you marked Late, somebody else has removed the mark/)).toBeTruthy();
      await user.click(screen.getByRole('button', { name: choice }));
      await waitFor(() => expect(markOutbox.marks).toEqual([]));
      const sent = inputsOf('markAttendance') as SentMarks[];
      expect(sent).toHaveLength(calls);
      if (sent[1]) expect(sent[1].body.marks).toMatchObject([{ mark: 'late', seen_at: removed_at }]);
      await waitFor(async () => expect(await isChecked('Asha Nair', 'Late')).toBe(calls === 2));
    },
  );

  const waitingMark = (id: number, more: Partial<WaitingMark> = {}): WaitingMark => ({
    ...{ id: crypto.randomUUID(), staffId, batchId: 7, course: 'Fire Prevention', day: '2030-01-02', mark: 'late' },
    ...{ studentId: student(id, '').student_id, name: id === 1 ? 'Asha Nair' : 'Dev Menon' },
    ...{ at: `2030-01-02T05:00:0${id}.000Z`, seenAt: null, state: 'waiting', theirs: null, reason: null },
    ...more,
  });

  it.each([
    [403, 'FORBIDDEN', /^Radar, Asha Nair, 2 Jan 2030, Late: Your role no longer allows marking/],
    [404, 'NOT_FOUND', /^Radar, Asha Nair, 2 Jan 2030, Late: This batch is gone or no longer yours/],
    [400, 'INVALID_REQUEST', /^Radar, Asha Nair, 2 Jan 2030, Late: The server did not accept this mark/],
  ] as const)(
    'attendance marks that the server refuses with %s are sent again only when staff press “Try again”',
    async (status, code, text) => {
      await markOutbox.add([waitingMark(1, { batchId: 6, course: 'Radar' }), waitingMark(2)]);
      let isRefused = true;
      const { user, inputsOf } = open((input) => {
        const { params } = input as { params: { id: number } };
        if (params.id === 6 && isRefused) throw refusedCall(markAttendance, code, { message: `No: ${status}` });
        return storeAll(input);
      });
      expect(await screen.findByText(text)).toBeTruthy();
      await waitFor(() => expect(markOutbox.marks).toMatchObject([{ batchId: 6, state: 'refused' }]));
      dispatchEvent(new Event('online'));
      isRefused = false;
      await user.click(screen.getByRole('button', { name: 'Try again' }));
      await waitFor(() => expect(markOutbox.marks).toEqual([]));
      expect(inputsOf('markAttendance')).toHaveLength(3);
      expect(screen.queryByText(text)).toBeNull();
    },
  );

  it('an invalid attendance mark is refused on its own, while the other marks of the same course batch are stored', async () => {
    const wrong = waitingMark(1);
    await markOutbox.add([wrong, waitingMark(2)]);
    const { inputsOf } = open((input) => {
      if ((input as SentMarks).body.marks.some(({ id }) => id === wrong.id))
        throw refusedCall(markAttendance, 'INVALID_REQUEST');
      return storeAll(input);
    });
    expect(await screen.findByText(/^Asha Nair, 2 Jan 2030, Late: The server did not accept this mark/)).toBeTruthy();
    await waitFor(() => expect(markOutbox.marks).toMatchObject([{ id: wrong.id, state: 'refused' }]));
    const stored = (inputsOf('markAttendance') as SentMarks[]).filter(({ body }) =>
      body.marks.every(({ id }) => id !== wrong.id),
    );
    expect(stored.map(({ body }) => body.marks)).toMatchObject([
      [{ student_id: students[1].student_id, mark: 'late' }],
    ]);
  });

  it('in the list of rosters, staff see refused attendance marks and can remove these marks', async () => {
    await markOutbox.add([waitingMark(1, { course: 'Radar', state: 'refused', reason: 'This batch is gone.' })]);
    const { user } = showConsole('/staff/rosters', 'instructor', { listRosters: () => ({ data: [] }) });
    expect(await screen.findByText('Radar, Asha Nair, 2 Jan 2030, Late: This batch is gone.')).toBeTruthy();
    await user.click(screen.getByRole('button', { name: 'Remove' }));
    await waitFor(() => expect(markOutbox.marks).toEqual([]));
  });

  it('attendance marks of one course batch are sent even if the server fails for the marks of another batch', async () => {
    await markOutbox.add([waitingMark(1, { batchId: 6, course: 'Radar' }), waitingMark(2)]);
    open((input) => {
      if ((input as { params: { id: number } }).params.id === 6) throw new ApiError('broken', 'Unreadable', 500);
      return storeAll(input);
    });
    await waitFor(() => expect(markOutbox.marks).toMatchObject([{ batchId: 6, state: 'waiting' }]));
  });

  it('signing out with unsent attendance marks on the device asks for confirmation before the marks are deleted', async () => {
    const { user, inputsOf } = open(offline);
    await user.click((await controlOf('Asha Nair')).getByRole('radio', { name: 'Late' }));
    await screen.findByText('1 mark waits on this device');
    const signOut = async () => {
      await user.click(screen.getByRole('button', { name: 'Ravi Pillai' }));
      await user.click(await screen.findByText('Sign out'));
      return within(await screen.findByRole('dialog', { name: 'Sign out and lose marks?' }));
    };
    await user.click((await signOut()).getByRole('button', { name: 'Stay signed in' }));
    expect(markOutbox.marks).toHaveLength(1);
    expect(inputsOf('signOutStaff')).toEqual([]);
    await user.click((await signOut()).getByRole('button', { name: 'Sign out' }));
    await waitFor(() => expect(inputsOf('signOutStaff')).toHaveLength(1));
    await waitFor(() => expect(markOutbox.marks).toEqual([]));
  });

  it('unsent attendance marks of another staff member stay on the device and are neither shown nor sent', async () => {
    open(offline);
    await controlOf('Asha Nair');
    const other = {
      ...{ staffId: crypto.randomUUID(), batchId: 7, studentId: students[0].student_id, name: 'Asha Nair' },
      course: 'Fire Prevention',
    };
    const made = { id: crypto.randomUUID(), day: '2030-01-02', mark: 'late' as const, at: '2030-01-02T05:00:00.000Z' };
    await markOutbox.add([{ ...other, ...made, seenAt: null, state: 'waiting', theirs: null, reason: null }]);
    cleanup();
    const { inputsOf } = open(storeAll);
    expect(await isChecked('Asha Nair', 'Late')).toBe(false);
    await waitFor(() => expect(markOutbox.marks).toHaveLength(1));
    expect(inputsOf('markAttendance')).toEqual([]);
    await markOutbox.removeAllOf(other.staffId);
  });
});
