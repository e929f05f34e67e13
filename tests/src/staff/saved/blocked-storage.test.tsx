import 'fake-indexeddb/auto';
import { cleanup, screen, waitFor } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { newMark } from '../../../../src/staff/unsent-marks/waiting-mark.ts';
import { signedInStaff, staffId } from '../render-console.tsx';
import { roster, student } from '../rosters/roster-fixture.ts';
import { showConsole } from '../show-console.tsx';

/** The console waits four seconds for IndexedDB to open; this shortens them. */
function shortenTheWait(): void {
  const { setTimeout: schedule } = globalThis;
  const shorten = (work: () => void, ms?: number) => schedule(work, ms === 4000 ? 20 : ms);
  vi.spyOn(globalThis, 'setTimeout').mockImplementation(shorten as typeof setTimeout);
}

/**
 * Makes the databases of IndexedDB that are opened from now on open only when the returned function is called. Another
 * console, which an earlier test has left behind, may open one too.
 */
function delayOpening(): () => Promise<void> {
  const { open } = indexedDB;
  const requests: Array<{ name: string; request: IDBOpenDBRequest }> = [];
  const slowOpen = vi.spyOn(indexedDB, 'open').mockImplementation((name) => {
    const request = new EventTarget() as IDBOpenDBRequest;
    requests.push({ name, request });
    return request;
  });
  return async () => {
    slowOpen.mockRestore();
    for (const { name, request } of requests) {
      const opening = open.call(indexedDB, name);
      await new Promise((resolve) => opening.addEventListener('success', resolve));
      Object.assign(request, { result: opening.result });
      request.onsuccess?.(new Event('success'));
    }
  };
}

/** The undelivered marks in a console that has just been loaded, so that it has not opened their storage yet. */
async function loadMarkOutbox() {
  vi.resetModules();
  return (await import('../../../../src/staff/unsent-marks/mark-outbox.ts')).markOutbox;
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
  shortenTheWait();
  const openNow = delayOpening();
  const after = await loadSavedRosters();
  await after.clear();
  await openNow();
  await waitFor(async () => expect(await before.readStaff()).toBeNull());
  expect(await before.readAll()).toEqual([]);
});

it('attendance marks that wait on the device are read for delivery even if the browser opens its storage slowly', async () => {
  const before = await loadMarkOutbox();
  const marked = {
    staffId,
    student: student(1, 'Asha Nair'),
    day: '2030-01-01',
    mark: 'late',
    now: new Date(),
  } as const;
  await before.add([newMark({ ...marked, roster: roster(marked.student) }, [])]);
  shortenTheWait();
  const openNow = delayOpening();
  const after = await loadMarkOutbox();
  const loaded = after.load({ isPatient: true });
  await expect(after.load()).rejects.toThrow('The storage does not open');
  await openNow();
  await loaded;
  expect(after.marks).toHaveLength(1);
});
