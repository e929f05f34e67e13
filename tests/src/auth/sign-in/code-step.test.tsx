import { act, fireEvent, screen } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { captchaBox } from '../../../../src/auth/code/captcha-box.ts';
import { ToastHost } from '../../../../src/ui/toasts/toast-host.tsx';
import { type Answered, answeringApi, refusal } from '../../../support/answers.ts';
import { renderInPage } from '../../../support/in-page.tsx';
import { button, type Prepared, reachCode, reachMethods, userId } from './login-screen.tsx';

const resendAfterMs = 30_000;
const boxes = () => screen.findAllByLabelText<HTMLInputElement>(/Digit \d of 6/);
const alert = async () => (await screen.findByRole('alert')).textContent;

beforeEach(() => sessionStorage.clear());
afterEach(() => vi.useRealTimers());

/** Opens the code step with fake timers, which advance in real time so that the page can load. */
async function reachCodeAt(method: 'WhatsApp' | 'email', prepared: Prepared = {}) {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  await reachMethods(prepared);
  fireEvent.click(await button(new RegExp(`^Code by ${method}`)));
  await boxes();
}

const advance = (milliseconds: number) => act(() => vi.advanceTimersByTimeAsync(milliseconds));
const resend = () => screen.getByRole<HTMLButtonElement>('button', { name: /^Resend code/ });

async function submitCode({ person }: Awaited<ReturnType<typeof reachCode>>): Promise<void> {
  const [first] = await boxes();
  if (first) await person.click(first);
  await person.paste('123456');
  await person.click(await button('Verify'));
}

const contactResponse = (answer: Answered | (() => Answered)): Prepared => ({
  answers: { 'GET /api/auth/search/user/contact': answer },
});

describe('a one-time code by email', () => {
  it.each<[string, Answered, string]>([
    ['cannot be loaded', refusal(500, 'INTERNAL_ERROR'), 'Unable to fetch email'],
    ['is invalid', { body: { statusCode: 200, user: { contact: 'asha.example.com' } } }, 'Invalid email'],
  ])(
    'when the student’s email address %s, the code page shows an error and the button “Try again”',
    async (_, answer, text) => {
      const { person } = await reachMethods(contactResponse(answer));
      await person.click(await button(/Code by email/));
      expect(await alert()).toBe(text);
      await button('Try again');
    },
  );
});

describe('a one-time code that is not sent', () => {
  it.each([
    ['notOnWhatsapp', 'Number is not registered to Whatsapp'],
    ['sendFailed', 'Unable to send OTP'],
  ] as const)('after the error %s, the code page does not say that a one-time code was sent', async (code, text) => {
    await reachCode({ provider: { send: async () => ({ kind: 'refused', code }) } });
    expect(await alert()).toContain(text);
    expect(screen.queryByText(/Sent to/)).toBeNull();
  });
});

describe('resending a one-time code', () => {
  it.each([
    ['WhatsApp', 'OTP Resent via WhatsApp'],
    ['email', 'OTP Resent via Email'],
  ] as const)('a toast confirms that the one-time code was resent by %s', async (method, toast) => {
    const address =
      method === 'email' ? contactResponse({ body: { statusCode: 200, user: { contact: 'asha@example.com' } } }) : {};
    await reachCodeAt(method, address);
    await renderInPage(<ToastHost />, answeringApi({}));
    await advance(resendAfterMs);
    fireEvent.click(resend());
    await screen.findByText(toast, undefined, { timeout: 4000 });
    expect(resend().textContent).toMatch(/^Resend code in (30|29) s$/);
  });

  it.each<[string, Prepared, string]>([
    [
      'is not available',
      { provider: { resend: async () => ({ kind: 'refused', code: 'retryUnavailable', detail: null }) } },
      'Retry OTP not available',
    ],
    [
      'is refused',
      { provider: { resend: async () => ({ kind: 'refused', code: 'resendFailed', detail: 'too soon' }) } },
      'Resend failed: too soon',
    ],
    [
      'lacks a request id',
      { provider: { send: async () => ({ kind: 'sent', requestId: null, sentAt: Date.now() }) } },
      'No request ID found. Please send OTP first.',
    ],
  ])('the code page shows the reason when resending a one-time code %s', async (_, prepared, text) => {
    await reachCodeAt('WhatsApp', prepared);
    await advance(resendAfterMs);
    fireEvent.click(resend());
    expect(await alert()).toBe(text);
    expect(await boxes()).toHaveLength(6);
  });
});

