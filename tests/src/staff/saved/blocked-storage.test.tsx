import 'fake-indexeddb/auto';
import { cleanup, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { roster, student } from '../rosters/roster-fixture.ts';
import { showConsole } from '../show-console.tsx';

// Some browsers never open IndexedDB and report no error. The console waits four seconds; the test shortens this.
beforeEach(() => {
  const { setTimeout: schedule } = globalThis;
  const shorten = (work: () => void, ms?: number) => schedule(work, ms === 4000 ? 20 : ms);
  vi.spyOn(globalThis, 'setTimeout').mockImplementation(shorten as typeof setTimeout);
  vi.spyOn(indexedDB, 'open').mockImplementation(() => new EventTarget() as IDBOpenDBRequest);
});

afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
});

it('if the browser never opens its storage, staff can open a roster and sign out all the same', async () => {
  const { user, inputsOf } = showConsole('/staff/rosters/7', 'instructor', {
    getRoster: () => ({ data: roster(student(1, 'Asha Nair')) }),
    signOutStaff: () => ({}),
  });
  expect(await screen.findByText('Asha Nair')).toBeTruthy();
  await user.click(screen.getByRole('button', { name: 'Ravi Pillai' }));
  await user.click(await screen.findByText('Sign out'));
  await waitFor(() => expect(inputsOf('signOutStaff')).toHaveLength(1));
});
