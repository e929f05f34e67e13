import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { createResetFlow } from '../../../../src/auth/reset/reset-flow.ts';
import { ResetPage } from '../../../../src/auth/reset/reset-page.tsx';
import { type Answered, answeringApi, refusal } from '../../../support/answers.ts';
import { renderInPage } from '../../../support/in-page.tsx';

const success: Answered = { body: { statusCode: 200 } };
const unauthorized = refusal(401, 'UNAUTHORIZED_REQUEST', 'Unauthorized request');
const validToken = 'x'.repeat(43);

type Prepared = { verify?: Answered; update?: Answered; token?: string | null };

async function openReset({ verify = success, update = success, token = validToken }: Prepared = {}) {
  const { api, sent } = answeringApi({
    'POST /api/auth/verify/user/flag': verify,
    'POST /api/auth/user/reset/pass': update,
  });
  const onEnd = vi.fn();
  const onUpdated = vi.fn();
  const flow = createResetFlow({ api, token, onUpdated });
  await renderInPage(<ResetPage flow={flow} brand={null} onEnd={onEnd} />, { api });
  return { sent, onEnd, onUpdated, person: userEvent.setup({ delay: null }) };
}

const emailField = () => screen.getByLabelText<HTMLInputElement>(/^Email/);
const passwordField = () => screen.getByLabelText<HTMLInputElement>(/^New password/);
const confirmField = () => screen.getByLabelText<HTMLInputElement>(/^Confirm new password/);
const updateButton = () => screen.getByRole<HTMLButtonElement>('button', { name: 'Update Password' });
const checklist = () => screen.queryByRole('list', { name: 'Password requirements' });

async function openVerified(prepared: Prepared = {}) {
  const opened = await openReset(prepared);
  await waitFor(() => expect(emailField().disabled).toBe(false));
  return opened;
}

function fill(password = 'Anchor#2027', confirm = password, email = 'asha.nair@example.com'): void {
  fireEvent.change(emailField(), { target: { value: email } });
  fireEvent.change(passwordField(), { target: { value: password } });
  fireEvent.change(confirmField(), { target: { value: confirm } });
}

afterEach(() => {
  vi.useRealTimers();
  sessionStorage.clear();
});

describe('the reset link', () => {
  it('the password reset page keeps its fields disabled until the server has verified the link', async () => {
    const { sent } = await openReset();
    for (const box of [emailField(), passwordField(), confirmField()]) expect(box.disabled).toBe(true);
    await waitFor(() => expect(emailField().disabled).toBe(false));
    expect([passwordField().disabled, confirmField().disabled]).toEqual([false, false]);
    expect(sent[0]?.body).toEqual({ tok: validToken });
  });

  it.each<[string, Prepared, string]>([
    ['an invalid link', { verify: unauthorized }, 'linkRefused'],
    ['a server error', { verify: refusal(500, 'INTERNAL_ERROR') }, 'linkUnchecked'],
    ['a busy server', { verify: refusal(503, 'UNAVAILABLE') }, 'linkUnchecked'],
    ['too many requests', { verify: refusal(429, 'RATE_LIMITED') }, 'linkUnchecked'],
    ['an unexpected response', { verify: { body: { statusCode: 204 } } }, 'linkUnchecked'],
    ['a network error', { verify: 'no answer' }, 'linkUnchecked'],
    ['a missing token', { token: null }, 'linkRefused'],
  ])(
    'after %s, the password reset page closes with the reason why its link cannot be used',
    async (_, prepared, end) => {
      const { onEnd } = await openReset(prepared);
      await waitFor(() => expect(onEnd).toHaveBeenCalledExactlyOnceWith(end));
      expect(emailField().disabled).toBe(true);
      expect(screen.queryByText(/Your link is valid/)).toBeNull();
    },
  );
});

