import { screen, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import type { FailedCount, UndeliveredEmail } from '../../../../contract/staff/emails.ts';
import { ApiError } from '../../../../src/lib/api.ts';
import '../../../../src/staff/emails/emails-page.tsx';
import { showConsole } from '../show-console.tsx';

const student = { id: '7d4cf2ac-6c3c-4b57-9d25-d1c1ad35a5f2', name: 'Asha Nair', email: 'asha.new@example.com' };
function email(change: Partial<UndeliveredEmail> = {}): UndeliveredEmail {
  return {
    ...{ id: 7, state: 'failed', recipient: 'asha@example.com', recipient_name: 'Asha Nair', tries: 12 },
    ...{ subject: 'Booking confirmed', at: '2030-01-01T06:00:00.000Z', next_try_at: null, is_expired: false },
    ...{ cause: 'unknownMailbox', error: '550 5.1.1 User unknown', order_id: 'LF-2030-000123', student },
    ...change,
  };
}
const waiting = email({
  ...{ id: 8, state: 'waiting', subject: 'Refund sent', tries: 3, cause: 'connection', error: 'Connection timeout' },
  ...{ next_try_at: '2030-01-01T09:00:00.000Z', order_id: null, student: null, recipient_name: null },
});
const expired = email({ id: 9, subject: 'Set a new password', is_expired: true, order_id: null });
const failed: FailedCount[] = [{ cause: 'unknownMailbox', count: 2, sendable: 1 }];
const page = { data: [waiting, email(), expired], next: null, failed };

it('the list of undelivered emails shows recipient, times, a plain reason, and links to the order and the student', async () => {
  showConsole('/staff/emails', 'auditor', { listUndeliveredEmails: () => page });
  const [first, second, third] = (await screen.findAllByRole('listitem')).map((row) => within(row));
  first?.getByText('To asha@example.com');
  first?.getByText('Written 1 Jan 2030, 11:30, tried 3 times, next try 1 Jan 2030, 14:30');
  first?.getByText('Our own mail server could not be reached.');
  second?.getByText('The mailbox does not exist.');
  second?.getByText('550 5.1.1 User unknown');
  expect(second?.getByRole('link', { name: 'LF-2030-000123' }).getAttribute('href')).toBe(
    '/staff/orders/LF-2030-000123',
  );
  expect(second?.getByRole('link', { name: 'Asha Nair' }).getAttribute('href')).toBe(`/staff/students/${student.id}`);
  third?.getByText('Not sent again: its content, link or offer is out of date.');
  screen.getByText('No such mailbox: 2 emails');
  expect(screen.queryByRole('button', { name: /Send/ })).toBeNull();
});

it('the dialog to send an undelivered email again warns that the student’s email address has changed', async () => {
  const { user, inputsOf } = showConsole('/staff/emails', 'registrar', {
    listUndeliveredEmails: () => page,
    resendEmail: () => ({ data: { queued: 1 } }),
  });
  await user.click(await screen.findByRole('button', { name: 'Send again to asha@example.com: Booking confirmed' }));
  const dialog = within(await screen.findByRole('dialog'));
  dialog.getByText(/The address of Asha Nair is now asha.new@example.com/);
  await user.click(dialog.getByRole('button', { name: 'Send again' }));
  await screen.findByText('1 email will be sent again within a minute.');
  expect(inputsOf('resendEmail')).toEqual([{ params: { id: 7 }, body: {} }]);
  expect(inputsOf('listUndeliveredEmails').length).toBeGreaterThan(1);
});

it('with one button, a registrar can resend all emails that failed for the same reason', async () => {
  let isDown = true;
  const { user, inputsOf } = showConsole('/staff/emails', 'registrar', {
    listUndeliveredEmails: () => page,
    resendFailedEmails() {
      if (isDown) throw new ApiError('offline', 'No response from server');
      return { data: { queued: 500, left: 20 } };
    },
  });
  await user.click(await screen.findByRole('button', { name: 'Send all again: No such mailbox' }));
  await user.click(await screen.findByRole('button', { name: 'Send 1 email again' }));
  expect((await screen.findByRole('alert')).textContent).toContain('There is no connection to the server.');
  isDown = false;
  await user.click(screen.getByRole('button', { name: 'Send 1 email again' }));
  await screen.findByText(/^500 emails will be sent again within a minute. 20 emails with the same reason are left/);
  expect(inputsOf('resendFailedEmails').at(-1)).toEqual({ body: { cause: 'unknownMailbox' } });
});

it('the list of undelivered emails stores its filter in the URL', async () => {
  const { user, router, inputsOf } = showConsole('/staff/emails', 'registrar', {
    listUndeliveredEmails: () => ({ data: [], next: null, failed: [] }),
  });
  await screen.findByText('All emails were delivered');
  await user.selectOptions(screen.getByLabelText('Reason'), 'Mailbox full');
  await screen.findByText('Nothing matches');
  expect(router.state.location.search).toEqual({ cause: 'fullMailbox' });
  expect(inputsOf('listUndeliveredEmails').at(-1)).toEqual({ query: { cause: 'fullMailbox' } });
});

it('the page of undelivered emails shows a retry button when the list cannot be loaded', async () => {
  let isDown = true;
  const { user } = showConsole('/staff/emails', 'registrar', {
    listUndeliveredEmails() {
      if (isDown) throw new ApiError('offline', 'No response from server');
      return page;
    },
  });
  expect((await screen.findByRole('alert')).textContent).toContain('There is no connection');
  isDown = false;
  await user.click(screen.getByRole('button', { name: /try again/i }));
  await screen.findByText('Our own mail server could not be reached.');
});

it('when “Refresh” fails, the page of undelivered emails shows an error instead of “All emails were delivered”', async () => {
  let isDown = false;
  const { user } = showConsole('/staff/emails', 'registrar', {
    listUndeliveredEmails() {
      if (isDown) throw new ApiError('offline', 'No response from server');
      return { data: [], next: null, failed: [] };
    },
  });
  await screen.findByText('All emails were delivered');
  isDown = true;
  await user.click(screen.getByRole('button', { name: 'Refresh' }));
  await screen.findByText('There is no connection, so the emails could not be loaded.');
  expect(screen.queryByText('All emails were delivered')).toBeNull();
});
