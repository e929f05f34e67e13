import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { sessionHintCookie } from '../../../contract/headers.ts';
import { SignOutButton } from '../../../src/student/devices/sign-out-button.tsx';
import type { StudentTab } from '../../../src/student/student-area-address.ts';
import { StudentAreaPage } from '../../../src/student/student-area-page.tsx';
import { ToastHost } from '../../../src/ui/toasts/toast-host.tsx';
import { answeringApi } from '../../support/answers.ts';
import { renderInPage } from '../../support/in-page.tsx';
import { profile, studentId } from '../checkout/orders.ts';

type Options = { isSignedIn?: boolean; tab?: StudentTab; view?: string };

async function openProfile({ isSignedIn = true, tab = 'profile', view }: Options = {}) {
  vi.spyOn(document, 'cookie', 'get').mockReturnValue(isSignedIn ? `${sessionHintCookie}=h` : '');
  const onRedirect = vi.fn();
  const { api, sent } = answeringApi({
    'POST /api/auth/verify/login/status': {
      body: { statusCode: 200, user: { id: studentId, name: 'Asha Nair', image: null } },
    },
    'GET /api/users/student': { body: { statusCode: 200, data: { users: [profile()] } } },
    'GET /api/users/student/orders': { body: { statusCode: 200, data: [] } },
    'GET /api/users/student/terms': {
      body: { statusCode: 200, data: { title: 'Terms', version: '2027-03-01', changed_on: '2027-03-01' } },
    },
    'GET /api/users/student/documents': { body: { statusCode: 200, data: { documents: [], total: 0 } } },
  });
  const slots = { signOutButton: null, renderWaitingLists: () => null };
  await renderInPage(<StudentAreaPage address={{ tab, view }} phone={null} onRedirect={onRedirect} {...slots} />, {
    api,
  });
  return { onRedirect, sent, person: userEvent.setup({ delay: null }) };
}

afterEach(() => {
  vi.useRealTimers();
});

describe('the student area of a visitor', () => {
  it('the student area redirects a visitor who is not signed in to the login page after half a second', async () => {
    vi.useFakeTimers();
    const { onRedirect } = await openProfile({ isSignedIn: false });
    await act(() => vi.advanceTimersByTimeAsync(1));
    expect(screen.getByText('Login to view your profile')).toBeTruthy();
    await act(() => vi.advanceTimersByTimeAsync(498));
    expect(onRedirect).not.toHaveBeenCalled();
    await act(() => vi.advanceTimersByTimeAsync(2));
    expect(onRedirect.mock.calls).toEqual([['/login?from=%2Fprofile']]);
  });

  it('the login link of the student area leads back to the tab that the visitor has opened', async () => {
    vi.useFakeTimers();
    const { onRedirect } = await openProfile({ isSignedIn: false, tab: 'courses', view: 'past' });
    await act(() => vi.advanceTimersByTimeAsync(501));
    const login = '/login?from=%2Fprofile%3Ftab%3Dcourses%26view%3Dpast';
    expect(screen.getByRole('link', { name: 'Login' }).getAttribute('href')).toBe(login);
    expect(onRedirect.mock.calls).toEqual([[login]]);
  });
});

describe('the student area of a student', () => {
  it('the student area shows the profile, and “Edit Profile” opens the profile form', async () => {
    const { person } = await openProfile();
    expect(await screen.findByText('asha.nair@example.com')).toBeTruthy();
    await person.click(screen.getByRole('button', { name: 'Edit Profile' }));
    expect(await screen.findByRole('form', { name: 'Your details' })).toBeTruthy();
  });

  it('the student area shows the tab that the URL names', async () => {
    await openProfile({ tab: 'bookings' });
    expect(await screen.findByRole('region', { name: 'My Orders' })).toBeTruthy();
  });
});

describe('a tap on a push message that leads to an open tab', () => {
  afterEach(() => {
    Reflect.deleteProperty(navigator, 'serviceWorker');
  });

  it('tapping a push message that leads to My Orders loads the orders again if this tab is already open', async () => {
    const worker = new EventTarget();
    Object.defineProperty(navigator, 'serviceWorker', { value: worker, configurable: true });
    const { sent } = await openProfile({ tab: 'bookings' });
    const loads = () => sent.filter(({ url }) => url === '/api/users/student/orders').length;
    expect(await screen.findByText('No active orders')).toBeTruthy();
    expect(loads()).toBe(1);
    act(() => void worker.dispatchEvent(new MessageEvent('message', { data: { type: 'outbox.wake' } })));
    expect(loads()).toBe(1);
    act(() => void worker.dispatchEvent(new MessageEvent('message', { data: { type: 'push.opened' } })));
    await waitFor(() => expect(loads()).toBe(2));
  });
});

describe.each(['profile', 'courses', 'bookings', 'documents'] as const)('the tab %s', (tab) => {
  it('every tab of the student area shows a notice if the student must accept changed terms', async () => {
    await openProfile({ tab });
    expect(await screen.findByText('Terms changed on 1 Mar 2027')).toBeTruthy();
  });
});

describe('Logout', () => {
  async function openButton(onSignOut: () => Promise<unknown>, waitingChanges = 0) {
    const onSendFirst = vi.fn();
    const { api } = answeringApi({});
    const button = (
      <>
        <SignOutButton countWaiting={async () => waitingChanges} onSignOut={onSignOut} onSendFirst={onSendFirst} />
        <ToastHost />
      </>
    );
    await renderInPage(button, { api });
    const person = userEvent.setup({ delay: null });
    await person.click(screen.getByRole('button', { name: 'Logout' }));
    return { person, onSendFirst };
  }

  it('the Logout button logs out at once when the device has no unsent changes', async () => {
    const onSignOut = vi.fn(async () => {});
    await openButton(onSignOut);
    expect(onSignOut).toHaveBeenCalledTimes(1);
  });

  it('the Logout button shows a toast when logging out fails', async () => {
    await openButton(() => Promise.reject(new Error('no')));
    expect(await screen.findByText('Unable to logout.', undefined, { timeout: 4000 })).toBeTruthy();
  });

  it('the Logout button asks whether to send or discard unsent changes on the device', async () => {
    const onSignOut = vi.fn(async () => {});
    const { person, onSendFirst } = await openButton(onSignOut, 2);
    const dialog = await screen.findByRole('dialog', { name: 'You have 2 unsent changes' });
    expect(onSignOut).not.toHaveBeenCalled();
    await person.click(within(dialog).getByRole('button', { name: 'Send first' }));
    expect(onSendFirst).toHaveBeenCalled();
    await person.click(screen.getByRole('button', { name: 'Logout' }));
    await person.click(await screen.findByRole('button', { name: 'Discard and log out' }));
    await waitFor(() => expect(onSignOut).toHaveBeenCalledTimes(1));
  });
});