describe('the new password', () => {
  it('the password reset page shows which password rules are met while the student types', async () => {
    await openVerified();
    const type = (text: string) =>
      fireEvent.change(passwordField(), { target: { value: passwordField().value + text } });
    expect(checklist()).toBeNull();
    type('a');
    const rules = () => within(checklist() as HTMLElement).getAllByRole('listitem');
    const met = () =>
      rules()
        .filter((rule) => rule.textContent?.endsWith(': met'))
        .map((rule) => rule.textContent?.replace(': met', ''));
    expect(rules()).toHaveLength(5);
    expect(met()).toEqual(['One lowercase letter']);
    type('B3');
    expect(met()).toEqual(['One uppercase letter', 'One lowercase letter', 'One digit']);
    expect(updateButton().disabled).toBe(true);
    type('#');
    expect(met()).toEqual(['One uppercase letter', 'One lowercase letter', 'One digit', 'One special character']);
    type('xyzw');
    expect(met()).toHaveLength(5);
    expect(screen.getByText('5 of 5 password requirements met')).toBeTruthy();
    expect(updateButton().disabled).toBe(false);
  });

  it('the button “Show password” on the password reset page shows the new password for three seconds', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true });
    await openVerified();
    fill();
    fireEvent.mouseDown(screen.getByRole('button', { name: 'Show password' }));
    expect([passwordField().type, confirmField().type]).toEqual(['text', 'password']);
    await act(() => vi.advanceTimersByTimeAsync(2900));
    expect(passwordField().type).toBe('text');
    await act(() => vi.advanceTimersByTimeAsync(200));
    expect(passwordField().type).toBe('password');
    expect(screen.getByRole('button', { name: 'Show password', pressed: false })).toBeTruthy();
  });

  it('a second tap on the button “Show password” hides the new password at once', async () => {
    await openVerified();
    fireEvent.mouseDown(screen.getByRole('button', { name: 'Show password' }));
    fireEvent.mouseDown(screen.getByRole('button', { name: 'Show password', pressed: true }));
    expect(passwordField().type).toBe('password');
  });
});

describe('the reset form', () => {
  it.each([
    ['email', emailField],
    ['new password', passwordField],
    ['confirmation', confirmField],
  ])(
    'pressing Enter in the %s field submits the password reset form with the trimmed email and the token of the link',
    async (_, field) => {
      const { sent, person } = await openVerified();
      fill(undefined, undefined, ' asha.nair@example.com ');
      field().focus();
      await person.keyboard('{Enter}');
      await screen.findByText('Password updated.');
      expect(sent).toHaveLength(2);
      expect(sent[1]?.body).toEqual({
        email: 'asha.nair@example.com',
        tok: validToken,
        newPassword: 'Anchor#2027',
        confirmPassword: 'Anchor#2027',
      });
    },
  );

  it.each<[string, [string, string, string], string]>([
    [
      'a password that breaks a rule',
      ['anchor', 'anchor', 'asha@example.com'],
      'Please meet all password requirements.',
    ],
    ['a different confirmation', ['Anchor#2027', 'Anchor#2028', 'asha@example.com'], 'Passwords do not match.'],
    ['a missing email', ['Anchor#2027', 'Anchor#2027', ''], 'Email is required'],
    ['an invalid email', ['Anchor#2027', 'Anchor#2027', 'asha'], 'Invalid email format'],
  ])('the password reset form refuses %s and sends nothing', async (_, [password, confirm, email], text) => {
    const { sent, person } = await openVerified();
    fill(password, confirm, email);
    confirmField().focus();
    await person.keyboard('{Enter}');
    expect(await screen.findByText(text)).toBeTruthy();
    expect(sent).toHaveLength(1);
  });

  it('the Cancel button of the password reset page clears the passwords, the error and the list of rules, but not the email', async () => {
    const { person } = await openVerified({ update: refusal(409, 'PASSWORD_SAME_AS_OLD') });
    fill();
    await person.click(updateButton());
    await screen.findByText('New password cannot be same as old password.');
    await person.click(screen.getByRole('button', { name: 'Cancel' }));
    expect([passwordField().value, confirmField().value]).toEqual(['', '']);
    expect(screen.queryByRole('alert')).toBeNull();
    expect(checklist()).toBeNull();
    expect(emailField().value).toBe('asha.nair@example.com');
  });

  it('the Cancel button of the password reset page clears the errors of the fields', async () => {
    const { person } = await openVerified();
    fill('Anchor#2027', 'Anchor#2028');
    await person.click(updateButton());
    await screen.findByText('Passwords do not match.');
    await person.click(screen.getByRole('button', { name: 'Cancel' }));
    expect(screen.queryByText('Passwords do not match.')).toBeNull();
  });
});

