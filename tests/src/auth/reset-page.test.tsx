import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { createResetFlow } from '../../../src/auth/reset-flow.ts';
import { ResetPage } from '../../../src/auth/reset-page.tsx';
import { type Answered, answeringApi, refusal } from '../../support/answers.ts';
import { renderInPage } from '../../support/in-page.tsx';

const done: Answered = { body: { statusCode: 200 } };
const unauthorized = refusal(401, 'UNAUTHORIZED_REQUEST', 'Unauthorized request');
const token = 'x'.repeat(43);

type Prepared = { verify?: Answered; update?: Answered; token?: string | null };

async function openReset({ verify = done, update = done, token: tok = token }: Prepared = {}) {
  const { api, sent } = answeringApi({
    'POST /api/auth/verify/user/flag': verify,
    'POST /api/auth/user/reset/pass': update,
  });
  const onEnd = vi.fn();
  const onUpdated = vi.fn();
  const flow = createResetFlow({ api, token: tok, onUpdated });
  await renderInPage(<ResetPage flow={flow} brand={null} onEnd={onEnd} />, { api });
  return { sent, onEnd, onUpdated, person: userEvent.setup() };
}

const emailBox = () => screen.getByLabelText<HTMLInputElement>(/^E-mail/);
const newBox = () => screen.getByLabelText<HTMLInputElement>(/^New password/);
const confirmBox = () => screen.getByLabelText<HTMLInputElement>(/^Confirm new password/);
const updateButton = () => screen.getByRole<HTMLButtonElement>('button', { name: 'Update Password' });
const checklist = () => screen.queryByRole('list', { name: 'Password requirements' });

async function openVerified(prepared: Prepared = {}) {
  const opened = await openReset(prepared);
  await waitFor(() => expect(emailBox().disabled).toBe(false));
  return opened;
}

function fill(password = 'Anchor#2027', confirm = password, email = 'asha.nair@example.com'): void {
  fireEvent.change(emailBox(), { target: { value: email } });
  fireEvent.change(newBox(), { target: { value: password } });
  fireEvent.change(confirmBox(), { target: { value: confirm } });
}

afterEach(() => {
  vi.useRealTimers();
  sessionStorage.clear();
});

describe('the link', () => {
  it('keeps the fields disabled until it is verified', async () => {
    const { sent } = await openReset();
    for (const box of [emailBox(), newBox(), confirmBox()]) expect(box.disabled).toBe(true);
    await waitFor(() => expect(emailBox().disabled).toBe(false));
    expect([newBox().disabled, confirmBox().disabled]).toEqual([false, false]);
    expect(sent[0]?.body).toEqual({ tok: token });
  });

  it.each<[string, Prepared, string]>([
    ['is refused', { verify: unauthorized }, 'linkRefused'],
    ['meets a broken server', { verify: refusal(500, 'INTERNAL_ERROR') }, 'linkRefused'],
    ['is answered with another shape', { verify: { body: { statusCode: 204 } } }, 'linkRefused'],
    ['gets no answer', { verify: 'no answer' }, 'linkUnchecked'],
    ['is missing', { token: null }, 'linkRefused'],
  ])('ends the page when it %s', async (_, prepared, end) => {
    const { onEnd } = await openReset(prepared);
    await waitFor(() => expect(onEnd).toHaveBeenCalledExactlyOnceWith(end));
    expect(emailBox().disabled).toBe(true);
  });
});

describe('the new password', { timeout: 30_000 }, () => {
  it('is measured by a live checklist once typing begins', async () => {
    await openVerified();
    const type = (text: string) => fireEvent.change(newBox(), { target: { value: newBox().value + text } });
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

  it.each([...'!@#$%^&*(),.?":{}|<>'])('may have %s as its special character', async (character) => {
    await openVerified();
    fill(`Anchor2027${character}`);
    expect(updateButton().disabled).toBe(false);
  });

  it.each(['Anchor2027-', 'Anchor2027_', 'Anchor2027 '])('lacks a special character in %j', async (password) => {
    await openVerified();
    fill(password);
    expect(updateButton().disabled).toBe(true);
  });

  it('can be looked at for three seconds', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true });
    await openVerified();
    fill();
    fireEvent.mouseDown(screen.getByRole('button', { name: 'Show password' }));
    expect([newBox().type, confirmBox().type]).toEqual(['text', 'password']);
    await act(() => vi.advanceTimersByTimeAsync(2900));
    expect(newBox().type).toBe('text');
    await act(() => vi.advanceTimersByTimeAsync(200));
    expect(newBox().type).toBe('password');
    expect(screen.getByRole('button', { name: 'Show password', pressed: false })).toBeTruthy();
  });

  it('hides before that on a second tap', async () => {
    await openVerified();
    fireEvent.mouseDown(screen.getByRole('button', { name: 'Show password' }));
    fireEvent.mouseDown(screen.getByRole('button', { name: 'Show password', pressed: true }));
    expect(newBox().type).toBe('password');
  });
});

