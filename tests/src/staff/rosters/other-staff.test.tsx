import 'fake-indexeddb/auto';
import { cleanup, screen, waitFor, within } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import type { SignedInStaff } from '../../../../contract/staff/staff-account.ts';
import { type Api, ApiError } from '../../../../src/lib/api.ts';
import { savedRosters } from '../../../../src/staff/saved/saved-rosters.ts';
import { authenticationGate } from '../../../../src/staff/session/authentication-gate.ts';
import { staffSessionQuery } from '../../../../src/staff/session/session.queries.ts';
import { createStaffApi } from '../../../../src/staff/session/staff-api.ts';
import { markOutbox } from '../../../../src/staff/unsent-marks/mark-outbox.ts';
import { failureBody } from '../../../support/answers.ts';
import { signedInStaff } from '../render-console.tsx';
import { showConsole } from '../show-console.tsx';
import { roster, type SentMarks, storeAll, student } from './roster-fixture.ts';

const ravi = signedInStaff('instructor');
const meera: SignedInStaff = { ...ravi, id: '0b1c2d3e-4f50-4a6b-8c7d-9e8f7a6b5c4d', name: 'Meera Das' };

/** Throws the server's refusal of a call without a session. */
function refuse(): never {
  const failure = failureBody(401, 'UNAUTHORIZED_REQUEST', 'Please sign in.');
  throw new ApiError('refused', failure.message, 401, { failure });
}

/** The staff member who is signed in on the tablet. */
type Session = { staff: SignedInStaff | null };

/**
 * Opens the roster. `next`: the staff member who signs in when the session-expired dialog is shown. `answers`: responses
 * that replace the usual ones, by the name of the call. None of them succeeds without a session.
 */
function openRoster(
  session: Session,
  next: SignedInStaff = ravi,
  answers: Parameters<typeof showConsole>[2] = {},
): ReturnType<typeof showConsole> {
  const signedIn = Object.entries(answers).map(([name, answer]): [string, typeof answer] => [
    name,
    (input, options) => (session.staff ? answer(input, options) : refuse()),
  ]);
  return showConsole('/staff/rosters/7', 'instructor', {
    getStaffSession: () => (session.staff ? { data: session.staff } : refuse()),
    getRoster: () => ({ data: roster(student(1, 'Asha Nair')) }),
    markAttendance: (input) => (session.staff?.id === (input as SentMarks).body.staff_id ? storeAll(input) : refuse()),
    signInStaff: () => ({ data: { has_totp: true, has_passkey: false } }),
    checkStaffCode() {
      session.staff = next;
      return { data: next };
    },
    ...Object.fromEntries(signedIn),
  });
}
type User = ReturnType<typeof showConsole>['user'];

async function lateButton(): Promise<HTMLElement> {
  const attendance = within(await screen.findByRole('radiogroup', { name: 'Attendance of Asha Nair' }));
  return attendance.getByRole('radio', { name: 'Late' });
}

/** Marks a student after the session of the page has ended, so that the session-expired dialog opens. */
async function markSignedOut(user: User, session: Session): Promise<void> {
  const late = await lateButton();
  session.staff = null;
  await user.click(late);
}

async function signInInDialog(user: User): Promise<void> {
  const dialog = within(await screen.findByRole('dialog', { name: 'Your session has ended' }));
  await user.type(dialog.getByLabelText('Email address'), 'staff@example.com');
  await user.type(dialog.getByLabelText('Password'), 'Quarterdeck#2026');
  await user.click(dialog.getByRole('button', { name: 'Sign in' }));
  await user.type(await dialog.findByLabelText('Code from your authenticator app'), '123456{Enter}');
}

const marks = (inputs: unknown[]) => (inputs as SentMarks[]).flatMap(({ body }) => body.marks.map(({ id }) => id));

afterEach(async () => {
  authenticationGate.refuse();
  cleanup();
  await markOutbox.removeAllOf(ravi.id);
  await savedRosters.clear();
});

it('unsent attendance marks are sent after the same staff member has signed in again in the session-expired dialog', async () => {
  const session: Session = { staff: ravi };
  const { user, inputsOf } = openRoster(session);
  await markSignedOut(user, session);
  await waitFor(() => expect(markOutbox.marks).toHaveLength(1));
  const [waiting] = markOutbox.marks;
  await signInInDialog(user);
  await waitFor(() => expect(markOutbox.marks).toEqual([]));
  expect(marks(inputsOf('markAttendance'))).toEqual([waiting?.id, waiting?.id]);
});

it('while one tab shows the session-expired dialog, another tab can send the unsent attendance marks', async () => {
  const session: Session = { staff: ravi };
  const { user } = openRoster(session);
  await markSignedOut(user, session);
  await screen.findByRole('dialog', { name: 'Your session has ended' });
  expect(markOutbox.marks).toHaveLength(1);
  const otherTab = createStaffApi({ call: async (_: unknown, input: object) => storeAll(input) } as unknown as Api);
  void markOutbox.deliver(otherTab, ravi.id);
  await waitFor(() => expect(markOutbox.marks).toEqual([]));
  expect(screen.getByRole('dialog', { name: 'Your session has ended' })).toBeTruthy();
});

