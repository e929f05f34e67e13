import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, describe, expect, it } from 'vitest';
import { createForgotFlow } from '../../../src/auth/forgot-flow.ts';
import { ForgotPage } from '../../../src/auth/forgot-page.tsx';
import { type Answered, answeringApi, refusal } from '../../support/answers.ts';
import { renderInPage } from '../../support/in-page.tsx';
import { brand } from '../catalogue/academy.ts';

async function openForgot(answer: Answered = { body: { statusCode: 200 } }) {
  const { api, sent } = answeringApi({ 'POST /api/auth/user/forgot/pass': answer });
  await renderInPage(<ForgotPage flow={createForgotFlow(api)} brand={brand} />, { api });
  return { sent, person: userEvent.setup() };
}

const emailBox = () => screen.getByLabelText<HTMLInputElement>(/^E-mail/);
const send = (person: ReturnType<typeof userEvent.setup>) =>
  person.click(screen.getByRole('button', { name: 'Send Reset Link' }));

afterEach(() => sessionStorage.clear());

describe('the forgot-password page', () => {
  it('has its title and the two support numbers', async () => {
    await openForgot();
    expect(screen.getByRole('heading', { level: 1, name: 'Reset Your Password' })).toBeTruthy();
    const phones = screen.getAllByRole('link').filter((link) => link.getAttribute('href')?.startsWith('tel:'));
    expect(phones.map((link) => link.textContent)).toEqual(brand.support_phones);
  });

  it.each([
    ['', 'Email is required'],
    ['asha', 'Invalid email format'],
  ])('does not send %j', async (typed, message) => {
    const { person, sent } = await openForgot();
    if (typed) await person.type(emailBox(), typed);
    await send(person);
    expect(await screen.findByText(message)).toBeTruthy();
    expect(sent).toEqual([]);
  });

  it('hides the form on success and says so in green', async () => {
    const { person, sent } = await openForgot();
    await person.type(emailBox(), ' asha.nair@example.com ');
    await send(person);
    const said = await screen.findByText('A reset link is on its way to your e-mail.');
    expect(said.closest('[data-tone]')?.getAttribute('data-tone')).toBe('right');
    expect(screen.queryByLabelText(/^E-mail/)).toBeNull();
    expect(sent[0]?.body).toEqual({ email: 'asha.nair@example.com' });
  });

  it.each<[Answered, string]>([
    [refusal(404, 'USER_NOT_FOUND'), 'User not found. Please check your email address.'],
    [refusal(400, 'INVALID_REQUEST'), 'Invalid request.'],
    [refusal(429, 'ALREADY_SENT'), 'Reset link has been sent alraedy. Try after sometimes.'],
    [refusal(500, 'INTERNAL_ERROR'), 'Please try again later.'],
    [refusal(429, 'RATE_LIMITED', 'Please try again in 5 minutes.'), 'Please try again in 5 minutes.'],
    ['no answer', 'Unable to send email.'],
    [{ status: 502, body: 'bad gateway' }, 'Unable to send email.'],
  ])('says in red what became of %j, and keeps the e-mail', async (answer, text) => {
    const { person } = await openForgot(answer);
    await person.type(emailBox(), 'asha.nair@example.com');
    await send(person);
    const said = await screen.findByText(text);
    expect(said.closest('[data-tone]')?.getAttribute('data-tone')).toBe('wrong');
    expect(emailBox().value).toBe('asha.nair@example.com');
  });

  it('asks anew, under a new key, once the server has answered', async () => {
    const { person, sent } = await openForgot(refusal(404, 'USER_NOT_FOUND'));
    await person.type(emailBox(), 'asha.nair@example.com');
    await send(person);
    await screen.findByRole('alert');
    await send(person);
    await screen.findByRole('alert');
    const keys = sent.map(({ headers }) => headers.get('idempotency-key'));
    expect(keys).toHaveLength(2);
    expect(keys[0]).not.toBe(keys[1]);
  });
});
