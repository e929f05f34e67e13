import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it } from 'vitest';
import type { CodeProvider } from '../../../src/auth/code-provider.ts';
import { createLoginFlow } from '../../../src/auth/login-flow.ts';
import { LoginPage } from '../../../src/auth/login-page.tsx';
import { type Answered, answeringApi, refusal, type SentCall } from '../../support/answers.ts';
import { renderInPage } from '../../support/in-page.tsx';

const userId = '6f1c2a34-7a10-4b5e-9d55-0f6f6b1f0001';
const student = { id: userId, name: 'Asha Nair', image: null };
const user = {
  user_id: userId,
  field: 'email',
  email: 'a****r@example.com',
  mobile: '******0001',
  whatsapp_number: '******0001',
  is_default_password: false,
};
const found: Answered = { body: { statusCode: 200, status: 200, user } };
const signedIn: Answered = { body: { statusCode: 200, user: student } };

const workingProvider: CodeProvider = {
  load: async () => {},
  send: async () => ({ kind: 'sent', requestId: 'req-1', sentAt: Date.now() }),
  resend: async () => ({ kind: 'sent', requestId: 'req-1', sentAt: Date.now() }),
  verify: async ({ code }) =>
    code === '123456' ? { kind: 'verified', accessToken: 'jwt' } : { kind: 'refused', code: 'incorrectCode' },
};

type Prepared = {
  answers?: Record<string, Answered | ((call: SentCall) => Answered)>;
  provider?: Partial<CodeProvider>;
  identifier?: string;
  from?: string;
};

async function openLogin({ answers = {}, provider = {}, identifier, from }: Prepared = {}) {
  const { api, sent } = answeringApi({
    'POST /api/auth/search/user': found,
    'POST /api/auth/login': signedIn,
    'GET /api/auth/search/user/contact': { body: { statusCode: 200, user: { contact: '09876 500001' } } },
    'POST /api/auth/login/otp': signedIn,
    ...answers,
  });
  const flow = createLoginFlow({ api, provider: { ...workingProvider, ...provider }, now: Date.now });
  await renderInPage(<LoginPage flow={flow} identifier={identifier} from={from ?? null} brand={null} />, { api });
  return { sent, person: userEvent.setup() };
}

const identifierBox = () => screen.findByLabelText(/E-mail, mobile/);
const button = (name: string | RegExp) => screen.findByRole('button', { name });

async function reachMethods(prepared: Prepared = {}) {
  const opened = await openLogin({ identifier: 'asha.nair@example.com', ...prepared });
  await screen.findByText('How would you like to sign in?');
  return opened;
}

async function reachPassword(prepared: Prepared = {}) {
  const opened = await reachMethods(prepared);
  await opened.person.click(await button('Password'));
  await screen.findByLabelText('Password');
  return opened;
}

async function reachCode(prepared: Prepared = {}) {
  const opened = await reachMethods(prepared);
  await opened.person.click(await button(/Code by WhatsApp/));
  return opened;
}

describe('the identifier', () => {
  it('keeps Continue disabled while it is blank, and says what to enter', async () => {
    const { person } = await openLogin();
    expect(await button('Continue')).toHaveProperty('disabled', true);
    await person.type(await identifierBox(), '  ');
    await person.tab();
    await screen.findByText('Enter any of your details to continue');
    expect(await button('Continue')).toHaveProperty('disabled', true);
  });

  it('is looked up at once when it came in the address', async () => {
    const { sent } = await reachMethods();
    expect(sent[0]?.body).toEqual({ identifier: 'asha.nair@example.com' });
  });

  it('that nobody has shows the not-found notice and keeps what was typed', async () => {
    const { person } = await openLogin({
      answers: { 'POST /api/auth/search/user': refusal(404, 'USER_NOT_FOUND', 'User not found') },
    });
    await person.type(await identifierBox(), '24EL9999');
    await person.click(await button('Continue'));
    await screen.findByText('We found no account with these details');
    await screen.findByText('User not found');
    expect(await identifierBox()).toHaveProperty('value', '24EL9999');
  });

  it('whose lookup fails says so beside the not-found notice', async () => {
    await openLogin({ identifier: 'x', answers: { 'POST /api/auth/search/user': 'no answer' } });
    await screen.findByText('Something went wrong.');
    await screen.findByText('We found no account with these details');
  });
});

describe('the choice of method', () => {
  it('offers what the account has', async () => {
    await reachMethods({
      answers: {
        'POST /api/auth/search/user': { body: { statusCode: 200, status: 200, user: { ...user, email: null } } },
      },
    });
    expect(screen.queryByRole('button', { name: /Code by e-mail/ })).toBeNull();
    await button(/Code by WhatsApp/);
  });

  it('disables a default password and leads to setting one', async () => {
    const dev = { ...user, is_default_password: true };
    await reachMethods({
      answers: { 'POST /api/auth/search/user': { body: { statusCode: 200, status: 200, user: dev } } },
    });
    expect(await button('Password')).toHaveProperty('disabled', true);
    expect(screen.getByRole('link', { name: 'Set Password' }).getAttribute('href')).toBe('/auth/forgot-password');
  });

  it('goes back to an empty identifier', async () => {
    const { person } = await reachMethods();
    await person.click(await button('Back'));
    expect(await identifierBox()).toHaveProperty('value', '');
  });
});

