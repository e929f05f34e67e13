import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { signInByCode } from '../../../../contract/auth.ts';
import { sessionHintCookie } from '../../../../contract/headers.ts';
import { getLoginStatus } from '../../../../contract/signed-in.ts';
import { readPendingCode } from '../../../../src/auth/sign-in/pending-code.ts';
import { connection } from '../../../../src/offline/connection/page-connection.ts';
import { type Answered, refusal } from '../../../support/answers.ts';
import { enterPortal } from '../../../support/server-down.ts';
import {
  brand,
  button,
  identifierBox,
  openLogin,
  type Prepared,
  reachCode,
  reachMethods,
  reachPassword,
  user,
  userId,
  workingProvider,
} from './login-screen.tsx';

const serverErrors: Array<[string, Answered]> = [
  ['a network error', 'no answer'],
  ['a server error', refusal(500, 'INTERNAL_ERROR')],
];
const serverErrorText = 'Our server did not respondNothing you typed is lost. Try again in a moment.';
const portalText =
  'This network does not connect to our siteNothing you typed is lost. Try again when you are back online.';

const typePassword = (text: string) => fireEvent.change(screen.getByLabelText('Password'), { target: { value: text } });

beforeEach(() => sessionStorage.clear());
afterEach(() => connection.report('ours'));

describe('the identifier step', () => {
  it('the login page keeps Continue disabled and says what to enter while the identifier is blank', async () => {
    const { person } = await openLogin();
    expect(await button('Continue')).toHaveProperty('disabled', true);
    await person.type(await identifierBox(), '  {Enter}');
    await screen.findByText('Enter any of your details to continue');
    expect(await button('Continue')).toHaveProperty('disabled', true);
  });

  it('while Continue on the login page is disabled, a hint says what to enter and is the accessible description of the button', async () => {
    const { person } = await openLogin({});
    const hint = await screen.findByText('Enter any one of these, as registered with the academy, to continue.');
    const describedBy = async () => (await button('Continue')).getAttribute('aria-describedby');
    expect(await describedBy()).toBe(hint.id);
    expect((await identifierBox()).getAttribute('aria-describedby')).toContain(hint.id);
    await person.type(await identifierBox(), '24EL0001');
    expect(await describedBy()).toBeNull();
  });

  it('the login page shows no error when the empty identifier field loses focus', async () => {
    const { person } = await openLogin({ from: '/course-booking?course=401&batch=5045' });
    const box = await identifierBox();
    expect(document.activeElement).toBe(box);
    await person.tab();
    expect(document.activeElement).not.toBe(box);
    expect(screen.queryByText('Enter any of your details to continue')).toBeNull();
  });

  it('the register link on the login page passes on the address to return to', async () => {
    await openLogin({ from: '/course-booking?course=401&batch=5045' });
    const link = await screen.findByRole('link', { name: 'Register' });
    const { pathname, searchParams } = new URL(String(link.getAttribute('href')), 'https://site.invalid');
    expect([pathname, searchParams.get('from')]).toEqual(['/register', '/course-booking?course=401&batch=5045']);
  });

  it('when the URL of the login page contains an identifier, the page looks up the account at once', async () => {
    const { sent } = await reachMethods();
    expect(sent[0]?.body).toEqual({ identifier: 'asha.nair@example.com' });
  });

  it('the login page says that no account was found and keeps the typed identifier', async () => {
    const { person } = await openLogin({
      answers: { 'POST /api/auth/search/user': refusal(404, 'USER_NOT_FOUND', 'User not found') },
    });
    await person.type(await identifierBox(), '24EL9999');
    await person.click(await button('Continue'));
    await screen.findByText('We found no account with these details');
    await screen.findByText('User not found');
    expect(await identifierBox()).toHaveProperty('value', '24EL9999');
  });

  it('after a failed account lookup, pressing Enter in the emptied identifier field shows what to enter', async () => {
    const { person } = await openLogin({
      answers: { 'POST /api/auth/search/user': refusal(404, 'USER_NOT_FOUND', 'User not found') },
    });
    await person.type(await identifierBox(), '24EL9999{Enter}');
    await screen.findByText('User not found');
    await person.clear(await identifierBox());
    await person.type(await identifierBox(), '{Enter}');
    await screen.findByText('Enter any of your details to continue');
    expect(screen.queryByText('User not found')).toBeNull();
  });

  it.each<[string, Answered]>(serverErrors)(
    'after %s during the account lookup, the login page says that the account may still exist',
    async (_, answer) => {
      await openLogin({ identifier: 'x', answers: { 'POST /api/auth/search/user': answer } });
      await screen.findByText('Something went wrong.');
      await screen.findByText('We found no account with these details');
      await screen.findByText(/^Our server did not respond, so you may still have an account\. Nothing/);
      expect(screen.queryByText(/register as a new student/)).toBeNull();
      expect(await identifierBox()).toHaveProperty('value', 'x');
    },
  );

  it('when a captive portal blocks the account lookup, the login page says that the network does not connect to our site', async () => {
    await enterPortal();
    await openLogin({ identifier: 'x', answers: { 'POST /api/auth/search/user': 'no answer' } });
    await screen.findByText('Something went wrong.');
    await screen.findByText(/^This network does not connect to our site, so you may still have an account\. Nothing/);
  });
});