describe('the form', { timeout: 30_000 }, () => {
  it('submits by Enter in any field, e-mail trimmed, with the token', async () => {
    for (const box of [emailBox, newBox, confirmBox]) {
      const { sent, person } = await openVerified();
      fill(undefined, undefined, ' asha.nair@example.com ');
      box().focus();
      await person.keyboard('{Enter}');
      await screen.findByText('Password updated.');
      expect(sent).toHaveLength(2);
      expect(sent[1]?.body).toEqual({
        email: 'asha.nair@example.com',
        tok: token,
        newPassword: 'Anchor#2027',
        confirmPassword: 'Anchor#2027',
      });
      document.body.innerHTML = '';
    }
  });

  it.each<[string, [string, string, string], string]>([
    ['a rule is not met', ['anchor', 'anchor', 'asha@example.com'], 'Please meet all password requirements.'],
    ['the confirmation differs', ['Anchor#2027', 'Anchor#2028', 'asha@example.com'], 'Passwords do not match.'],
    ['the e-mail is missing', ['Anchor#2027', 'Anchor#2027', ''], 'Email is required'],
    ['the e-mail is none', ['Anchor#2027', 'Anchor#2027', 'asha'], 'Invalid email format'],
  ])('says when %s', async (_, [password, confirm, email], text) => {
    const { sent, person } = await openVerified();
    fill(password, confirm, email);
    confirmBox().focus();
    await person.keyboard('{Enter}');
    expect(await screen.findByText(text)).toBeTruthy();
    expect(sent).toHaveLength(1);
  });

  it('clears passwords, error and checklist on Cancel', async () => {
    const { person } = await openVerified({ update: refusal(409, 'PASSWORD_SAME_AS_OLD') });
    fill();
    await person.click(updateButton());
    await screen.findByText('New password cannot be same as old password.');
    await person.click(screen.getByRole('button', { name: 'Cancel' }));
    expect([newBox().value, confirmBox().value]).toEqual(['', '']);
    expect(screen.queryByRole('alert')).toBeNull();
    expect(checklist()).toBeNull();
    expect(emailBox().value).toBe('asha.nair@example.com');
  });

  it('clears what is wrong with its fields on Cancel', async () => {
    const { person } = await openVerified();
    fill('Anchor#2027', 'Anchor#2028');
    await person.click(updateButton());
    await screen.findByText('Passwords do not match.');
    await person.click(screen.getByRole('button', { name: 'Cancel' }));
    expect(screen.queryByText('Passwords do not match.')).toBeNull();
  });
});

describe('the update', { timeout: 30_000 }, () => {
  it('says so and goes to login after two seconds', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true });
    const { onEnd, onUpdated } = await openVerified();
    fill();
    fireEvent.click(updateButton());
    await screen.findByText('Password updated.');
    expect(onUpdated).toHaveBeenCalledTimes(1);
    expect(newBox().disabled).toBe(true);
    await act(() => vi.advanceTimersByTimeAsync(1500));
    expect(onEnd).not.toHaveBeenCalled();
    await act(() => vi.advanceTimersByTimeAsync(500));
    expect(onEnd).toHaveBeenCalledExactlyOnceWith('updated');
  });

  it('that is unauthorized ends the page', async () => {
    const { onEnd, onUpdated } = await openVerified({ update: unauthorized });
    fill();
    fireEvent.click(updateButton());
    await waitFor(() => expect(onEnd).toHaveBeenCalledExactlyOnceWith('unauthorized'));
    expect(onUpdated).not.toHaveBeenCalled();
  });

  it.each<[Answered, string]>([
    [refusal(400, 'INVALID_REQUEST'), 'Invalid request.Try again.'],
    [refusal(409, 'UNABLE_TO_UPDATE'), 'Unable to update your password!. Contact us.'],
    [refusal(404, 'USER_NOT_FOUND'), 'Invalid email.'],
    [refusal(409, 'PASSWORD_SAME_AS_OLD'), 'New password cannot be same as old password.'],
    [refusal(500, 'INTERNAL_ERROR'), 'Please try again later.'],
    [refusal(503, 'UNAVAILABLE', 'The service is busy.'), 'The service is busy.'],
    ['no answer', 'Something went wrong.'],
    [{ status: 502, body: 'bad gateway' }, 'Something went wrong.'],
  ])('says what became of %j and keeps what was typed', async (answer, text) => {
    const { person } = await openVerified({ update: answer });
    fill();
    await person.click(updateButton());
    expect((await screen.findByRole('alert')).textContent).toContain(text);
    expect([emailBox().value, newBox().value]).toEqual(['asha.nair@example.com', 'Anchor#2027']);
    expect(updateButton().disabled).toBe(false);
  });

  it('is repeated under its key after a lost reply', async () => {
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
