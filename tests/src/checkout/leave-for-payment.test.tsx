import { waitFor } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { leaveForPayment } from '../../../src/checkout/leave-for-payment.ts';

// Cashfree's script is there for the whole file: its package looks for it once.
const checkout = vi.fn();
const make = vi.fn(() => ({ checkout }));
Object.assign(window, { Cashfree: make });
vi.spyOn(console, 'warn').mockImplementation(() => {});
beforeEach(() => void vi.clearAllMocks());

const leaving = (url: string) => {
  const ends: string[] = [];
  leaveForPayment(url, new AbortController().signal).then(
    () => ends.push('finished'),
    (error: Error) => ends.push(error.message),
  );
  return ends;
};

describe('leaving for Cashfree', () => {
  it('opens the session in the provider’s mode, in place of this page, until Back brings it back', async () => {
    checkout.mockResolvedValue({ redirect: true });
    const ends = leaving('cashfree:production?session=session_a%2Bb');
    const options = { paymentSessionId: 'session_a+b', redirectTarget: '_self' };
    await waitFor(() => expect(checkout).toHaveBeenCalledWith(options));
    expect(make).toHaveBeenCalledWith({ mode: 'production' });
    window.dispatchEvent(Object.assign(new Event('pageshow'), { persisted: false }));
    await new Promise((resolve) => setTimeout(resolve));
    expect(ends).toEqual([]);
    window.dispatchEvent(Object.assign(new Event('pageshow'), { persisted: true }));
    await waitFor(() => expect(ends).toEqual(['the payment page was left']));
  });

  it('fails where the session is refused', async () => {
    checkout.mockResolvedValue({ error: { code: 'session_expired', message: 'the session is over' } });
    const ends = leaving('cashfree:sandbox?session=session_a');
    await waitFor(() => expect(ends).toEqual(['the session is over']));
    expect(make).toHaveBeenCalledWith({ mode: 'sandbox' });
  });

  it('ends where the provider says that the payment is finished: checkout then asks how', async () => {
    checkout.mockResolvedValue({ paymentDetails: { paymentMessage: 'Payment finished.' } });
    const ends = leaving('cashfree:sandbox?session=session_a');
    await waitFor(() => expect(ends).toEqual(['finished']));
  });
});