describe('the choice of a sign-in method', () => {
  it('the login page offers only the sign-in methods that the account has', async () => {
    await reachMethods({
      answers: {
        'POST /api/auth/search/user': { body: { statusCode: 200, status: 200, user: { ...user, email: null } } },
      },
    });
    expect(screen.queryByRole('button', { name: /Code by email/ })).toBeNull();
    await button(/Code by WhatsApp/);
  });

  it('the login page disables sign-in by password for an account with the default password and has a button “Set Password”', async () => {
    const withDefaultPassword = { ...user, is_default_password: true };
    await reachMethods({
      answers: { 'POST /api/auth/search/user': { body: { statusCode: 200, status: 200, user: withDefaultPassword } } },
    });
    expect(await button('Password')).toHaveProperty('disabled', true);
    const link = screen.getByRole('link', { name: 'Set Password' });
    expect([link.getAttribute('href'), link.dataset.look]).toEqual(['/auth/forgot-password', 'outline']);
  });

  it('the Back button on the choice of sign-in methods returns to an empty identifier field', async () => {
    const { person } = await reachMethods();
    await person.click(await button('Back'));
    expect(await identifierBox()).toHaveProperty('value', '');
  });
});

describe('the password step', () => {
  it('the password field of the login page has the focus at first and again after a wrong password', async () => {
    const { person } = await reachPassword({
      answers: { 'POST /api/auth/login': refusal(401, 'INVALID_CREDENTIALS') },
    });
    const box = screen.getByLabelText('Password');
    expect(document.activeElement).toBe(box);
    await person.keyboard('wrong one');
    await person.click(await button('Login'));
    await screen.findByText('Invalid credentials');
    expect(document.activeElement).toBe(box);
  });

  it.each<[string, Answered]>(serverErrors)('after %s, the login page says when to try again', async (_, answer) => {
    const { person } = await reachPassword({ answers: { 'POST /api/auth/login': answer } });
    await person.keyboard('Landfall#2026{Enter}');
    await screen.findByText('Something went wrong');
    expect((await screen.findByRole('alert')).textContent).toBe(serverErrorText);
    await enterPortal();
    expect(screen.getByRole('alert').textContent).toBe(portalText);
  });

  it('after a wrong password, the login page shows no notice about the connection', async () => {
    const { person } = await reachPassword({
      answers: { 'POST /api/auth/login': refusal(401, 'INVALID_CREDENTIALS') },
    });
    await person.keyboard('wrong one{Enter}');
    await screen.findByText('Invalid credentials');
    expect(screen.queryByRole('alert')).toBeNull();
  });

  it('the password step of the login page sends nothing until a password is typed', async () => {
    const { person, sent } = await reachPassword();
    await person.click(await button('Login'));
    await screen.findByText('Please enter the password.');
    expect(sent.filter(({ url }) => url === '/api/auth/login')).toEqual([]);
  });

  it('after a sign-in by password, the login page links to Book Online, to the student profile and to the page from which the student came', async () => {
    const { person, sent } = await reachPassword({ from: '/course-booking/details' });
    typePassword('Landfall#2026');
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
    ['Back to where you were', '/course-booking/details'],
    ['Book Online', '/course-booking'],
    ['Student Profile', '/profile'],
  ])('after sign-in, following the link “%s” replaces the login page in the browser history', async (name, path) => {
    const { person, router } = await reachPassword({ from: '/course-booking/details' });
    typePassword('Landfall#2026');
    await person.click(await button('Login'));
    await person.click(await screen.findByRole('link', { name }));
    await waitFor(() => expect(router.state.location.pathname).toBe(path));
    expect(router.history.canGoBack()).toBe(false);
  });

  it.each([
    ['a wrong password', refusal(401, 'INVALID_CREDENTIALS'), 'Invalid credentials'],
    [
      'an unknown user',
      { status: 201, body: { statusCode: 201, message: 'User not found' } } as Answered,
      'User not found',
    ],
    ['a server error', refusal(500, 'INTERNAL_ERROR'), 'Something went wrong'],
    ['a network error', 'no answer' as Answered, 'Something went wrong'],
  ])('the login page shows the error for %s and keeps the typed password', async (_, answer, text) => {
    const { person } = await reachPassword({ answers: { 'POST /api/auth/login': answer } });
    typePassword('wrong one');
    await person.click(await button('Login'));
    await screen.findByText(text);
    expect(screen.getByLabelText('Password')).toHaveProperty('value', 'wrong one');
  });

  it('the Back button on the password step of the login page returns to the choice of sign-in methods', async () => {
    const { person } = await reachPassword();
    await person.click(await button('Back'));
    await screen.findByText('How would you like to sign in?');
  });
});

