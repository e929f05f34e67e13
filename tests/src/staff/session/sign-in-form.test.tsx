import { MantineProvider } from '@mantine/core';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it, vi } from 'vitest';
import type { SignedInStaff } from '../../../../contract/staff/staff-account.ts';
import { checkStaffCode, signInStaff } from '../../../../contract/staff/staff-sign-in.ts';
import { type Api, ApiError, bindApi } from '../../../../src/lib/api.ts';
import { SignInForm } from '../../../../src/staff/session/sign-in-form.tsx';
import { refusedCall } from '../../../support/refused-call.ts';

const registrar: SignedInStaff = {
  ...{ id: '7d4cf2ac-6c3c-4b57-9d25-d1c1ad35a5f1', name: 'Ravi Pillai', email: 'registrar@example.com' },
  ...{ role: 'registrar', verified_until: '2030-01-01T00:05:00.000Z', expires_at: '2030-01-01T12:00:00.000Z' },
};

/** Shows the staff sign-in form. `results`: for each name of an API call, what its calls return or throw, in turn. */
function showForm(results: Record<string, unknown[]>) {
  const client = new QueryClient();
  const call = vi.fn(async ({ name }: { name: string }, _input: { body: unknown }) => {
    const result = results[name]?.shift();
    if (result instanceof Error) throw result;
    return { statusCode: 200, data: result };
  });
  bindApi(client, { call } as unknown as Api);
  const onSignedIn = vi.fn();
  render(
    <QueryClientProvider client={client}>
      <MantineProvider>
        <SignInForm onSignedIn={onSignedIn} />
      </MantineProvider>
    </QueryClientProvider>,
  );
  return { call, onSignedIn, user: userEvent.setup() };
}

async function typePassword(user: ReturnType<typeof userEvent.setup>, password = 'Quarterdeck#2026') {
  await user.type(await screen.findByLabelText('Email address'), 'registrar@example.com');
  await user.type(screen.getByLabelText('Password'), password);
  await user.click(screen.getByRole('button', { name: 'Sign in' }));
}

const both = { has_passkey: false, has_totp: true };

it('a staff member signs in with a password and a code from their authenticator app', async () => {
  const { call, onSignedIn, user } = showForm({ signInStaff: [both], checkStaffCode: [registrar] });
  await typePassword(user);
  const code = await screen.findByLabelText('Code from your authenticator app');
  expect(document.activeElement).toBe(code);
  await user.type(code, '123456{Enter}');
  await vi.waitFor(() => expect(onSignedIn).toHaveBeenCalledWith(registrar));
  expect(call.mock.calls.map(([{ name }, { body }]) => [name, body])).toEqual([
    ['signInStaff', { email: 'registrar@example.com', password: 'Quarterdeck#2026' }],
    ['checkStaffCode', { method: 'totp', code: '123456' }],
  ]);
});

it('the staff sign-in form shows an error at each empty field and sends no request', async () => {
  const { call, user } = showForm({});
  await user.click(screen.getByRole('button', { name: 'Sign in' }));
  await screen.findByText('Enter your email address');
  screen.getByText('Enter your password');
  expect(call).not.toHaveBeenCalled();
});

it('the staff sign-in form shows the server’s message for a wrong password and keeps the email address', async () => {
  const { user } = showForm({
    signInStaff: [refusedCall(signInStaff, 'INVALID_CREDENTIALS', { message: 'Email address or password is wrong.' })],
  });
  await typePassword(user, 'wrong');
  expect((await screen.findByRole('alert')).textContent).toBe('Email address or password is wrong.');
  expect(screen.getByLabelText<HTMLInputElement>('Email address').value).toBe('registrar@example.com');
});

it('the staff sign-in form shows an error message when there is no connection', async () => {
  const { user } = showForm({ signInStaff: [new ApiError('offline', 'No response from server')] });
  await typePassword(user);
  expect((await screen.findByRole('alert')).textContent).toBe(
    'There is no connection to the server. Please try again.',
  );
});

it('a staff member can sign in with a recovery code instead of the authenticator app', async () => {
  const { call, user } = showForm({ signInStaff: [both], checkStaffCode: [registrar] });
  await typePassword(user);
  await user.click(await screen.findByRole('button', { name: 'Use a recovery code' }));
  await user.type(screen.getByLabelText('Recovery code'), 'abcd-efgh{Enter}');
  await vi.waitFor(() => expect(call.mock.lastCall?.[1]).toEqual({ body: { method: 'recovery', code: 'abcd-efgh' } }));
});

it('the staff sign-in form returns to the password step if the code is entered too late', async () => {
  const { user } = showForm({
    ...{
      signInStaff: [both],
      checkStaffCode: [refusedCall(checkStaffCode, 'SIGN_IN_EXPIRED', { message: 'Please sign in again.' })],
    },
  });
  await typePassword(user);
  await user.type(await screen.findByLabelText('Code from your authenticator app'), '123456{Enter}');
  await screen.findByLabelText('Password');
  expect(screen.getByRole('alert').textContent).toBe('Please sign in again.');
});
