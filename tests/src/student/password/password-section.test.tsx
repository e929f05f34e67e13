import { notifications } from '@mantine/notifications';
import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, describe, expect, it } from 'vitest';
import { PasswordSection } from '../../../../src/student/password/password-section.tsx';
import { ToastHost } from '../../../../src/ui/toasts/toast-host.tsx';
import { type Answered, answeringApi, refusal } from '../../../support/answers.ts';
import { renderInPage } from '../../../support/in-page.tsx';
import { studentId } from '../../checkout/orders.ts';

const url = '/api/users/student/password';
const way = (way: string, is_sign_in_recent = true): Answered => ({
  body: { statusCode: 200, data: { way, is_sign_in_recent } },
});
const changed: Answered = { body: { statusCode: 200 } };
const [password, newPassword] = ['Landfall#2026', 'Anchor#2027'];

async function openDialog(read: Answered, change: Answered = changed) {
  const { api, sent } = answeringApi({ [`GET ${url}`]: read, [`PUT ${url}`]: change });
  const section = (
    <>
      <PasswordSection studentId={studentId} phone="+91 22 0000 0000" />
      <ToastHost />
    </>
  );
  await renderInPage(section, { api });
  const person = userEvent.setup({ delay: null });
  await person.click(screen.getByRole('button', { name: 'Change password' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Change password' }));
  const changes = () => sent.filter(({ method }) => method === 'PUT').map(({ body }) => body);
  return { person, dialog, changes };
}

type Opened = Awaited<ReturnType<typeof openDialog>>;

async function fill({ person, dialog }: Opened, fields: Partial<Record<'current' | 'next' | 'confirm', string>> = {}) {
  const { current = password, next = newPassword, confirm = next } = fields;
  const enter = async (label: RegExp, text: string) => {
    await person.click(await dialog.findByLabelText(label));
    await person.paste(text);
  };
  if (current) await enter(/Current password/, current);
  await enter(/^New password/, next);
  await enter(/Confirm new password/, confirm);
  await person.click(dialog.getByRole('button', { name: 'Change password' }));
}

// Remove the toasts, or the next test would find them.
afterEach(() => act(() => notifications.clean()));

describe('changing the password', () => {
  it('changing the password closes the dialog and shows a message that the student’s other devices were logged out', async () => {
    const opened = await openDialog(way('withCurrent'));
    await fill(opened);
    await screen.findByText('Password changed. Your other devices were logged out.');
    expect(opened.changes()).toEqual([{ currentPassword: password, newPassword, confirmPassword: newPassword }]);
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Change password' })));
  });

  it('the form to change the password moves the focus to its first field once it has loaded', async () => {
    const { dialog } = await openDialog(way('withCurrent'));
    const current = await dialog.findByLabelText(/Current password/);
    await waitFor(() => expect(document.activeElement).toBe(current));
  });

  it('the form to change the password can be sent without a current password if the account has none', async () => {
    const opened = await openDialog(way('withoutCurrent'));
    await fill(opened, { current: '' });
    await screen.findByText('Password changed. Your other devices were logged out.');
    expect(opened.changes()).toEqual([{ newPassword, confirmPassword: newPassword }]);
  });

  it('the form to change the password shows unmet requirements while the student types the new password', async () => {
    const { person, dialog } = await openDialog(way('withCurrent'));
    await person.type(await dialog.findByLabelText(/^New password/), 'anchor');
    expect(dialog.getByRole('list', { name: 'Password requirements' }).textContent).toContain('One digit: not met yet');
  });

  it.each([
    ['a weak password', { next: 'anchor' }, 'Please meet all password requirements.'],
    ['a different confirmation', { confirm: 'Anchor#2028' }, 'Passwords do not match.'],
    ['a missing current password', { current: '' }, 'Please enter your current password.'],
  ])('the form to change the password is not sent with %s, and shows an error', async (_, fields, text) => {
    const opened = await openDialog(way('withCurrent'));
    await opened.dialog.findByLabelText(/Current password/);
    await fill(opened, fields);
    expect(await opened.dialog.findByText(text)).toBeTruthy();
    expect(opened.changes()).toEqual([]);
  });

  it.each([
    [403, 'WRONG_PASSWORD', /Current password/],
    [409, 'PASSWORD_SAME_AS_OLD', /^New password/],
    [409, 'PASSWORD_TOO_COMMON', /^New password/],
  ])(
    'the form to change the password shows the error response %i %s at the field that caused the error',
    async (status, code, label) => {
      const opened = await openDialog(way('withCurrent'), refusal(status, code, 'The server says why.'));
      await fill(opened);
      const field = await opened.dialog.findByLabelText(label);
      await waitFor(() => expect(field.getAttribute('aria-invalid')).toBe('true'));
      expect(opened.dialog.getByText('The server says why.')).toBeTruthy();
      expect(document.activeElement).toBe(field);
      expect((field as HTMLInputElement).value).not.toBe('');
    },
  );

  it('when the server refuses a password change without a recent sign-in, the dialog shows a link to sign in again', async () => {
    const opened = await openDialog(way('withCurrent'), refusal(403, 'RECENT_SIGN_IN_NEEDED', 'Please sign in again.'));
    await fill(opened);
    const link = await opened.dialog.findByRole('link', { name: 'Sign in and return to your profile' });
    expect(link.getAttribute('href')).toBe('/login?from=%2Fprofile');
  });

  it.each([
    [
      'the server failed',
      refusal(500, 'INTERNAL_ERROR', 'Internal server error'),
      'Nothing you typed is lost. Try again.',
    ],
    ['there is no connection', 'no answer' as const, 'Our server did not respond. Try again in a moment.'],
  ])('when %s, the form to change the password shows an error and can be sent again', async (_, change, text) => {
    const opened = await openDialog(way('withCurrent'), change);
    await fill(opened);
    // The live region exists, and is empty, before the call has failed.
    const alert = within(opened.dialog.getByRole('alert'));
    expect(await alert.findByText('Your password could not be changed.')).toBeTruthy();
    expect(opened.dialog.getByText(text)).toBeTruthy();
    await opened.person.click(opened.dialog.getByRole('button', { name: 'Change password' }));
    await waitFor(() => expect(opened.changes()).toHaveLength(2));
  });
});

describe('before the password can be changed', () => {
  it('if the sign-in is not recent, the dialog to change the password shows a link to sign in again instead of the form', async () => {
    const { dialog } = await openDialog(way('withCurrent', false));
    expect(await dialog.findByRole('link', { name: 'Sign in and return to your profile' })).toBeTruthy();
    expect(dialog.queryByLabelText(/New password/)).toBeNull();
  });

  it('the dialog to change the password offers a student without a password a link to set one by email', async () => {
    const { dialog } = await openDialog(way('byLink'));
    const link = await dialog.findByRole('link', { name: 'Email me a link to set one' });
    expect(link.getAttribute('href')).toBe('/auth/forgot-password');
  });

  it('the dialog to change the password shows a retry button when the server does not respond', async () => {
    const { dialog } = await openDialog('no answer');
    expect(await dialog.findByRole('button', { name: /Try again/ }, { timeout: 5000 })).toBeTruthy();
  });

  it('the dialog to change the password shows a retry button when the server returns an error', async () => {
    const { dialog } = await openDialog(refusal(500, 'INTERNAL_ERROR', 'Internal server error'));
    expect(await dialog.findByRole('button', { name: /Try again/ }, { timeout: 5000 })).toBeTruthy();
  });
});