describe('the password update', () => {
  it('after a password reset, the password reset page shows “Password updated.” and calls onEnd with “updated” two seconds later', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true });
    const { onEnd, onUpdated } = await openVerified();
    fill();
    fireEvent.click(updateButton());
    await screen.findByText('Password updated.');
    expect(onUpdated).toHaveBeenCalledTimes(1);
    expect(passwordField().disabled).toBe(true);
    await act(() => vi.advanceTimersByTimeAsync(1500));
    expect(onEnd).not.toHaveBeenCalled();
    await act(() => vi.advanceTimersByTimeAsync(500));
    expect(onEnd).toHaveBeenCalledExactlyOnceWith('updated');
  });

  it('when the server answers the new password with 401, the password reset page calls onEnd with “unauthorized”', async () => {
    const { onEnd, onUpdated } = await openVerified({ update: unauthorized });
    fill();
    fireEvent.click(updateButton());
    await waitFor(() => expect(onEnd).toHaveBeenCalledExactlyOnceWith('unauthorized'));
    expect(onUpdated).not.toHaveBeenCalled();
  });

  it.each<[string, Answered, string]>([
    ['400 INVALID_REQUEST', refusal(400, 'INVALID_REQUEST'), 'Invalid request.Try again.'],
    ['409 UNABLE_TO_UPDATE', refusal(409, 'UNABLE_TO_UPDATE'), 'Unable to update your password!. Contact us.'],
    ['404 USER_NOT_FOUND', refusal(404, 'USER_NOT_FOUND'), 'Invalid email.'],
    ['409 PASSWORD_SAME_AS_OLD', refusal(409, 'PASSWORD_SAME_AS_OLD'), 'New password cannot be same as old password.'],
    ['500 INTERNAL_ERROR', refusal(500, 'INTERNAL_ERROR'), 'Please try again later.'],
    ['503 UNAVAILABLE', refusal(503, 'UNAVAILABLE', 'The service is busy.'), 'The service is busy.'],
    ['503 UNAVAILABLE without a message', refusal(503, 'UNAVAILABLE', ''), 'Something went wrong.'],
    ['a network error', 'no answer', 'Something went wrong.'],
    ['a 502 of a proxy', { status: 502, body: 'bad gateway' }, 'Something went wrong.'],
  ])('the password reset page shows the error for %s and keeps what was typed', async (_, answer, text) => {
    const { person } = await openVerified({ update: answer });
    fill();
    await person.click(updateButton());
    expect((await screen.findByRole('alert')).textContent).toContain(text);
    expect([emailField().value, passwordField().value]).toEqual(['asha.nair@example.com', 'Anchor#2027']);
    expect(updateButton().disabled).toBe(false);
  });

  it('when the response to a password reset was lost, a retry sends the same idempotency key', async () => {
    const { sent, person } = await openVerified({ update: 'no answer' });
    fill();
    await person.click(updateButton());
    await screen.findByRole('alert');
    await person.click(updateButton());
    await waitFor(() => expect(sent).toHaveLength(3));
    const keys = sent.slice(1).map(({ headers }) => headers.get('idempotency-key'));
    expect(keys[0]).toMatch(/^[0-9a-f]{64}$/);
    expect(keys[1]).toBe(keys[0]);
  });
});
