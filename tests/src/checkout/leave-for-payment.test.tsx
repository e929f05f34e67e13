import { waitFor } from '@testing-library/react';
import { beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { leaveForPayment } from '../../../src/checkout/payment/leave-for-payment.ts';

// Cashfree's package looks for its script only once, so the fake script is present for the whole file.
const checkout = vi.fn();
const make = vi.fn(() => ({ checkout }));
Object.assign(window, { Cashfree: make });
vi.spyOn(console, 'warn').mockImplementation(() => {});
// leaveForPayment loads this module lazily. Import it first, so that its load time does not count towards test
// timeouts.
beforeAll(() => import('../../../src/checkout/payment/cashfree-checkout.ts'));
beforeEach(() => void vi.clearAllMocks());

const leave = (url: string) => {
  const outcomes: string[] = [];
  leaveForPayment(url, new AbortController().signal).then(
    () => outcomes.push('finished'),
    (error: Error) => outcomes.push(error.message),
  );
  return outcomes;
};

describe('leaveForPayment with Cashfree', () => {
  it('leaveForPayment opens the Cashfree payment page in this tab, and rejects when the Back button restores the checkout page', async () => {
    checkout.mockResolvedValue({ redirect: true });
    const outcomes = leave('cashfree:production?session=session_a%2Bb');
    const options = { paymentSessionId: 'session_a+b', redirectTarget: '_self' };
    await waitFor(() => expect(checkout).toHaveBeenCalledWith(options));
    expect(make).toHaveBeenCalledWith({ mode: 'production' });
    window.dispatchEvent(Object.assign(new Event('pageshow'), { persisted: false }));
    await new Promise((resolve) => setTimeout(resolve));
    expect(outcomes).toEqual([]);
    window.dispatchEvent(Object.assign(new Event('pageshow'), { persisted: true }));
    await waitFor(() => expect(outcomes).toEqual(['the payment page was left']));
  });

  it('leaveForPayment resolves when Cashfree refuses the payment session, so that the payment is checked', async () => {
    checkout.mockResolvedValue({ error: { code: 'session_expired', message: 'the session is over' } });
    const outcomes = leave('cashfree:sandbox?session=session_a');
    await waitFor(() => expect(outcomes).toEqual(['finished']));
    expect(make).toHaveBeenCalledWith({ mode: 'sandbox' });
  });

  it('leaveForPayment resolves when Cashfree reports that the payment is finished', async () => {
    checkout.mockResolvedValue({ paymentDetails: { paymentMessage: 'Payment finished.' } });
    const outcomes = leave('cashfree:sandbox?session=session_a');
    await waitFor(() => expect(outcomes).toEqual(['finished']));
  });
});
