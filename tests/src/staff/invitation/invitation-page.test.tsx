import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { checkInvitation } from '../../../../contract/staff/staff-sign-in.ts';
import { refusedCall } from '../../../support/refused-call.ts';
import { showConsole } from '../show-console.tsx';

const signedIn = {
  ...{ id: '7d4cf2ac-6c3c-4b57-9d25-d1c1ad35a5f1', name: 'Esha Kurian', email: 'esha@example.com', role: 'editor' },
  ...{ verified_until: '2030-01-01T00:05:00.000Z', expires_at: '2030-01-01T12:00:00.000Z' },
};

it('an invited staff member sets up a password, an authenticator app and recovery codes, then sees the start page', async () => {
  const { inputsOf, router, user } = showConsole('/staff/invitation?t=secret', 'editor', {
    checkInvitation: () => ({ data: { email: 'esha@example.com', name: 'Esha', role: 'editor' } }),
    acceptInvitation: () => ({}),
    beginTotp: () => ({ data: { secret: 'ABCDEFGH', uri: 'otpauth://totp/Landfall:esha?secret=ABCDEFGH' } }),
    confirmTotp: () => ({ data: signedIn }),
    createRecoveryCodes: () => ({ data: ['aaaa-bbbb'] }),
    getToday: () => ({ data: { day: '2030-01-01', attention: [], teaching: null, days: null, batches: null } }),
  });
  await user.type(await screen.findByLabelText('New password'), 'Bridge#2027');
  await user.type(screen.getByLabelText('Repeat the password'), 'Bridge#2027');
  await user.type(screen.getByLabelText('Your name'), ' Kurian');
  await user.click(screen.getByRole('button', { name: 'Continue' }));
  await user.type(await screen.findByLabelText('2. Enter the code that the app shows'), '123456{Enter}');
  await user.click(await screen.findByRole('button', { name: 'Show recovery codes' }));
  await user.click(await screen.findByLabelText('I have stored the codes in a safe place'));
  await user.click(screen.getByRole('button', { name: 'Continue' }));
  await expect.poll(() => router.state.location.pathname).toBe('/staff');
  expect(inputsOf('acceptInvitation')).toEqual([
    { body: { token: 'secret', name: 'Esha Kurian', password: 'Bridge#2027' } },
  ]);
});

it('the page of a used or expired staff invitation advises to ask an administrator for a new link', async () => {
  const message = 'This link was used before or has expired. Please ask your administrator for a new one.';
  showConsole('/staff/invitation?t=old', 'editor', {
    checkInvitation() {
      throw refusedCall(checkInvitation, 'INVITATION_INVALID', { message });
    },
  });
  await screen.findByText(message);
  expect(screen.queryByLabelText('New password')).toBeNull();
  expect(screen.queryByRole('button', { name: 'Try again' })).toBeNull();
});
