import 'fake-indexeddb/auto';
import { cleanup, screen, waitFor } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { ApiError } from '../../../../src/lib/api.ts';
import { academyDay } from '../../../../src/lib/format/format.ts';
import { markOutbox } from '../../../../src/staff/rosters/marks/mark-outbox.ts';
import { savedRosters } from '../../../../src/staff/saved/saved-rosters.ts';
import { signedInStaff, staffId } from '../render-console.tsx';
import { showConsole } from '../show-console.tsx';
import { roster, student } from './roster-fixture.ts';

const offline = () => {
  throw new ApiError('offline', 'No response from server');
};
const signedOut = () => {
  throw new ApiError('refused', 'Please sign in.', 401);
};
const today = academyDay();
const saved = {
  ...roster(student(1, 'Asha Nair', { remark: 'Afraid of heights', result: 'failed' }), student(2, 'Dev Menon')),
  ...{ start_date: today, end_date: today, today, sessions: [{ day: today, start_time: null, end_time: null }] },
};
const everything = { getStaffSession: offline, listRosters: offline, getRoster: offline, markAttendance: offline };

/** Signs the instructor in and saves the roster on this device, then leaves the console. */
async function saveRoster(staff = signedInStaff('instructor')): Promise<void> {
  await savedRosters.begin(staff);
  await savedRosters.save(saved);
}

afterEach(async () => {
  cleanup();
  await markOutbox.removeAllOf(staffId);
  await savedRosters.clear();
});

it('a saved roster opens without a connection and can be marked, but has no remarks and cannot be graded', async () => {
  await saveRoster();
  const { user } = showConsole('/staff/rosters/7', 'instructor', everything);
  expect(await screen.findByText('Saved roster')).toBeTruthy();
  expect(screen.queryByText('Afraid of heights')).toBeNull();
  expect(screen.queryByLabelText('Result of Asha Nair')).toBeNull();
  expect(screen.queryByRole('button', { name: 'Download' })).toBeNull();
  await user.click(screen.getByRole('button', { name: 'Mark the other 2 present' }));
  expect(await screen.findByText('2 marks wait on this device')).toBeTruthy();
});

it('without a connection the list of rosters has only the saved ones', async () => {
  await saveRoster();
  showConsole('/staff/rosters', 'instructor', everything);
  expect(await screen.findByText('Saved rosters')).toBeTruthy();
  expect(screen.getByRole('link', { name: 'Fire Prevention' })).toBeTruthy();
});

it('a saved roster is replaced by the server’s when the connection is back', async () => {
  await saveRoster();
  let isOnline = false;
  const { user } = showConsole('/staff/rosters/7', 'instructor', {
    ...everything,
    getRoster: () => (isOnline ? { data: saved } : offline()),
  });
  await screen.findByText('Saved roster');
  isOnline = true;
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await screen.findByText('Afraid of heights')).toBeTruthy();
  expect(screen.queryByText('Saved roster')).toBeNull();
});

it('an instructor’s rosters of the next days are saved while another page is open', async () => {
  const { inputsOf } = showConsole('/staff/account', 'instructor', {
    listRosters: () => ({ data: [saved] }),
    getRoster: () => ({ data: saved }),
  });
  await waitFor(async () => expect((await savedRosters.read(7))?.roster.course_name).toBe('Fire Prevention'));
  expect(inputsOf('getRoster')).toEqual([{ params: { id: 7 } }]);
});

it('saved rosters cannot be read after the latest end of the session, and are deleted', async () => {
  await saveRoster();
  await savedRosters.begin({ ...signedInStaff('instructor'), expires_at: new Date(Date.now() - 1).toISOString() });
  showConsole('/staff/rosters/7', 'instructor', everything);
  expect(await screen.findByText(/The server is not responding, or you are offline/)).toBeTruthy();
  await savedRosters.begin(signedInStaff('instructor'));
  expect(await savedRosters.readAll()).toEqual([]);
});

it('saved rosters are deleted when the server says that the session has ended', async () => {
  await saveRoster();
  showConsole('/staff/rosters/7', 'instructor', { getStaffSession: signedOut });
  expect(await screen.findByLabelText('Email address')).toBeTruthy();
  await savedRosters.begin(signedInStaff('instructor'));
  expect(await savedRosters.readAll()).toEqual([]);
});

it('saved rosters are deleted when somebody else signs in', async () => {
  await saveRoster();
  await savedRosters.begin({ ...signedInStaff('instructor'), id: crypto.randomUUID() });
  expect(await savedRosters.readAll()).toEqual([]);
});

it('a saved roster is deleted when the instructor may no longer see it', async () => {
  await saveRoster();
  showConsole('/staff/rosters/7', 'instructor', {
    getRoster() {
      throw new ApiError('refused', 'Not found.', 404);
    },
  });
  await waitFor(async () => expect(await savedRosters.readAll()).toEqual([]));
});

it('an auditor’s device saves no rosters', async () => {
  showConsole('/staff/rosters/7', 'auditor', { getRoster: () => ({ data: saved }) });
  expect(await screen.findByText('Asha Nair')).toBeTruthy();
  expect([await savedRosters.readStaff(), await savedRosters.readAll()]).toEqual([null, []]);
});