it('a roster stays open when the same person signs in again in the session-expired dialog', async () => {
  const session: Session = { staff: ravi };
  const { user, router } = openRoster(session);
  await lateButton();
  const day = screen.getByLabelText<HTMLSelectElement>('Session');
  await user.selectOptions(day, '2030-01-01');
  // The query client drops the staff member after some minutes, because no component uses the query.
  router.options.context.client.removeQueries({ queryKey: staffSessionQuery.queryKey });
  await markSignedOut(user, session);
  await signInInDialog(user);
  await waitFor(() => expect(markOutbox.marks).toEqual([]));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  await waitFor(async () => expect(await savedRosters.read(7)).not.toBeNull());
  expect(day.isConnected).toBe(true);
  expect(day.value).toBe('2030-01-01');
});

it('unsent attendance marks wait for the staff member who made them, even if a colleague signs in first', async () => {
  const reload = vi.fn();
  vi.stubGlobal('location', { ...window.location, reload });
  const session: Session = { staff: ravi };
  const first = openRoster(session, meera);
  await lateButton();
  // The query client drops the staff member after some minutes, because no component uses the query.
  first.router.options.context.client.removeQueries({ queryKey: staffSessionQuery.queryKey });
  await markSignedOut(first.user, session);
  await signInInDialog(first.user);
  await waitFor(() => expect(reload).toHaveBeenCalledOnce());
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(first.inputsOf('markAttendance')).toHaveLength(1);
  expect(markOutbox.marks).toMatchObject([{ staffId: ravi.id, state: 'waiting' }]);

  // What the page shows after the reload.
  cleanup();
  const second = openRoster(session);
  expect(await screen.findByRole('button', { name: 'Meera Das' })).toBeTruthy();
  dispatchEvent(new Event('online'));
  await second.user.click(await lateButton());
  await waitFor(() => expect(second.inputsOf('markAttendance')).toHaveLength(1));
  await waitFor(() => expect(markOutbox.marks).toHaveLength(1));
  const sent = second.inputsOf('markAttendance');
  expect(sent).toMatchObject([{ body: { staff_id: meera.id, marks: [{ mark: 'late' }] } }]);
  const [waiting] = markOutbox.marks;
  expect(waiting).toMatchObject({ staffId: ravi.id, state: 'waiting' });
  expect(marks(sent)).not.toContain(waiting?.id);
  cleanup();

  session.staff = ravi;
  const third = openRoster(session);
  await waitFor(() => expect(markOutbox.marks).toEqual([]));
  expect(marks(third.inputsOf('markAttendance'))).toEqual([waiting?.id]);
});

it('unsent attendance marks are not sent in the name of another staff member who has signed in in another tab', async () => {
  const session: Session = { staff: ravi };
  const { user, inputsOf } = openRoster(session);
  await markSignedOut(user, session);
  await screen.findByRole('dialog', { name: 'Your session has ended' });
  await user.click(screen.getByRole('button', { name: 'Close' }));
  session.staff = meera;
  dispatchEvent(new Event('online'));
  await waitFor(() => expect(inputsOf('markAttendance')).toHaveLength(2));
  expect(inputsOf('markAttendance')).toMatchObject([{ body: { staff_id: ravi.id } }, { body: { staff_id: ravi.id } }]);
  await screen.findByRole('dialog', { name: 'Your session has ended' });
  expect(markOutbox.marks).toMatchObject([{ staffId: ravi.id, state: 'waiting' }]);
});

it('rosters stored for offline use are stored again once the same person signs in again in the session-expired dialog', async () => {
  const session: Session = { staff: ravi };
  const batches = [7, 8].map((batch_id) => ({ ...roster(student(1, 'Asha Nair')), batch_id }));
  const { user } = openRoster(session, ravi, {
    listRosters: () => ({ data: batches }),
    getRoster: ({ params }) => ({ data: batches.find(({ batch_id }) => batch_id === (params as { id: number }).id) }),
  });
  await waitFor(async () => expect(await savedRosters.read(8)).not.toBeNull());
  await markSignedOut(user, session);
  await screen.findByRole('dialog', { name: 'Your session has ended' });
  expect(await savedRosters.readAll()).toEqual([]);
  await signInInDialog(user);
  await waitFor(async () => expect(await savedRosters.read(7)).not.toBeNull());
  await waitFor(async () => expect(await savedRosters.read(8)).not.toBeNull());
});

it('a roster that arrives after another staff member has signed in in another tab is not saved on the device', async () => {
  const session: Session = { staff: ravi };
  let respond = () => {};
  const response = new Promise<object>((resolve) => {
    respond = () => resolve({ data: roster(student(1, 'Asha Nair')) });
  });
  const { inputsOf } = openRoster(session, ravi, { getRoster: () => response });
  await waitFor(() => expect(inputsOf('getRoster')).toHaveLength(1));
  // The other tab stores on the device who has signed in.
  await savedRosters.begin(meera);
  respond();
  await lateButton();
  expect(await savedRosters.readAll()).toEqual([]);
});
