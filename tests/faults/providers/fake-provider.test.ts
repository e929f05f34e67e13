import { beforeEach, describe, expect, it } from 'vitest';
import { PaymentRefused } from '../../../server/providers/payments/payments.ts';
import { FakeProvider, type RefundFailure } from './fake-provider.ts';

const provider = new FakeProvider();
const customer = { id: '1', name: 'Asha', email: null, phone: null };
const request = { refundId: 'R1', orderId: 'O1', amountPaise: 100, note: 'n', idempotencyKey: 'R1' };

beforeEach(() => {
  provider.reset();
  const expiresAt = new Date(Date.now() + 60_000);
  const returnUrl = 'https://example.com';
  provider.pay(
    provider.open({ orderId: 'O1', amountPaise: 100, customer, returnUrl, expiresAt, idempotencyKey: 'O1' }),
    'approved',
  );
});

/** Requests a refund that fails in the given way, and lets time pass. Returns what the provider has paid back. */
function paidAfter(failure: RefundFailure | null): string[] {
  if (failure) provider.refundFailures.push(failure);
  try {
    provider.refund(request);
  } catch (error) {
    if (!(error instanceof PaymentRefused)) throw error;
  }
  provider.age(60_000);
  return provider.paidRefunds.map(({ refundId, status }) => `${refundId} ${status}`);
}

describe('the payment provider of the fault schedules', () => {
  it.each([
    { what: 'settles a refund', failure: null, paid: ['R1 settled'] },
    { what: 'pays nothing for a refund that it refuses', failure: 'refused', paid: [] },
    { what: 'pays nothing for a refund that the bank returns', failure: 'returned', paid: [] },
    { what: 'settles a refund that it only claims to refuse', failure: 'misreported', paid: ['R1 settled'] },
  ] as const)(
    'FakeProvider, the simulated payment provider, records which refunds it has paid: it $what',
    ({ failure, paid }) => {
      expect(paidAfter(failure)).toEqual(paid);
    },
  );

  it('FakeProvider, the simulated payment provider, reports a second refund of a payment unless the first one failed', () => {
    paidAfter('returned');
    provider.refund({ ...request, refundId: 'R1T2' });
    expect(provider.problems).toEqual([]);
    provider.refund({ ...request, refundId: 'R1T3' });
    expect(provider.problems).toEqual(['O1 is to give back more than was paid']);
  });
});
