import 'fake-indexeddb/auto';
import { act, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { setSignedIn } from '../../../../src/staff/session/session.queries.ts';
import { signedInStaff, staffId } from '../render-console.tsx';
import { roster, student } from '../rosters/roster-fixture.ts';
import { showConsole } from '../show-console.tsx';

const someoneElse = '0b1c2d3e-4f50-4a6b-8c7d-9e8f7a6b5c4d';
const reload = vi.fn();
let otherTab: BroadcastChannel;
let received: unknown[];

beforeEach(() => {
  reload.mockClear();
  vi.stubGlobal('location', { ...window.location, reload });
  received = [];
  otherTab = new BroadcastChannel('landfall-staff-session');
  otherTab.onmessage = ({ data }) => received.push(data);
});
afterEach(() => otherTab.close());

/** Opens the roster of a student. */
async function openRoster() {
  const opened = showConsole('/staff/rosters/7', 'registrar', {
    getRoster: () => ({ data: roster(student(1, 'Asha Nair')) }),
    signOutStaff: () => ({}),
  });
  await screen.findByText('Asha Nair');
  return opened;
}

describe('a page of the console', () => {
  it.each([
    ['somebody signs out', null],
    ['somebody else signs in', someoneElse],
  ])('a page of the staff console removes its content and reloads when %s in another tab', async (_, staff) => {
    await openRoster();
    otherTab.postMessage(staff);
    await waitFor(() => expect(reload).toHaveBeenCalledOnce());
    expect(screen.queryByText('Asha Nair')).toBeNull();
    expect(screen.queryByText('Ravi Pillai')).toBeNull();
  });

  it('a page of the staff console is not reloaded when the same staff member signs in again in another tab', async () => {
    await openRoster();
    const handled = new Promise((resolve) => {
      const thisTab = new BroadcastChannel('landfall-staff-session');
      thisTab.onmessage = () => {
        thisTab.close();
        resolve(null);
      };
    });
    await act(async () => {
      otherTab.postMessage(staffId);
      await handled;
    });
    expect(screen.getByText('Asha Nair')).toBeTruthy();
    expect(reload).not.toHaveBeenCalled();
  });

  it('a page of the staff console removes its content and reloads when the browser restores it from the back/forward cache', async () => {
    await openRoster();
    window.dispatchEvent(new PageTransitionEvent('pageshow', { persisted: false }));
    expect(reload).not.toHaveBeenCalled();
    window.dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }));
    await waitFor(() => expect(reload).toHaveBeenCalledOnce());
    expect(screen.queryByText('Asha Nair')).toBeNull();
  });
});

it('signing out of the staff console notifies the other tabs', async () => {
  const { user } = await openRoster();
  await user.click(screen.getByRole('button', { name: 'Ravi Pillai' }));
  await user.click(await screen.findByText('Sign out'));
  await waitFor(() => expect(received).toEqual([null]));
  expect(reload).not.toHaveBeenCalled();
});

it('signing in to the staff console notifies the other tabs', async () => {
  const { router } = await openRoster();
  setSignedIn(router.options.context.client, signedInStaff('registrar'));
  await waitFor(() => expect(received).toEqual([staffId]));
});