describe('the password', () => {
  it('is asked for before anything is sent', async () => {
    const { person, sent } = await reachPassword();
    await person.click(await button('Login'));
    await screen.findByText('Please enter the password.');
    expect(sent.filter(({ url }) => url === '/api/auth/login')).toEqual([]);
  });

  it('signs in with what the lookup found, then asks where to go', async () => {
    const { person, sent } = await reachPassword({ from: '/course-booking/details' });
    await person.type(screen.getByLabelText('Password'), 'Landfall#2026');
    await person.click(await button('Login'));
    await screen.findByText('Where would you like to go?');
    expect(sent.at(-1)?.body).toEqual({
      identifier: 'asha.nair@example.com',
      field: 'email',
      user_id: userId,
      password: 'Landfall#2026',
      type: 'student',
    });
    expect(screen.getByRole('link', { name: 'Book Online' }).getAttribute('href')).toBe('/course-booking');
    expect(screen.getByRole('link', { name: 'Student Profile' }).getAttribute('href')).toBe('/profile');
    expect(screen.getByRole('link', { name: 'Back to where you were' }).getAttribute('href')).toBe(
      '/course-booking/details',
    );
  });

  it.each([
    ['a wrong one', refusal(401, 'INVALID_CREDENTIALS'), 'Invalid credentials'],
    [
      'an unknown user',
      { status: 201, body: { statusCode: 201, message: 'User not found' } } as Answered,
      'User not found',
    ],
    ['a broken server', refusal(500, 'INTERNAL_ERROR'), 'Something went wrong'],
    ['no answer', 'no answer' as Answered, 'Something went wrong'],
  ])('says what happened for %s and keeps what was typed', async (_, answer, text) => {
    const { person } = await reachPassword({ answers: { 'POST /api/auth/login': answer } });
    await person.type(screen.getByLabelText('Password'), 'wrong one');
    await person.click(await button('Login'));
    await screen.findByText(text);
    expect(screen.getByLabelText('Password')).toHaveProperty('value', 'wrong one');
  });

  it('goes back to the choice', async () => {
    const { person } = await reachPassword();
    await person.click(await button('Back'));
    await screen.findByText('How would you like to sign in?');
  });
});

describe('the one-time code', () => {
  it('is sent by itself to the masked contact, and signs in', async () => {
    const { person, sent } = await reachCode();
    await screen.findByText('Sent to ********0001');
    const boxes = screen.getAllByLabelText(/Digit \d of 6/);
    expect(boxes).toHaveLength(6);
    await person.click(boxes[0] as HTMLElement);
    await person.paste('123456');
    await person.click(await button('Verify'));
    await screen.findByText('Where would you like to go?');
    expect(sent.at(-1)?.body).toEqual({ user_id: userId, type: 'student', OTPtoken: 'jwt', method: 'whatsapp_otp' });
  });

  it('must be complete, and says when it is wrong', async () => {
    const { person } = await reachCode();
    const boxes = await screen.findAllByLabelText(/Digit \d of 6/);
    await person.click(boxes[0] as HTMLElement);
    await person.paste('12345');
    await person.click(await button('Verify'));
    await screen.findByText('Enter complete OTP');
    await person.click(boxes[5] as HTMLElement);
    await person.keyboard('7');
    await person.click(await button('Verify'));
    await screen.findByText('Incorrect OTP');
  });

  it('counts down before it can be sent again', async () => {
    await reachCode();
    const resend = await button(/Resend code in (30|29) s/);
    expect(resend).toHaveProperty('disabled', true);
  });

  it.each<[string, Prepared, string]>([
    [
      'the provider does not load',
      { provider: { load: async () => Promise.reject(new Error('gone')) } },
      'Failed to load OTP provider',
    ],
    [
      'the number cannot be fetched',
      { answers: { 'GET /api/auth/search/user/contact': refusal(500, 'INTERNAL_ERROR') } },
      'Unable to fetch number',
    ],
    [
      'the number is no number',
      { answers: { 'GET /api/auth/search/user/contact': { body: { statusCode: 200, user: { contact: '12345' } } } } },
      'Invalid number',
    ],
    [
      'the number has no WhatsApp',
      { provider: { send: async () => ({ kind: 'refused', code: 'notOnWhatsapp' }) } },
      'Number is not registered to Whatsapp',
    ],
    [
      'sending fails',
      { provider: { send: async () => ({ kind: 'refused', code: 'sendFailed' }) } },
      'Unable to send OTP',
    ],
  ])('says when %s, with a way to try again and back', async (_, prepared, text) => {
    const { person } = await reachCode(prepared);
    await screen.findByText(text);
    await button('Try again');
    await person.click(await button('Back'));
    await screen.findByText('How would you like to sign in?');
  });

  it.each<[string, Answered, string]>([
    ['is unknown', { body: { statusCode: 201, message: 'User not found' } }, 'User not found'],
    [
      'is not believed',
      {
        body: {
          statusCode: 401,
          code: 'INVALID_CREDENTIALS',
          errorCode: 'INVALID_CREDENTIALS',
          message: 'Invalid credentials',
          requestId: 'r',
        },
      },
      'Invalid credentials',
    ],
    ['gets no answer', 'no answer', 'Something went wrong'],
  ])('says when the student %s', async (_, answer, text) => {
    const { person } = await reachCode({ answers: { 'POST /api/auth/login/otp': answer } });
    const boxes = await screen.findAllByLabelText(/Digit \d of 6/);
    await person.click(boxes[0] as HTMLElement);
    await person.paste('123456');
    await person.click(await button('Verify'));
    await waitFor(() => screen.getByText(text));
  });
});