describe('verifying a one-time code', () => {
  it.each([
    ['verificationFailed', 'Verification failed'],
    ['verificationUnavailable', 'Verification not available'],
    ['codeExpired', 'Verification failedThis code is no longer valid. Request a new one.'],
    ['tooManyTries', 'Verification failedToo many attempts with this code. Request a new one.'],
  ] as const)('the code page shows why a one-time code was rejected: %s', async (code, text) => {
    await submitCode(await reachCode({ provider: { verify: async () => ({ kind: 'refused', code }) } }));
    expect(await alert()).toBe(text);
  });
});

it('typing a one-time code does not move the captcha within the page, because moving the captcha would reload it', async () => {
  const { person } = await reachCode();
  await boxes();
  const place = captchaBox().parentElement;
  if (!place) throw new Error('the captcha is not on the page');
  const moves = new MutationObserver(() => {});
  moves.observe(place, { childList: true });
  await person.keyboard('12');
  expect((await boxes())[1]?.value).toBe('2');
  expect(moves.takeRecords()).toEqual([]);
  expect(captchaBox().parentElement).toBe(place);
});

describe('the focus on the code page', () => {
  it('the focus returns to the box of the first digit after a one-time code was rejected', async () => {
    const { person } = await reachCode();
    await boxes();
    await person.keyboard('000000{Enter}');
    expect(await alert()).toContain('Incorrect OTP');
    expect(document.activeElement).toBe((await boxes())[0]);
  });

  it('the focus returns to the box of the first digit after another one-time code was sent', async () => {
    await reachCodeAt('WhatsApp');
    await advance(resendAfterMs);
    resend().focus();
    fireEvent.click(resend());
    await advance(0);
    expect(resend().disabled).toBe(true);
    expect(document.activeElement).toBe((await boxes())[0]);
  });
});

describe('the resend countdown', () => {
  it('the button to resend a one-time code is enabled exactly 30 seconds after the code was sent', async () => {
    await reachCodeAt('WhatsApp');
    await advance(resendAfterMs - 1500);
    expect([resend().textContent, resend().disabled]).toEqual([expect.stringMatching(/in [12] s$/), true]);
    await advance(1500);
    expect([resend().textContent, resend().disabled]).toEqual(['Resend code', false]);
  });

  it('the countdown to resending a one-time code is correct after the browser suspended the timers of a background tab', async () => {
    await reachCodeAt('WhatsApp');
    await advance(2000);
    vi.setSystemTime(Date.now() + 20_000);
    await advance(1000);
    expect(resend().textContent).toMatch(/^Resend code in [67] s$/);
    vi.setSystemTime(Date.now() + 3_600_000);
    await advance(1000);
    expect([resend().textContent, resend().disabled]).toEqual(['Resend code', false]);
  });
});

describe('a lookup that expires while the student waits for a code', () => {
  const expired = refusal(401, 'LOOKUP_EXPIRED', 'Please enter your details again to continue.');
  const once = (later: Answered) => {
    const answers = [expired];
    return () => answers.shift() ?? later;
  };

  it('when the account lookup has expired at sign-in, the page looks the account up again, and the code already sent still works', async () => {
    const signedIn = { body: { statusCode: 200, user: { id: userId, name: 'Asha Nair', image: null } } };
    const opened = await reachCode({ answers: { 'POST /api/auth/login/otp': once(signedIn) } });
    await submitCode(opened);
    await screen.findByText('Where would you like to go?');
    const calls = opened.sent.map(({ method, url }) => `${method} ${url}`);
    const signIn = 'POST /api/auth/login/otp';
    expect(calls.slice(calls.indexOf(signIn))).toEqual([signIn, 'POST /api/auth/search/user', signIn]);
  });

  it('when the account lookup has expired before a one-time code is sent, the page looks the account up again and sends the code', async () => {
    const contact = { body: { statusCode: 200, user: { contact: '09876 500001' } } };
    await reachCode(contactResponse(once(contact)));
    expect(await screen.findByText('Sent to ********0001')).toBeTruthy();
  });

  it('when the account lookup expires twice in a row, the code page shows an error and the button “Try again”', async () => {
    await submitCode(await reachCode({ answers: { 'POST /api/auth/login/otp': expired } }));
    expect(await alert()).toBe('Something went wrong');
    expect(await button('Try again')).toBeTruthy();
  });
});

describe('rate limits of one-time codes', () => {
  const message = 'Too many requests. Please try again in 59 minutes.';
  const limited = refusal(429, 'RATE_LIMITED', message);

  it('the code page says when to try again after the server refused too many requests for the student’s phone number', async () => {
    await reachCode(contactResponse(limited));
    expect(await alert()).toBe(`Unable to fetch number${message}`);
  });

  it('the code page says when to try again after the server refused too many sign-in attempts by code', async () => {
    await submitCode(await reachCode({ answers: { 'POST /api/auth/login/otp': limited } }));
    expect(await alert()).toBe(`Something went wrong${message}`);
  });
});
