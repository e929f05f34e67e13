import { screen, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import type { StaffAccount } from '../../../../contract/staff/staff-account.ts';
import { showConsole } from '../show-console.tsx';

const at = '2030-01-01T06:00:00.000Z';
const account: StaffAccount = {
  has_totp: true,
  passkeys: [{ id: 'f3f0e3ae-61f4-4e61-8d1f-6f6f2e0f4d0a', name: 'Office laptop', created_at: at, last_used_at: null }],
  recovery_codes: 9,
  sessions: [
    {
      id: 'a1f0e3ae-61f4-4e61-8d1f-6f6f2e0f4d0a',
      device: 'Chrome on Windows',
      is_current: true,
      signed_in_at: at,
      last_seen_at: at,
    },
    {
      id: 'b1f0e3ae-61f4-4e61-8d1f-6f6f2e0f4d0a',
      device: 'Safari on iPhone',
      is_current: false,
      signed_in_at: at,
      last_seen_at: at,
    },
  ],
  sign_ins: [{ id: 1, at, event: 'wrongCode', method: 'totp', device: 'Chrome on Windows', address: '203.0.113.7' }],
};
const codes = ['aaaa-bbbb', 'cccc-dddd'];
const open = (answers: Parameters<typeof showConsole>[2] = {}) =>
  showConsole('/staff/account', 'registrar', { getStaffAccount: () => ({ data: account }), ...answers });

it('the account page of a staff member shows their second factors and their sign-in log', async () => {
  open();
  await screen.findByText('Authenticator app: set up');
  screen.getByText('Passkey “Office laptop”, added 1 Jan 2030, 11:30, never used');
  screen.getByText('Recovery codes: 9 unused');
  within(screen.getByRole('table', { name: 'Sign-in log' })).getByText('Wrong code (authenticator app)');
});

it('the dialog with new recovery codes closes only after the staff member ticks that the codes are stored', async () => {
  const { user } = open({ createRecoveryCodes: () => ({ data: codes }) });
  await user.click(await screen.findByRole('button', { name: 'Create new codes' }));
  await user.click(await screen.findByRole('button', { name: 'Replace the codes' }));
  const dialog = await screen.findByRole('dialog', { name: 'Your new recovery codes' });
  expect(
    within(dialog)
      .getAllByRole('listitem')
      .map(({ textContent }) => textContent),
  ).toEqual(codes);
  const file = decodeURIComponent(within(dialog).getByRole('link', { name: 'Download' }).getAttribute('href') ?? '');
  expect(file).toContain(codes.join('\n'));
  const next = within(dialog).getByRole<HTMLButtonElement>('button', { name: 'Continue' });
  expect(next.disabled).toBe(true);
  await user.keyboard('{Escape}');
  await user.click(within(dialog).getByLabelText('I have stored the codes in a safe place'));
  await user.click(next);
  await expect.poll(() => screen.queryByText('aaaa-bbbb')).toBeNull();
});

it('new recovery codes are created only after the staff member confirms that the stored ones stop working', async () => {
  const { inputsOf, user } = open({ createRecoveryCodes: () => ({ data: codes }) });
  await user.click(await screen.findByRole('button', { name: 'Create new codes' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Replace your recovery codes?' }));
  dialog.getByText(/codes that you have stored stop working at once/);
  await user.click(dialog.getByRole('button', { name: 'Cancel' }));
  await expect.poll(() => screen.queryByRole('dialog')).toBeNull();
  expect(inputsOf('createRecoveryCodes')).toEqual([]);
});

it('a staff member sets up an authenticator app with a QR code and confirms it with the app’s first code', async () => {
  const { inputsOf, user } = open({
    beginTotp: () => ({ data: { secret: 'ABCDEFGH', uri: 'otpauth://totp/Landfall:ravi?secret=ABCDEFGH' } }),
    confirmTotp: () => ({ data: { id: '1' } }),
  });
  await user.click(await screen.findByRole('button', { name: 'Set up a new one' }));
  await screen.findByRole('img', { name: 'QR code for the authenticator app' });
  screen.getByText('ABCDEFGH');
  const code = screen.getByLabelText('2. Enter the code that the app shows');
  await user.type(code, '12');
  await user.click(screen.getByRole('button', { name: 'Confirm' }));
  screen.getByText('Enter the six digits');
  await user.type(code, '3 456');
  await user.click(screen.getByRole('button', { name: 'Confirm' }));
  await expect.poll(() => inputsOf('confirmTotp')).toEqual([{ body: { code: '123456' } }]);
  await expect.poll(() => document.querySelector('.mantine-Modal-content')).toBeNull();
});

it.each(['Set up a new one', 'Add a passkey'])(
  'on the staff account page, Escape closes the dialog opened by the button “%s”',
  async (button) => {
    const { user } = open({ beginTotp: () => ({ data: { secret: 'ABCDEFGH', uri: 'otpauth://totp/Landfall:ravi' } }) });
    await user.click(await screen.findByRole('button', { name: button }));
    await screen.findByRole('dialog');
    await user.keyboard('{Escape}');
    await expect.poll(() => document.querySelector('.mantine-Modal-content')).toBeNull();
  },
);

it('a staff member can sign out another of their devices on the account page, but not the current device', async () => {
  const { inputsOf, user } = open({ endStaffSessions: () => ({}) });
  await user.click(await screen.findByRole('button', { name: 'Sign out on Safari on iPhone' }));
  await expect.poll(() => inputsOf('endStaffSessions')).toEqual([{ body: { id: account.sessions[1]?.id } }]);
  expect(screen.queryByRole('button', { name: 'Sign out on Chrome on Windows' })).toBeNull();
});

it('a new staff password is sent only if both password fields are equal', async () => {
  const { inputsOf, user } = open({ changeStaffPassword: () => ({}) });
  await user.click(await screen.findByRole('button', { name: 'Change password' }));
  const dialog = await screen.findByRole('dialog', { name: 'Change your password' });
  await user.type(within(dialog).getByLabelText('Current password'), 'Quarterdeck#2026');
  await user.type(within(dialog).getByLabelText('New password'), 'Bridge#2027');
  await user.type(within(dialog).getByLabelText('Repeat the password'), 'Bridge#2028');
  await user.click(within(dialog).getByRole('button', { name: 'Change password' }));
  within(dialog).getByText('The two passwords differ.');
  await user.type(within(dialog).getByLabelText('Repeat the password'), '{Backspace}7');
  await user.click(within(dialog).getByRole('button', { name: 'Change password' }));
  await expect
    .poll(() => inputsOf('changeStaffPassword'))
    .toEqual([{ body: { current: 'Quarterdeck#2026', password: 'Bridge#2027' } }]);
});
