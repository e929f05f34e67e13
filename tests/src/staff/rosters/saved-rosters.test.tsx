import 'fake-indexeddb/auto';
import { cleanup, screen, waitFor } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { ApiError } from '../../../../src/lib/api.ts';
import { academyDay } from '../../../../src/lib/format/format.ts';
import { savedRosters } from '../../../../src/staff/saved/saved-rosters.ts';
import { markOutbox } from '../../../../src/staff/unsent-marks/mark-outbox.ts';
import { signedInStaff, staffId } from '../render-console.tsx';
import { showConsole } from '../show-console.tsx';
import { roster, storeAll, student } from './roster-fixture.ts';

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
  await savedRosters.save(saved, staff.id);
}

afterEach(async () => {
  cleanup();
  await markOutbox.removeAllOf(staffId);
  await savedRosters.clear();
});

it('a roster saved on the device can be used offline to mark attendance, but not to grade students', async () => {
  await saveRoster();
  const { user } = showConsole('/staff/rosters/7', 'instructor', everything);
  expect(await screen.findByText('Saved roster')).toBeTruthy();
  expect(screen.queryByText('Afraid of heights')).toBeNull();
  expect(screen.queryByLabelText('Result of Asha Nair')).toBeNull();
  expect(screen.queryByRole('button', { name: 'Download' })).toBeNull();
  await user.click(screen.getByRole('button', { name: 'Mark the other 2 present' }));
  expect(await screen.findByText('2 marks wait on this device')).toBeTruthy();
});

it('a roster saved on the device keeps its saved time when delivered attendance marks are added to it', async () => {
  await savedRosters.begin(signedInStaff('instructor'));
  const savedAt = Date.now() - 3_600_000;
  await savedRosters.save(saved, staffId, savedAt);
  const { user } = showConsole('/staff/rosters/7', 'instructor', { ...everything, markAttendance: storeAll });
  await user.click(await screen.findByRole('button', { name: 'Mark the other 2 present' }));
  await waitFor(async () =>
    expect((await savedRosters.read(7))?.roster.roster[0]?.attendance[today]).toMatchObject({ mark: 'present' }),
  );
  expect((await savedRosters.read(7))?.savedAt).toBe(savedAt);
});

it('the saved time of a roster is the time at which the server returned the roster, even after attendance marks were delivered', async () => {
  await savedRosters.begin(signedInStaff('instructor'));
  const { user } = showConsole('/staff/rosters/7', 'instructor', {
    ...{ getRoster: () => ({ data: saved }), markAttendance: storeAll },
  });
  const button = await screen.findByRole('button', { name: 'Mark the other 2 present' });
  const loadedAt = Date.now() - 3_600_000;
  await savedRosters.save(saved, staffId, loadedAt);
  await user.click(button);
  await waitFor(async () =>
    expect((await savedRosters.read(7))?.roster.roster[0]?.attendance[today]).toMatchObject({ mark: 'present' }),
  );
  expect((await savedRosters.read(7))?.savedAt).toBe(loadedAt);
});

it('the list of rosters shows the rosters saved on the device when there is no connection', async () => {
  await saveRoster();
  showConsole('/staff/rosters', 'instructor', everything);
  expect(await screen.findByText('Saved rosters')).toBeTruthy();
  expect(screen.getByRole('link', { name: 'Fire Prevention' })).toBeTruthy();
});

it('“Try again” replaces a roster saved on the device by the server’s roster once the connection is back', async () => {
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

it('an instructor’s rosters of the next days are saved on the device while another page of the staff console is open', async () => {
  const { inputsOf } = showConsole('/staff/account', 'instructor', {
    listRosters: () => ({ data: [saved] }),
    getRoster: () => ({ data: saved }),
  });
  await waitFor(async () => expect((await savedRosters.read(7))?.roster.course_name).toBe('Fire Prevention'));
  expect(inputsOf('getRoster')).toEqual([{ params: { id: 7 } }]);
});

it('rosters saved on the device are deleted after the sign-in session has expired', async () => {
  await saveRoster();
  await savedRosters.begin({ ...signedInStaff('instructor'), expires_at: new Date(Date.now() - 1).toISOString() });
  showConsole('/staff/rosters/7', 'instructor', everything);
  expect(await screen.findByText(/The server is not responding, or you are offline/)).toBeTruthy();
  await savedRosters.begin(signedInStaff('instructor'));
  expect(await savedRosters.readAll()).toEqual([]);
});

it('rosters saved on the device are deleted when the server says that the sign-in session has ended', async () => {
  await saveRoster();
  showConsole('/staff/rosters/7', 'instructor', { getStaffSession: signedOut });
  expect(await screen.findByLabelText('Email address')).toBeTruthy();
  await savedRosters.begin(signedInStaff('instructor'));
  expect(await savedRosters.readAll()).toEqual([]);
});

it('rosters saved on the device are deleted when another staff member signs in', async () => {
  await saveRoster();
  await savedRosters.begin({ ...signedInStaff('instructor'), id: crypto.randomUUID() });
  expect(await savedRosters.readAll()).toEqual([]);
});

it('a roster saved on the device is deleted when the server returns 404 for this roster', async () => {
  await saveRoster();
  showConsole('/staff/rosters/7', 'instructor', {
    getRoster() {
      throw new ApiError('refused', 'Not found.', 404);
    },
  });
  await waitFor(async () => expect(await savedRosters.readAll()).toEqual([]));
});

it('a roster that an auditor opens is not saved on the device', async () => {
  showConsole('/staff/rosters/7', 'auditor', { getRoster: () => ({ data: saved }) });
  expect(await screen.findByText('Asha Nair')).toBeTruthy();
  expect([await savedRosters.readStaff(), await savedRosters.readAll()]).toEqual([null, []]);
});
