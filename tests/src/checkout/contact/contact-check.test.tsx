import { screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { paths } from '../../../../contract/pages.ts';
import { saveCheckout } from '../../../../src/checkout/resume/saved-checkout.ts';
import { type Answered, refusal, type SentCall } from '../../../support/answers.ts';
import { type Answers, openCheckout } from '../open-checkout.tsx';
import { attemptId, profile, studentId } from '../orders.ts';

const create = 'POST /api/orders/create';
const verify = 'POST /api/auth/verify/contact';
const placed: Answered = {
  body: {
    statusCode: 200,
    data: 'session',
    order_id: 'LF-2026-000123',
    attempt_id: attemptId,
    checkout_url: 'https://pay.example/1',
  },
};
const verified: Answered = { body: { statusCode: 200, user: { id: studentId, name: 'Asha Nair', image: null } } };
const rejected = refusal(409, 'CODE_REJECTED');
const button = (name: RegExp | string) => screen.findByRole('button', { name });
const boxes = () => screen.findAllByLabelText<HTMLInputElement>(/Digit \d of 6/);

/** The widget of the code provider, which accepts every code. */
const sendOtp = vi.fn((_contact: string, onSuccess: (response: object) => void) =>
  onSuccess({ type: 'success', message: 'request-1' }),
);
const verifyOtp = vi.fn((_code: string, onSuccess: (response: object) => void) =>
  onSuccess({ type: 'success', message: 'token-1' }),
);

beforeEach(async () => {
  await saveCheckout(studentId, null);
  sessionStorage.clear();
  Object.assign(window, { sendOtp, verifyOtp });
});
afterEach(() => {
  vi.clearAllMocks();
  Object.assign(window, { sendOtp: undefined, verifyOtp: undefined });
});

/** Places an order that the server refuses until the student has verified a contact. */
async function reachChoice({ answer = verified, answers = {} }: { answer?: Answered; answers?: Answers } = {}) {
  let isVerified = false;
  const opened = await openCheckout({
    at: paths.checkoutReview,
    answers: {
      [create]: () => (isVerified ? placed : refusal(403, 'CONTACT_NOT_VERIFIED')),
      [verify]: (_: SentCall) => {
        isVerified = answer === verified;
        return answer;
      },
      ...answers,
    },
  });
  await opened.person.click(await screen.findByRole('checkbox', { name: 'I accept the booking terms.' }));
  await opened.person.click(await button('Proceed to Payment'));
  await screen.findByRole('heading', { level: 2, name: 'Verify your contact' });
  return opened;
}

async function enterCode({ person }: Awaited<ReturnType<typeof reachChoice>>): Promise<void> {
  const [first] = await boxes();
  if (first) await person.click(first);
  await person.paste('123456');
  await person.click(await button('Verify'));
}

describe('the step of checkout that verifies a contact', () => {
  it('a student without a verified contact enters a code in checkout and goes on to the payment with the same order', async () => {
    const opened = await reachChoice();
    await opened.person.click(await button('Code by WhatsApp to 9876500001'));
    await enterCode(opened);
    await waitFor(() => expect(opened.left).toEqual(['https://pay.example/1']));
    expect(sendOtp.mock.calls[0]?.[0]).toBe('919876500001');
    expect(opened.sent.find(({ url }) => url.startsWith('/api/auth/verify/contact'))?.body).toEqual({
      OTPtoken: 'token-1',
    });
    const orders = opened.sent.filter(({ url }) => url.startsWith('/api/orders/create'));
    expect(orders).toHaveLength(2);
    expect(orders[1]?.body).toEqual(orders[0]?.body);
    expect(orders[1]?.headers.get('idempotency-key')).toBe(orders[0]?.headers.get('idempotency-key'));
  });

  it('the step of checkout that verifies a contact offers no code by email to a student without an email address', async () => {
    await reachChoice({
      answers: { 'GET /api/users/student': { body: { statusCode: 200, data: { users: [profile({ email: null })] } } } },
    });
    await button(/^Code by WhatsApp/);
    expect(screen.queryByRole('button', { name: /^Code by email/ })).toBeNull();
  });

  it('the checkout step that verifies a contact gets the focus when it opens; after a code was sent, the first digit box has the focus', async () => {
    const { person } = await reachChoice();
    const step = screen.getByRole('region', { name: 'Verify your contact' });
    await waitFor(() => expect(document.activeElement).toBe(step));
    await person.click(await button(/^Code by email/));
    const [first] = await boxes();
    await waitFor(() => expect(document.activeElement).toBe(first));
  });

  it('when the code entered to verify a contact in checkout is rejected, the page says so and the student can request another one', async () => {
    const opened = await reachChoice({ answer: rejected });
    await opened.person.click(await button(/^Code by WhatsApp/));
    await enterCode(opened);
    expect((await screen.findByRole('alert')).textContent).toContain('Verification failed');
    await opened.person.click(await button('Try again'));
    await waitFor(() => expect(sendOtp).toHaveBeenCalledTimes(2));
    expect(opened.left).toEqual([]);
  });

  it('the terms stay accepted when the student goes back from verifying a contact to the review page', async () => {
    const { person } = await reachChoice();
    await person.click(await button(/^Code by WhatsApp/));
    await boxes();
    await person.click(await button('Back'));
    await person.click(await button('Back to your order'));
    const terms = await screen.findByRole<HTMLInputElement>('checkbox', { name: 'I accept the booking terms.' });
    expect(terms.checked).toBe(true);
  });

  it('while offline, the checkout step that verifies a contact disables “Code by WhatsApp” and says that the order is saved', async () => {
    const { line } = await reachChoice();
    const choice = await button(/^Code by WhatsApp/);
    line.turn(false);
    await screen.findByText(/Your order is saved; you can continue/);
    expect(choice.hasAttribute('disabled')).toBe(true);
    line.turn(true);
    await waitFor(() => expect(choice.hasAttribute('disabled')).toBe(false));
  });
});
