import { act, fireEvent, screen } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { ToastHost } from '../../../src/ui/toast-host.tsx';
import { type Answered, answeringApi, refusal } from '../../support/answers.ts';
import { renderInPage } from '../../support/in-page.tsx';
import { button, type Prepared, reachCode, reachMethods } from './login-screen.tsx';

const countdown = 30_000;
const boxes = () => screen.findAllByLabelText<HTMLInputElement>(/Digit \d of 6/);
const alert = async () => (await screen.findByRole('alert')).textContent;

beforeEach(() => sessionStorage.clear());
afterEach(() => vi.useRealTimers());

/** With a clock that stands until a test moves it on, beside what the page waits for. */
async function reachCodeAt(method: 'WhatsApp' | 'e-mail', prepared: Prepared = {}) {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  await reachMethods(prepared);
  fireEvent.click(await button(new RegExp(`^Code by ${method}`)));
  await boxes();
}

const pass = (milliseconds: number) => act(() => vi.advanceTimersByTimeAsync(milliseconds));
const resend = () => screen.getByRole<HTMLButtonElement>('button', { name: /^Resend code/ });

async function submitCode({ person }: Awaited<ReturnType<typeof reachCode>>): Promise<void> {
  const [first] = await boxes();
  if (first) await person.click(first);
  await person.paste('123456');
  await person.click(await button('Verify'));
}

const contact = (answer: Answered): Prepared => ({ answers: { 'GET /api/auth/search/user/contact': answer } });

describe('a code by e-mail', () => {
  it.each<[string, Answered, string]>([
    ['is not told', refusal(500, 'INTERNAL_ERROR'), 'Unable to fetch email'],
    ['is none', { body: { statusCode: 200, user: { contact: 'asha.example.com' } } }, 'Invalid email'],
  ])('says so where the address %s', async (_, answer, text) => {
    const { person } = await reachMethods(contact(answer));
    await person.click(await button(/Code by e-mail/));
    expect(await alert()).toBe(text);
    await button('Try again');
  });
});

describe('a code that is sent again', () => {
  it.each([
    ['WhatsApp', 'OTP Resent via WhatsApp'],
    ['e-mail', 'OTP Resent via Email'],
  ] as const)('by %s is told in a toast', async (method, toast) => {
    const address =
      method === 'e-mail' ? contact({ body: { statusCode: 200, user: { contact: 'asha@example.com' } } }) : {};
    await reachCodeAt(method, address);
    await renderInPage(<ToastHost />, answeringApi({}));
    await pass(countdown);
    fireEvent.click(resend());
    await screen.findByText(toast, undefined, { timeout: 4000 });
    expect(resend().textContent).toMatch(/^Resend code in (30|29) s$/);
  });

  it.each<[string, Prepared, string]>([
    [
      'cannot be',
      { provider: { resend: async () => ({ kind: 'refused', code: 'retryUnavailable', detail: null }) } },
      'Retry OTP not available',
    ],
    [
      'is refused',
      { provider: { resend: async () => ({ kind: 'refused', code: 'resendFailed', detail: 'too soon' }) } },
      'Resend failed: too soon',
    ],
    [
      'was sent without a request',
      { provider: { send: async () => ({ kind: 'sent', requestId: null, sentAt: Date.now() }) } },
      'No request ID found. Please send OTP first.',
    ],
  ])('says why where it %s', async (_, prepared, text) => {
    await reachCodeAt('WhatsApp', prepared);
    await pass(countdown);
    fireEvent.click(resend());
    expect(await alert()).toBe(text);
    expect(await boxes()).toHaveLength(6);
  });
});

describe('a code that is checked', () => {
  it.each([
    ['verificationFailed', 'Verification failed'],
    ['verificationUnavailable', 'Verification not available'],
    ['codeExpired', 'Verification failedThe code is no longer valid. Ask for a new one.'],
    ['tooManyTries', 'Verification failedToo many tries with this code. Ask for a new one.'],
  ] as const)('says why it was not accepted: %s', async (code, text) => {
    await submitCode(await reachCode({ provider: { verify: async () => ({ kind: 'refused', code }) } }));
    expect(await alert()).toBe(text);
  });
});

describe('the countdown', () => {
  it('opens the resend thirty seconds after the code went out, and not before', async () => {
    await reachCodeAt('WhatsApp');
    await pass(countdown - 1500);
    expect([resend().textContent, resend().disabled]).toEqual([expect.stringMatching(/in [12] s$/), true]);
    await pass(1500);
    expect([resend().textContent, resend().disabled]).toEqual(['Resend code', false]);
  });

  it('is right at once in a tab that lay in the background, where timers stood still', async () => {
    await reachCodeAt('WhatsApp');
    await pass(2000);
    vi.setSystemTime(Date.now() + 20_000);
    await pass(1000);
    expect(resend().textContent).toMatch(/^Resend code in [67] s$/);
    vi.setSystemTime(Date.now() + 3_600_000);
    await pass(1000);
    expect([resend().textContent, resend().disabled]).toEqual(['Resend code', false]);
  });
});

describe('who asks too often for codes', () => {
  const words = 'Too many requests. Please try again in 59 minutes.';
  const limited = refusal(429, 'RATE_LIMITED', words);

  it('reads when a contact may be asked for again', async () => {
    await reachCode(contact(limited));
    expect(await alert()).toBe(`Unable to fetch number${words}`);
  });

  it('reads when to sign in by a code again', async () => {
    await submitCode(await reachCode({ answers: { 'POST /api/auth/login/otp': limited } }));
    expect(await alert()).toBe(`Something went wrong${words}`);
  });
});
