import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { readCodeUnderWay } from '../../../src/auth/code-under-way.ts';
import { connection } from '../../../src/offline/page-connection.ts';
import { type Answered, refusal } from '../../support/answers.ts';
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

const unanswered: Array<[string, Answered]> = [
  ['no answer', 'no answer'],
  ['a broken server', refusal(500, 'INTERNAL_ERROR')],
];
const couldNotAnswer = 'The academy could not answer just nowNothing you typed is lost. Try again in a moment.';
const noConnection =
  'There is no connection to the academyNothing you typed is lost. Try again when the connection is back.';

beforeEach(() => sessionStorage.clear());
afterEach(() => connection.hear('ours'));

describe('the identifier', () => {
  it('keeps Continue disabled while it is blank, and says what to enter', async () => {
    const { person } = await openLogin();
    expect(await button('Continue')).toHaveProperty('disabled', true);
    await person.type(await identifierBox(), '  {Enter}');
    await screen.findByText('Enter any of your details to continue');
    expect(await button('Continue')).toHaveProperty('disabled', true);
  });

  it('is not asked for when the field is merely left: the page would move away from under the tap', async () => {
    const { person } = await openLogin({ from: '/course-booking?course=401&batch=5045' });
    const box = await identifierBox();
    expect(document.activeElement).toBe(box);
    await person.tab();
    expect(document.activeElement).not.toBe(box);
    expect(screen.queryByText('Enter any of your details to continue')).toBeNull();
  });

  it('may belong to nobody yet: Register remembers where the newcomer came from', async () => {
    await openLogin({ from: '/course-booking?course=401&batch=5045' });
    const link = await screen.findByRole('link', { name: 'Register' });
    const { pathname, searchParams } = new URL(String(link.getAttribute('href')), 'https://site.invalid');
    expect([pathname, searchParams.get('from')]).toEqual(['/register', '/course-booking?course=401&batch=5045']);
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

  it.each<[string, Answered]>(unanswered)(
    'whose lookup ends in %s shows the not-found notice, and that there may be an account',
    async (_, answer) => {
      await openLogin({ identifier: 'x', answers: { 'POST /api/auth/search/user': answer } });
      await screen.findByText('Something went wrong.');
      await screen.findByText('We found no account with these details');
      await screen.findByText(/^The academy could not answer just now, so you may have one all the same\. Nothing/);
      expect(screen.queryByText(/register as a new student/)).toBeNull();
      expect(await identifierBox()).toHaveProperty('value', 'x');
    },
  );

  it('whose lookup found no connection says so', async () => {
    connection.hear('foreign');
    await openLogin({ identifier: 'x', answers: { 'POST /api/auth/search/user': 'no answer' } });
    await screen.findByText('Something went wrong.');
    await screen.findByText(/^There is no connection to the academy, so you may have one all the same\. Nothing/);
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
  it('has the focus from the start, and again after a wrong one', async () => {
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

  it.each<[string, Answered]>(unanswered)('says after %s that it may be tried again', async (_, answer) => {
    const { person } = await reachPassword({ answers: { 'POST /api/auth/login': answer } });
    await person.keyboard('Landfall#2026{Enter}');
    await screen.findByText('Something went wrong');
    expect((await screen.findByRole('alert')).textContent).toBe(couldNotAnswer);
    act(() => connection.hear('foreign'));
    expect(screen.getByRole('alert').textContent).toBe(noConnection);
  });

  it('that is wrong is no matter of the connection', async () => {
    const { person } = await reachPassword({
      answers: { 'POST /api/auth/login': refusal(401, 'INVALID_CREDENTIALS') },
    });
    await person.keyboard('wrong one{Enter}');
    await screen.findByText('Invalid credentials');
    expect(screen.queryByRole('alert')).toBeNull();
  });

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

describe('the six boxes', () => {
  async function reachBoxes(prepared: Prepared = {}) {
    const opened = await reachCode(prepared);
    const boxes = (await screen.findAllByLabelText(/Digit \d of 6/)) as HTMLInputElement[];
    const typed = () => boxes.map(({ value }) => value || '.').join('');
    const focused = () => boxes.indexOf(document.activeElement as HTMLInputElement) + 1;
    return { ...opened, boxes, typed, focused, box: (place: number) => boxes[place - 1] as HTMLInputElement };
  }

  it('take one digit each and move on, and nothing but digits', async () => {
    const { person, typed, focused, box } = await reachBoxes();
    await person.click(box(1));
    await person.keyboard('1a2 3');
    expect([typed(), focused()]).toEqual(['123...', 4]);
  });

  it('keep their places when one in the middle is emptied, and Backspace goes back from an empty one', async () => {
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

  it('are walked with the arrows, Home and End, and a digit replaces the one that is there', async () => {
    const { person, typed, focused, box } = await reachBoxes();
    await person.click(box(1));
    await person.keyboard('123456{Home}{ArrowRight}{ArrowRight}{ArrowLeft}7');
    expect([typed(), focused()]).toEqual(['173456', 3]);
    await person.keyboard('{End}{ArrowRight}');
    expect(focused()).toBe(6);
  });

  it('take a second code typed over the first, also where a digit stays the same', async () => {
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
  ])('take what is pasted: %s', async (text, expected) => {
    const { person, typed, box } = await reachBoxes();
    await person.click(box(3));
    await person.paste(text);
    expect(typed()).toBe(expected);
  });

  it('offer the first to the phone’s autofill, which may fill the whole code into it', async () => {
    const { typed, boxes, box, focused } = await reachBoxes();
    expect(focused()).toBe(1);
    expect(boxes.map(({ autocomplete }) => autocomplete)).toEqual(['one-time-code', ...Array(5).fill('off')]);
    fireEvent.input(box(1), { target: { value: '482913' } });
    expect(typed()).toBe('482913');
  });
});

describe('a code that the browser reads from a message', () => {
  afterEach(() => {
    Reflect.deleteProperty(window, 'OTPCredential');
    Reflect.deleteProperty(navigator, 'credentials');
  });

  function offerWebOtp(get: (wish: CredentialRequestOptions) => Promise<unknown>) {
    Object.defineProperty(window, 'OTPCredential', { value: class {}, configurable: true });
    Object.defineProperty(navigator, 'credentials', { value: { get }, configurable: true });
  }

  it('is put into the boxes', async () => {
    offerWebOtp(async () => ({ code: '482913' }));
    await reachCode();
    expect(await screen.findByLabelText('Digit 6 of 6')).toHaveProperty('value', '3');
  });

  it('is not waited for after the student has gone back, nor where there is no such thing', async () => {
    let signal: AbortSignal | undefined;
    offerWebOtp((wish) => {
      signal = wish.signal;
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

describe('a reload while a code is out', () => {
  const sendings = () => vi.fn(workingProvider.send);

  it('goes on with the same code and countdown, and signs in with it', async () => {
    await reachCode();
    await screen.findByLabelText('Digit 1 of 6');
    const kept = { ...sessionStorage };
    cleanup();
    for (const [key, text] of Object.entries(kept)) sessionStorage.setItem(key, text);
    const send = sendings();
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

  it('keeps neither code, token nor whole contact', async () => {
    await reachCode();
    await screen.findByLabelText('Digit 1 of 6');
    const kept = JSON.stringify({ ...sessionStorage });
    expect(kept).toContain('********0001');
    expect(kept).not.toMatch(/919876500001|09876 500001|jwt/);
  });

  it('is forgotten by going back, for another identifier, and after ten minutes', async () => {
    const { person } = await reachCode();
    await screen.findByLabelText('Digit 1 of 6');
    const sentAt = Date.now();
    expect(readCodeUnderWay(undefined, sentAt)).not.toBeNull();
    const kept = { ...sessionStorage };
    await person.click(await button('Back'));
    await screen.findByText('How would you like to sign in?');
    expect(readCodeUnderWay(undefined, sentAt)).toBeNull();
    const restore = () => {
      for (const [key, text] of Object.entries(kept)) sessionStorage.setItem(key, text);
    };
    restore();
    expect(readCodeUnderWay('somebody.else@example.com', sentAt)).toBeNull();
    restore();
    expect(readCodeUnderWay('asha.nair@example.com', sentAt + 600_000)).toBeNull();
  });
});

describe('help', () => {
  it('offers two support numbers and the live chat', async () => {
    await openLogin({ brand });
    const help = await screen.findByRole('complementary', { name: 'Help with signing in' });
    const links = within(help).getAllByRole('link');
    expect(links.map((link) => [link.textContent, link.getAttribute('href')])).toEqual([
      ['1800-000-1111', 'tel:18000001111'],
      ['98765 43210', 'tel:9876543210'],
      ['Live chat', 'https://chat.example.com'],
    ]);
  });
});

describe('who asks too often', () => {
  const words = 'Too many requests. Please try again in 8 seconds.';

  it('reads when to try again, and keeps the typed password', async () => {
    const { person } = await reachPassword({
      answers: { 'POST /api/auth/login': refusal(429, 'RATE_LIMITED', words) },
    });
    await person.type(screen.getByLabelText('Password'), 'wrong one');
    await person.click(await button('Login'));
    await screen.findByText(words);
    expect(screen.getByLabelText('Password')).toHaveProperty('value', 'wrong one');
  });

  it('is not told that there is no such account', async () => {
    const answers = { 'POST /api/auth/search/user': refusal(429, 'RATE_LIMITED', words) };
    await openLogin({ identifier: '24EL0001', answers });
    await screen.findByText(words);
    expect(screen.queryByText('We found no account with these details')).toBeNull();
  });
});
