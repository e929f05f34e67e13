import { fireEvent, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, describe, expect, it } from 'vitest';
import { createForgotFlow } from '../../../../src/auth/reset/forgot-flow.ts';
import { ForgotPage } from '../../../../src/auth/reset/forgot-page.tsx';
import { type Answered, answeringApi, refusal } from '../../../support/answers.ts';
import { renderInPage } from '../../../support/in-page.tsx';
import { brand } from '../../catalogue/academy.ts';

async function openForgot(answer: Answered = { body: { statusCode: 200 } }) {
  const { api, sent } = answeringApi({ 'POST /api/auth/user/forgot/pass': answer });
  await renderInPage(<ForgotPage flow={createForgotFlow(api)} brand={brand} />, { api });
  return { sent, person: userEvent.setup({ delay: null }) };
}

const emailField = () => screen.getByLabelText<HTMLInputElement>(/^Email/);
const enterEmail = (email: string) => fireEvent.change(emailField(), { target: { value: email } });
const send = (person: ReturnType<typeof userEvent.setup>) =>
  person.click(screen.getByRole('button', { name: 'Send Reset Link' }));

afterEach(() => sessionStorage.clear());

describe('the forgot-password page', () => {
  it('the forgot-password page shows its title and the two support numbers', async () => {
    await openForgot();
    expect(screen.getByRole('heading', { level: 1, name: 'Reset Your Password' })).toBeTruthy();
    const phones = screen.getAllByRole('link').filter((link) => link.getAttribute('href')?.startsWith('tel:'));
    expect(phones.map((link) => link.textContent)).toEqual(brand.support_phones);
  });

  it.each([
    ['', 'Email is required'],
    ['asha', 'Invalid email format'],
  ])('the forgot-password page refuses the email %j: %s', async (typed, message) => {
    const { person, sent } = await openForgot();
    enterEmail(typed);
    await send(person);
    expect(await screen.findByText(message)).toBeTruthy();
    expect(sent).toEqual([]);
  });

  it('the forgot-password page replaces its form by a green confirmation when the reset link was sent', async () => {
    const { person, sent } = await openForgot();
    await person.type(emailField(), ' asha.nair@example.com ');
    await send(person);
    const notice = await screen.findByText('A reset link is on its way to your email.');
    expect(notice.closest('[data-tone]')?.getAttribute('data-tone')).toBe('success');
    expect(document.activeElement).toBe(notice.closest('[tabindex]'));
    expect(screen.queryByLabelText(/^Email/)).toBeNull();
    expect(sent[0]?.body).toEqual({ email: 'asha.nair@example.com' });
  });

  it.each<[string, Answered, string]>([
    ['404 USER_NOT_FOUND', refusal(404, 'USER_NOT_FOUND'), 'User not found. Please check your email address.'],
    ['400 INVALID_REQUEST', refusal(400, 'INVALID_REQUEST'), 'Invalid request.'],
    ['429 ALREADY_SENT', refusal(429, 'ALREADY_SENT'), 'Reset link has been sent alraedy. Try after sometimes.'],
    ['500 INTERNAL_ERROR', refusal(500, 'INTERNAL_ERROR'), 'Please try again later.'],
    [
      '429 RATE_LIMITED',
      refusal(429, 'RATE_LIMITED', 'Please try again in 5 minutes.'),
      'Please try again in 5 minutes.',
    ],
    ['429 RATE_LIMITED without a message', refusal(429, 'RATE_LIMITED', ''), 'Unable to send email.'],
    ['a network error', 'no answer', 'Unable to send email.'],
    ['a 502 of a proxy', { status: 502, body: 'bad gateway' }, 'Unable to send email.'],
  ])('the forgot-password page shows a red error for %s and keeps the typed email', async (_, answer, text) => {
    const { person } = await openForgot(answer);
    enterEmail('asha.nair@example.com');
    await send(person);
    const notice = await screen.findByText(text);
    expect(notice.closest('[data-tone]')?.getAttribute('data-tone')).toBe('error');
    expect(emailField().value).toBe('asha.nair@example.com');
  });

  it('once the server has responded to a request for a password reset link, the next request has a new idempotency key', async () => {
    const { person, sent } = await openForgot(refusal(404, 'USER_NOT_FOUND'));
    enterEmail('asha.nair@example.com');
    await send(person);
    await screen.findByRole('alert');
    await send(person);
    await screen.findByRole('alert');
    const keys = sent.map(({ headers }) => headers.get('idempotency-key'));
    expect(keys).toHaveLength(2);
    expect(keys[0]).not.toBe(keys[1]);
  });
});
