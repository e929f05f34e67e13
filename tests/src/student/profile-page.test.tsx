import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { sessionHintCookie } from '../../../contract/headers.ts';
import type { Order } from '../../../contract/orders.ts';
import { SignOutButton } from '../../../src/student/devices/sign-out-button.tsx';
import { ProfilePage } from '../../../src/student/profile-page.tsx';
import type { StudentTab } from '../../../src/student/student-area-address.ts';
import { ToastHost } from '../../../src/ui/toast-host.tsx';
import { type Answered, answeringApi, refusal } from '../../support/answers.ts';
import { renderInPage } from '../../support/in-page.tsx';
import { order, profile, studentId } from '../checkout/orders.ts';

async function openProfile(given: { isSignedIn?: boolean; tab?: StudentTab; orders?: Answered } = {}) {
  const { isSignedIn = true, orders, tab = orders ? 'bookings' : 'profile' } = given;
  vi.spyOn(document, 'cookie', 'get').mockReturnValue(isSignedIn ? `${sessionHintCookie}=h` : '');
  const onRedirect = vi.fn();
  const { api } = answeringApi({
    'POST /api/auth/verify/login/status': {
      body: { statusCode: 200, user: { id: studentId, name: 'Asha Nair', image: null } },
    },
    'GET /api/users/student': { body: { statusCode: 200, data: { users: [profile()] } } },
    'GET /api/users/student/orders': orders ?? { body: { statusCode: 200, data: [] } },
  });
  await renderInPage(<ProfilePage address={{ tab }} phone={null} onRedirect={onRedirect} signOutButton={null} />, {
    api,
  });
  return { onRedirect, person: userEvent.setup() };
}

const listed = (...orders: Order[]): Answered => ({ body: { statusCode: 200, data: orders } });

afterEach(() => {
  vi.useRealTimers();
});

describe('the profile of a visitor', () => {
  it('says to log in and goes there after half a second', async () => {
    vi.useFakeTimers();
    const { onRedirect } = await openProfile({ isSignedIn: false });
    await act(() => vi.advanceTimersByTimeAsync(1));
    expect(screen.getByText('Login to view your profile')).toBeTruthy();
    await act(() => vi.advanceTimersByTimeAsync(498));
    expect(onRedirect).not.toHaveBeenCalled();
    await act(() => vi.advanceTimersByTimeAsync(2));
    expect(onRedirect).toHaveBeenCalledTimes(1);
  });
});

describe('the profile of a student', () => {
  it('shows details to read, and the form on Edit', async () => {
    const { person } = await openProfile();
    expect(await screen.findByText('asha.nair@example.com')).toBeTruthy();
    await person.click(screen.getByRole('button', { name: 'Edit' }));
    expect(await screen.findByRole('form', { name: 'Your details' })).toBeTruthy();
  });

  it.each([
    ['APPROVED', 'completed', 'Paid'],
    ['DECLINED', 'declined', 'Failed'],
    ['PROCESSING', 'awaiting_payment', 'Pending Payment'],
  ] as const)('labels %s', async (final_payment_status, state, label) => {
    await openProfile({ orders: listed(order({ final_payment_status, state })) });
    const bookings = await screen.findByRole('region', { name: 'Bookings' });
    expect(await within(bookings).findByText(label)).toBeTruthy();
    expect(within(bookings).getByText('Fire Fighting')).toBeTruthy();
    expect(bookings.textContent).toContain('1 Dec 2026 - 3 Dec 2026');
  });

  it('leads from a paid order to its confirmation, and from a pending one to the recheck', async () => {
    const pending = order({
      order_id: 'LF-2026-000124',
      final_payment_status: 'PROCESSING',
      state: 'awaiting_payment',
    });
    await openProfile({ orders: listed(pending, order()) });
    const paid = await screen.findByRole('link', { name: /View confirmation/ });
    expect(paid.getAttribute('href')).toBe('/course-booking/checkout/confirmation/LF-2026-000123-1');
    expect(screen.getByText('Payment Pending')).toBeTruthy();
    const recheck = screen.getByRole('link', { name: /Recheck Payment/ });
    expect(recheck.getAttribute('href')).toContain('LF-2026-000124-1');
  });

  it('says that there are no bookings, or that they could not be loaded', async () => {
    await openProfile({ orders: listed() });
    expect(await screen.findByText('No bookings yet')).toBeTruthy();
    await openProfile({ orders: refusal(403, 'FORBIDDEN') });
    expect(await screen.findByText('Your bookings could not be loaded.')).toBeTruthy();
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
    const person = userEvent.setup();
    await person.click(screen.getByRole('button', { name: 'Logout' }));
    return { person, onSendFirst };
  }

  it('signs out at once where nothing waits', async () => {
    const onSignOut = vi.fn(async () => {});
    await openButton(onSignOut);
    expect(onSignOut).toHaveBeenCalledTimes(1);
  });

  it('says when it fails', async () => {
    await openButton(() => Promise.reject(new Error('no')));
    expect(await screen.findByText('Unable to logout.', undefined, { timeout: 4000 })).toBeTruthy();
  });

  it('asks what becomes of changes that wait', async () => {
    const onSignOut = vi.fn(async () => {});
    const { person, onSendFirst } = await openButton(onSignOut, 2);
    const dialog = await screen.findByRole('dialog', { name: '2 changes wait for the connection' });
    expect(onSignOut).not.toHaveBeenCalled();
    await person.click(within(dialog).getByRole('button', { name: 'Send first' }));
    expect(onSendFirst).toHaveBeenCalled();
    await person.click(screen.getByRole('button', { name: 'Logout' }));
    await person.click(await screen.findByRole('button', { name: 'Discard and log out' }));
    await waitFor(() => expect(onSignOut).toHaveBeenCalledTimes(1));
  });
});