describe('the one-time code step', () => {
  it('the login page sends a one-time code at once, shows the masked number it went to, and the code signs the student in', async () => {
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

  it('the login page requests the login status again after a sign-in by code', async () => {
    const statusUrl = getLoginStatus.url;
    const { person, sent } = await reachCode({
      answers: {
        [`POST ${statusUrl}`]: { body: { statusCode: 200, user: { id: userId, name: 'Asha', image: null } } },
      },
    });
    const cookie = vi.spyOn(document, 'cookie', 'get').mockReturnValue(`${sessionHintCookie}=hint`);
    onTestFinished(() => cookie.mockRestore());
    const [first] = await screen.findAllByLabelText(/Digit \d of 6/);
    await person.click(first as HTMLElement);
    await person.paste('123456');
    await person.click(await button('Verify'));
    await screen.findByText('Where would you like to go?');
    expect(sent.map(({ url }) => url).slice(-2)).toEqual([signInByCode.url, statusUrl]);
  });

  it('the login page does not verify an incomplete one-time code and refuses a wrong one', async () => {
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

  it('the button to resend a one-time code is disabled at first and shows a countdown', async () => {
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
      'the number cannot be loaded',
      { answers: { 'GET /api/auth/search/user/contact': refusal(500, 'INTERNAL_ERROR') } },
      'Unable to fetch number',
    ],
    [
      'the number is invalid',
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
  ])('the login page says that %s and shows the buttons “Try again” and “Back”', async (_, prepared, text) => {
    const { person } = await reachCode(prepared);
    await screen.findByText(text);
    await button('Try again');
    await person.click(await button('Back'));
    await screen.findByText('How would you like to sign in?');
  });

  it.each<[string, Answered, string]>([
    ['an unknown student', { body: { statusCode: 201, message: 'User not found' } }, 'User not found'],
    [
      'an invalid login token',
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
    ['a network error', 'no answer', 'Something went wrong'],
  ])('sign-in by one-time code shows an error for %s', async (_, answer, text) => {
    const { person } = await reachCode({ answers: { 'POST /api/auth/login/otp': answer } });
    const boxes = await screen.findAllByLabelText(/Digit \d of 6/);
    await person.click(boxes[0] as HTMLElement);
    await person.paste('123456');
    await person.click(await button('Verify'));
    await waitFor(() => screen.getByText(text));
  });
});

describe('the six boxes of a one-time code', () => {
  async function reachBoxes(prepared: Prepared = {}) {
    const opened = await reachCode(prepared);
    const boxes = (await screen.findAllByLabelText(/Digit \d of 6/)) as HTMLInputElement[];
    const typed = () => boxes.map(({ value }) => value || '.').join('');
    const focused = () => boxes.indexOf(document.activeElement as HTMLInputElement) + 1;
    return { ...opened, boxes, typed, focused, box: (place: number) => boxes[place - 1] as HTMLInputElement };
  }

  it('each box of a one-time code takes one digit and moves the focus to the next box; other characters are ignored', async () => {
    const { person, typed, focused, box } = await reachBoxes();
    await person.click(box(1));
    await person.keyboard('1a2 3');
    expect([typed(), focused()]).toEqual(['123...', 4]);
  });

  it('deleting a middle digit of a one-time code leaves the others in place; Backspace in an empty box deletes the previous digit', async () => {
    const { person, typed, focused, box } = await reachBoxes();
    await person.click(box(1));
    await person.keyboard('123456');
    await person.click(box(3));
    await person.keyboard('{Backspace}');
    expect([typed(), focused()]).toEqual(['12.456', 3]);
    await person.keyboard('{Backspace}');
    expect([typed(), focused()]).toEqual(['1..456', 2]);
    await person.keyboard('9');
    expect([typed(), focused()]).toEqual(['19.456', 3]);
  });

  it('the arrow, Home and End keys move between the boxes of a one-time code, and a typed digit replaces the old one', async () => {
    const { person, typed, focused, box } = await reachBoxes();
    await person.click(box(1));
    await person.keyboard('123456{Home}{ArrowRight}{ArrowRight}{ArrowLeft}7');
    expect([typed(), focused()]).toEqual(['173456', 3]);
    await person.keyboard('{End}{ArrowRight}');
    expect(focused()).toBe(6);
  });

  it('a second one-time code can be typed over the first, even when a digit is the same', async () => {
    const { person, typed, box } = await reachBoxes();
    await person.click(box(1));
    await person.keyboard('000000');
    await person.click(box(1));
    await person.keyboard('178030');
    expect(typed()).toBe('178030');
  });

  it.each([
    ['123 456', '123456'],
    ['123-456', '123456'],
    ['Your one-time code is 482913. It is valid for 10 minutes.', '482913'],
    ['48', '..48..'],
    ['no code here', '......'],
  ])('pasting “%s” into the third box of a one-time code fills in its digits', async (text, expected) => {
    const { person, typed, box } = await reachBoxes();
    await person.click(box(3));
    await person.paste(text);
    expect(typed()).toBe(expected);
  });

  it('when autofill puts a whole one-time code into the first box, the six boxes get one digit each', async () => {
    const { typed, boxes, box, focused } = await reachBoxes();
    expect(focused()).toBe(1);
    expect(boxes.map(({ autocomplete }) => autocomplete)).toEqual(['one-time-code', ...Array(5).fill('off')]);
    fireEvent.input(box(1), { target: { value: '482913' } });
    expect(typed()).toBe('482913');
  });
});

describe('a one-time code read by WebOTP', () => {
  afterEach(() => {
    Reflect.deleteProperty(window, 'OTPCredential');
    Reflect.deleteProperty(navigator, 'credentials');
  });

  function offerWebOtp(get: (options: CredentialRequestOptions) => Promise<unknown>) {
    Object.defineProperty(window, 'OTPCredential', { value: class {}, configurable: true });
    Object.defineProperty(navigator, 'credentials', { value: { get }, configurable: true });
  }

  it('a one-time code that the browser reads from a message with WebOTP fills the boxes', async () => {
    offerWebOtp(async () => ({ code: '482913' }));
    await reachCode();
    expect(await screen.findByLabelText('Digit 6 of 6')).toHaveProperty('value', '3');
  });

  it('leaving the code step of the login page aborts the WebOTP request', async () => {
    let signal: AbortSignal | undefined;
    offerWebOtp((options) => {
      signal = options.signal;
      return new Promise(() => {});
    });
    const { person } = await reachCode();
    await screen.findByLabelText('Digit 1 of 6');
    expect(signal?.aborted).toBe(false);
    await person.click(await button('Back'));
    await screen.findByText('How would you like to sign in?');
    expect(signal?.aborted).toBe(true);
  });
});

describe('a reload after a one-time code was sent', () => {
  const saveStorage = () => {
    const saved = { ...sessionStorage };
    return () => {
      for (const [key, text] of Object.entries(saved)) sessionStorage.setItem(key, text);
    };
  };

  it('after a reload of the login page no second code is sent, the countdown continues, and the first code signs the student in', async () => {
    await reachCode();
    await screen.findByLabelText('Digit 1 of 6');
    const restore = saveStorage();
    cleanup();
    restore();
    const send = vi.fn(workingProvider.send);
    const { person } = await openLogin({ provider: { send } });
    await person.click(await screen.findByLabelText('Digit 1 of 6'));
    await screen.findByText('Sent to ********0001');
    await button(/Resend code in (30|29|28|27) s/);
    await person.paste('123456');
    await person.click(await button('Verify'));
    await screen.findByText('Where would you like to go?');
    expect(send).not.toHaveBeenCalled();
    expect(Object.keys(sessionStorage).filter((key) => key.includes('code-under-way'))).toEqual([]);
  });

  it('the login state that is stored for a reload contains neither a token nor the full phone number', async () => {
    await reachCode();
    await screen.findByLabelText('Digit 1 of 6');
    const stored = JSON.stringify({ ...sessionStorage });
    expect(stored).toContain('********0001');
    expect(stored).not.toMatch(/919876500001|09876 500001|jwt/);
  });

  it('the login state stored for a reload is deleted by the Back button, after ten minutes and when another identifier is looked up', async () => {
    const { person } = await reachCode();
    await screen.findByLabelText('Digit 1 of 6');
    const sentAt = Date.now();
    expect(readPendingCode(undefined, sentAt)).not.toBeNull();
    const restore = saveStorage();
    await person.click(await button('Back'));
    await screen.findByText('How would you like to sign in?');
    expect(readPendingCode(undefined, sentAt)).toBeNull();
    restore();
    expect(readPendingCode('somebody.else@example.com', sentAt)).toBeNull();
    restore();
    expect(readPendingCode('asha.nair@example.com', sentAt + 600_000)).toBeNull();
  });
});

describe('help with signing in', () => {
  it('the login page shows two support numbers and a button for the live chat', async () => {
    await openLogin({ brand });
    const help = await screen.findByRole('complementary', { name: 'Help with signing in' });
    const links = within(help).getAllByRole('link');
    expect(links.map((link) => [link.textContent, link.getAttribute('href'), link.dataset.look])).toEqual([
      ['1800-000-1111', 'tel:18000001111', undefined],
      ['98765 43210', 'tel:9876543210', undefined],
      ['Live chat', 'https://chat.example.com', 'outline'],
    ]);
  });
});

describe('rate limits of login', () => {
  const message = 'Too many requests. Please try again in 8 seconds.';

  it('after too many sign-in attempts, the login page says when to try again and keeps the typed password', async () => {
    const { person } = await reachPassword({
      answers: { 'POST /api/auth/login': refusal(429, 'RATE_LIMITED', message) },
    });
    typePassword('wrong one');
    await person.click(await button('Login'));
    await screen.findByText(message);
    expect(screen.getByLabelText('Password')).toHaveProperty('value', 'wrong one');
  });

  it('when the server refuses an account lookup by rate limit, the login page does not say that no account was found', async () => {
    const answers = { 'POST /api/auth/search/user': refusal(429, 'RATE_LIMITED', message) };
    await openLogin({ identifier: '24EL0001', answers });
    await screen.findByText(message);
    expect(screen.queryByText('We found no account with these details')).toBeNull();
  });
});
