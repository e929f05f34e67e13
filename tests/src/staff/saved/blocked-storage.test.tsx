import 'fake-indexeddb/auto';
import { cleanup, screen, waitFor } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { signedInStaff, staffId } from '../render-console.tsx';
import { roster, student } from '../rosters/roster-fixture.ts';
import { showConsole } from '../show-console.tsx';

/** The console waits four seconds for IndexedDB to open; this shortens them. */
function shortenTheWait(): void {
  const { setTimeout: schedule } = globalThis;
  const shorten = (work: () => void, ms?: number) => schedule(work, ms === 4000 ? 20 : ms);
  vi.spyOn(globalThis, 'setTimeout').mockImplementation(shorten as typeof setTimeout);
}

/** The saved rosters in a console that has just been loaded, so that it has not opened their storage yet. */
async function loadSavedRosters() {
  vi.resetModules();
  return (await import('../../../../src/staff/saved/saved-rosters.ts')).savedRosters;
}

afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
});

// Some browsers never open IndexedDB and report no error.
it('if the browser never opens its storage, staff can open a roster and sign out all the same', async () => {
  shortenTheWait();
  vi.spyOn(indexedDB, 'open').mockImplementation(() => new EventTarget() as IDBOpenDBRequest);
  const { user, inputsOf } = showConsole('/staff/rosters/7', 'instructor', {
    getRoster: () => ({ data: roster(student(1, 'Asha Nair')) }),
    signOutStaff: () => ({}),
  });
  expect(await screen.findByText('Asha Nair')).toBeTruthy();
  await user.click(screen.getByRole('button', { name: 'Ravi Pillai' }));
  await user.click(await screen.findByText('Sign out'));
  await waitFor(() => expect(inputsOf('signOutStaff')).toHaveLength(1));
});

it('if the browser opens its storage long after a sign-out, the saved rosters are deleted then', async () => {
  const before = await loadSavedRosters();
  await before.begin(signedInStaff('instructor'));
  await before.save(roster(student(1, 'Asha Nair')), staffId);
  expect(await before.readAll()).toHaveLength(1);
  const { open } = indexedDB;
  const request = new EventTarget() as IDBOpenDBRequest;
  shortenTheWait();
  const slowOpen = vi.spyOn(indexedDB, 'open').mockReturnValue(request);
  const after = await loadSavedRosters();
  await after.clear();
  slowOpen.mockRestore();
  const database = open.call(indexedDB, 'landfall-staff-rosters');
  await new Promise((resolve) => database.addEventListener('success', resolve));
  Object.assign(request, { result: database.result });
  request.onsuccess?.(new Event('success'));
  await waitFor(async () => expect(await before.readStaff()).toBeNull());
  expect(await before.readAll()).toEqual([]);
});
