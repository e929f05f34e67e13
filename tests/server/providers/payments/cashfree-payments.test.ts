import { afterAll, afterEach, describe, expect, it, onTestFinished } from 'vitest';
import { systemClock } from '../../../../server/http/clock.ts';
import { cashfreePayments } from '../../../../server/providers/payments/cashfree-payments.ts';
import { PaymentRefused, type PaymentRequest } from '../../../../server/providers/payments/payments.ts';
import { CashfreeServer, cashfreeAccess } from '../../../support/cashfree-server.ts';
import { minute } from '../../../support/clock.ts';

const cashfree = new CashfreeServer();
const baseUrl = await cashfree.start();
afterAll(() => cashfree.stop());
afterEach(() => {
  cashfree.sent.length = 0;
});

const notifyUrl = 'https://academy.example.com/api/payments/webhook';
const deps = { ...cashfreeAccess, baseUrl, mode: 'sandbox' as const, clock: systemClock, notifyUrl };
const payments = cashfreePayments(deps);

let made = 0;
function request(more: Partial<PaymentRequest> = {}): PaymentRequest {
  made += 1;
  const orderId = `LF-2026-${String(made).padStart(6, '0')}-1`;
  return {
    orderId,
    amountPaise: 1_350_050,
    customer: {
      id: '3f2b8c1e-0d4a-4e7b-9c55-1a2b3c4d5e6f',
      name: 'Asha Nair',
      email: 'asha@example.com',
      phone: '9876500001',
    },
    returnUrl: `https://academy.example.com/course-booking/checkout/confirmation/${orderId}`,
    expiresAt: new Date(Date.now() + 20 * minute),
    idempotencyKey: orderId,
    ...more,
  };
}

async function opened(more: Partial<PaymentRequest> = {}): Promise<string> {
  const requested = request(more);
  await payments.createOrder(requested);
  return requested.orderId;
}

describe('createOrder', () => {
  it('createOrder creates an order at Cashfree and returns the payment session', async () => {
    const requested = request();
    const session = await payments.createOrder(requested);
    expect(session.sessionId).toMatch(/^session_/);
    expect(session.checkoutUrl).toBe(`cashfree:sandbox?session=${session.sessionId}`);
    expect(session.expiresAt).toBeUndefined();
    const [call] = cashfree.sent;
    expect(call?.headers).toMatchObject({
      'x-api-version': '2026-01-01',
      'x-client-id': cashfreeAccess.clientId,
      'x-client-secret': cashfreeAccess.clientSecret,
    });
    const body = JSON.parse(call?.text ?? '');
    expect(body).toEqual({
      order_id: requested.orderId,
      order_amount: 13_500.5,
      order_currency: 'INR',
      customer_details: {
        customer_id: '3f2b8c1e0d4a4e7b9c551a2b3c4d5e6f',
        customer_phone: '9876500001',
        customer_email: 'asha@example.com',
        customer_name: 'Asha Nair',
      },
      order_meta: { return_url: requested.returnUrl, notify_url: notifyUrl },
      order_expiry_time: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/),
    });
    const end = Date.parse(body.order_expiry_time);
    expect(end - requested.expiresAt.getTime()).toBeGreaterThanOrEqual(0);
    expect(end - requested.expiresAt.getTime()).toBeLessThan(1000);
  });

  it('createOrder sends Cashfree no customer field without a value, and throws if the customer has no phone number', async () => {
    const customer = { id: 'a-b-c', name: 'J ', email: null, phone: '+91 98765 00004' };
    await opened({ customer });
    const body = JSON.parse(cashfree.sent[0]?.text ?? '');
    expect(body.customer_details).toEqual({ customer_id: 'abc', customer_phone: '9876500004' });
    await expect(payments.createOrder(request({ customer: { ...customer, phone: null } }))).rejects.toThrow('mobile');
    expect(cashfree.sent).toHaveLength(1);
  });

  it('createOrder sends Cashfree no webhook address if the site has none', async () => {
    const silent = cashfreePayments({ ...deps, notifyUrl: undefined });
    await silent.createOrder(request());
    expect(JSON.parse(cashfree.sent[0]?.text ?? '').order_meta).not.toHaveProperty('notify_url');
  });

  it('createOrder extends a payment session to Cashfree’s minimum duration and refuses one that has already expired', async () => {
    const expiresAt = new Date(Date.now() + 5 * minute);
    const session = await payments.createOrder(request({ expiresAt }));
    const ahead = (session.expiresAt?.getTime() ?? 0) - Date.now();
    expect(ahead).toBeGreaterThan(15 * minute);
    expect(ahead).toBeLessThan(17 * minute);
    await expect(payments.createOrder(request({ expiresAt: new Date() }))).rejects.toThrow('is over');
  });

  it.each([101, 999, 550_050, 1_350_000, 99_999_999, 123_456_789_01])(
    'createOrder sends Cashfree %d paise as an exact amount in rupees',
    async (paise) => {
      const requested = request({ amountPaise: paise });
      await payments.createOrder(requested);
      expect(cashfree.sent[0]?.text).toContain(`"order_amount":${String(paise / 100)},`);
      expect(await payments.fetchOrder(requested.orderId)).toEqual({ status: 'active', payments: [] });
    },
  );

  it('createOrder throws Cashfree’s error for an amount below one rupee', async () => {
    await expect(payments.createOrder(request({ amountPaise: 1 }))).rejects.toThrow('order_amount_invalid');
  });

  it('createOrder repeated after a lost response sends Cashfree the same idempotency key and gets the same order', async () => {
    const requested = request();
    cashfree.break({ answer: 'cut', after: true });
    await expect(payments.createOrder(requested)).rejects.toThrow('no answer');
    const session = await payments.createOrder(requested);
    expect(session.sessionId).toBe(cashfree.orders.get(requested.orderId)?.payment_session_id);
    const [first, second] = cashfree.sent.map((call) => call.headers['x-idempotency-key']);
    expect(second).toBe(first);
    expect(cashfree.sent).toHaveLength(2);
  });

  it('createOrder called again for a Cashfree order with another expiry time returns the existing payment session', async () => {
    const requested = request();
    const session = await payments.createOrder(requested);
    const again = await payments.createOrder({ ...requested, expiresAt: new Date(Date.now() + 30 * minute) });
    expect(again.sessionId).toBe(session.sessionId);
    expect(cashfree.sent.map(({ method, path }) => `${method} ${path.length}`)).toEqual(['POST 1', 'POST 1', 'GET 2']);
  });

  it('createOrder throws if the order already exists at Cashfree with another amount or is already paid', async () => {
    const requested = request();
    await payments.createOrder(requested);
    await expect(payments.createOrder({ ...requested, amountPaise: 100 })).rejects.toThrow('another order');
    cashfree.pay(requested.orderId, 'SUCCESS');
    const later = { ...requested, expiresAt: new Date(Date.now() + 30 * minute) };
    await expect(payments.createOrder(later)).rejects.toThrow('another order');
  });
});

describe('fetchOrder', () => {
  it.each([
    ['ACTIVE', 'active'],
    ['PAID', 'paid'],
    ['EXPIRED', 'expired'],
    ['TERMINATED', 'expired'],
    ['TERMINATION_REQUESTED', 'active'],
    ['OF_A_LATER_VERSION', 'active'],
  ])('fetchOrder reads the Cashfree order state %s as %s', async (written, read) => {
    const orderId = await opened();
    Object.assign(cashfree.orders.get(orderId) ?? {}, { order_status: written });
    expect(await payments.fetchOrder(orderId)).toEqual({ status: read, payments: [] });
  });

  it.each([
    ['SUCCESS', 'approved'],
    ['FAILED', 'declined'],
    ['USER_DROPPED', 'declined'],
    ['VOID', 'declined'],
    ['CANCELLED', 'declined'],
    ['PENDING', 'pending'],
    ['OF_A_LATER_VERSION', 'pending'],
    ['NOT_ATTEMPTED', null],
  ])('fetchOrder reads the Cashfree payment state %s as %s', async (written, read) => {
    const orderId = await opened();
    cashfree.pay(orderId, written);
    const order = await payments.fetchOrder(orderId);
    expect(order?.payments.map((payment) => payment.status)).toEqual(read ? [read] : []);
  });

  it('fetchOrder lists the payments of a Cashfree order oldest first, in paise, with their method', async () => {
    const orderId = await opened();
    const first = cashfree.pay(orderId, 'FAILED', { payment_group: 'net_banking' });
    const second = cashfree.pay(orderId, 'SUCCESS');
    expect(await payments.fetchOrder(orderId)).toEqual({
      status: 'paid',
      payments: [
        { id: first.cf_payment_id, status: 'declined', amountPaise: 1_350_050, method: 'net_banking' },
        { id: second.cf_payment_id, status: 'approved', amountPaise: 1_350_050, method: 'upi' },
      ],
    });
  });

  it('fetchOrder returns null for an order that Cashfree does not know and throws for a 404 from a proxy', async () => {
    expect(await payments.fetchOrder('LF-2026-999999-1')).toBeNull();
    cashfree.break({ answer: { status: 404, body: '<html>not here</html>' } });
    await expect(payments.fetchOrder('LF-2026-999999-1')).rejects.toThrow('404');
  });

  it.each([
    ['another currency', { payment_currency: 'USD' }],
    ['a part of a paisa', { payment_amount: 13_500.505 }],
    ['no amount', { payment_amount: Number.NaN }],
  ])('fetchOrder throws on a Cashfree payment whose currency or amount is invalid (%s)', async (_, more) => {
    const orderId = await opened();
    cashfree.pay(orderId, 'SUCCESS', more);
    await expect(payments.fetchOrder(orderId)).rejects.toThrow('unknown shape');
  });
});

describe('failed connections', () => {
  const fetchAny = async () => payments.fetchOrder(await opened());

  it.each([
    [
      'a 429 for too many calls',
      { status: 429, body: { message: 'Too many requests', code: 'rate_limited', type: 'x' } },
      '429',
    ],
    ['a server error', { status: 500, body: { message: 'internal', code: 'api_error', type: 'api_error' } }, '500'],
    ['an error without a body', { status: 503, body: '' }, '503'],
    ['an empty response', { status: 200, body: '' }, 'unknown shape'],
    ['an unexpected format', { status: 200, body: { order: 1 } }, 'unknown shape'],
    ['a redirect', { status: 302, body: '', headers: { location: 'http://127.0.0.1:1/' } }, '302'],
  ])(
    'fetchOrder throws when Cashfree returns an unusable response (%s), and the next call succeeds',
    async (_, answer, message) => {
      const orderId = await opened();
      cashfree.break({ answer });
      await expect(payments.fetchOrder(orderId)).rejects.toThrow(message);
      expect(await payments.fetchOrder(orderId)).toMatchObject({ status: 'active' });
    },
  );

  it.each([
    ['html', '502'],
    ['cut', 'no answer'],
  ] as const)('fetchOrder throws when the connection to Cashfree fails (%s)', async (answer, message) => {
    const orderId = await opened();
    cashfree.break({ answer });
    await expect(payments.fetchOrder(orderId)).rejects.toThrow(message);
  });

  it('fetchOrder throws when Cashfree does not respond in time', async () => {
    // Use a separate server: on a busy machine, the request may arrive only after the timeout, during the next test.
    const silent = new CashfreeServer();
    onTestFinished(() => silent.stop());
    silent.break({ answer: 'hang' });
    const hasty = cashfreePayments({ ...deps, baseUrl: await silent.start(), timeoutMs: 300 });
    await expect(hasty.fetchOrder('LF-2026-000001-1')).rejects.toThrow('no answer');
  });

  it('errors about Cashfree never contain the client secret', async () => {
    const stranger = cashfreePayments({ ...deps, clientSecret: 'not-the-secret' });
    const error = await stranger.createOrder(request()).catch((thrown: unknown) => thrown);
    expect(String(error)).toContain('authentication Failed');
    expect(JSON.stringify(error) + String(error)).not.toContain('not-the-secret');
    expect(await fetchAny()).toMatchObject({ status: 'active' });
  });
});

describe('endOrder', () => {
  const statusOf = (orderId: string) => cashfree.orders.get(orderId)?.order_status;

  it('endOrder terminates the Cashfree order by the documented call, so that it can no longer be paid', async () => {
    const orderId = await opened();
    await payments.endOrder(orderId);
    const call = cashfree.sent.at(-1);
    expect([call?.method, call?.path, call?.text]).toEqual([
      'PATCH',
      ['orders', orderId],
      '{"order_status":"TERMINATED"}',
    ]);
    expect(statusOf(orderId)).toBe('TERMINATED');
    expect(await payments.fetchOrder(orderId)).toEqual({ status: 'expired', payments: [] });
  });

  it('endOrder leaves a Cashfree order active while a payment is pending', async () => {
    const orderId = await opened();
    cashfree.pay(orderId, 'PENDING');
    await payments.endOrder(orderId);
    expect(await payments.fetchOrder(orderId)).toMatchObject({ status: 'active', payments: [{ status: 'pending' }] });
  });

  /**
   * Error codes with which Cashfree might refuse to terminate an order. All are guesses: Cashfree documents only
   * `order_inactive`, and for other calls.
   */
  const refusals = [
    [400, 'order_inactive'],
    [409, 'order_already_paid'],
    [422, 'request_failed'],
    [400, 'of_a_later_version'],
  ] as const;
  const refuse = (status: number, code: string) =>
    cashfree.break({ answer: { status, body: { message: 'no', code, type: 'invalid_request_error' } } });

  it('endOrder can be called twice for one Cashfree order', async () => {
    const orderId = await opened();
    await payments.endOrder(orderId);
    await payments.endOrder(orderId);
    expect(statusOf(orderId)).toBe('TERMINATED');
  });

  it.each(refusals)(
    'endOrder treats the Cashfree error %d %s as permanent if the order is paid or expired',
    async (status, code) => {
      for (const state of ['PAID', 'EXPIRED']) {
        const orderId = await opened();
        Object.assign(cashfree.orders.get(orderId) ?? {}, { order_status: state });
        refuse(status, code);
        await expect(payments.endOrder(orderId)).rejects.toBeInstanceOf(PaymentRefused);
      }
    },
  );

  it.each(refusals)(
    'endOrder treats the Cashfree error %d %s as retryable if the order can still be paid',
    async (status, code) => {
      const orderId = await opened();
      refuse(status, code);
      const error = await payments.endOrder(orderId).catch((thrown: unknown) => thrown);
      expect(error).toBeInstanceOf(Error);
      expect(error).not.toBeInstanceOf(PaymentRefused);
      await payments.endOrder(orderId);
      expect(statusOf(orderId)).toBe('TERMINATED');
    },
  );

  it.each([
    ['PAID', true],
    ['EXPIRED', true],
    ['ACTIVE', false],
    ['OF_A_LATER_VERSION', false],
  ])('endOrder throws if Cashfree returns 200 with the order state %s', async (state, isForGood) => {
    const orderId = await opened();
    const order = { ...cashfree.orders.get(orderId), order_status: state };
    cashfree.break({ answer: { status: 200, body: order } });
    const error = await payments.endOrder(orderId).catch((thrown: unknown) => thrown);
    expect([error instanceof Error, error instanceof PaymentRefused]).toEqual([true, isForGood]);
  });

  it('endOrder treats an order that Cashfree does not know as a permanent error and a lost connection as retryable', async () => {
    await expect(payments.endOrder('LF-2026-999999-1')).rejects.toBeInstanceOf(PaymentRefused);
    const out = await opened();
    for (const answer of ['html', 'cut'] as const) {
      cashfree.break({ answer });
      await expect(payments.endOrder(out)).rejects.not.toBeInstanceOf(PaymentRefused);
    }
    expect(statusOf(out)).toBe('ACTIVE');
  });
});

describe('refunds', () => {
  const owed = (orderId: string) => ({
    refundId: `LF2026R${made}`,
    orderId,
    amountPaise: 550_050,
    note: `Order LF-2026-000001: ${'seats gone '.repeat(20)}`,
    idempotencyKey: `LF2026R${made}`,
  });

  async function paid(): Promise<string> {
    const orderId = await opened();
    cashfree.pay(orderId, 'SUCCESS');
    return orderId;
  }

  it.each([
    ['PENDING', 'pending'],
    ['ONHOLD', 'pending'],
    ['SUCCESS', 'settled'],
    ['CANCELLED', 'failed'],
    ['FAILED', 'failed'],
    ['OF_A_LATER_VERSION', 'pending'],
  ])('fetchRefund reads the Cashfree refund state %s as %s', async (written, read) => {
    const orderId = await paid();
    const requested = owed(orderId);
    expect(await payments.refund(requested)).toMatchObject({ status: 'pending' });
    const known = cashfree.refunds.get(requested.refundId);
    expect(known).toMatchObject({ refund_amount: 5500.5 });
    Object.assign(known ?? {}, { refund_status: written });
    expect(await payments.fetchRefund(orderId, requested.refundId)).toEqual({
      reference: known?.cf_refund_id,
      status: read,
      amountPaise: 550_050,
    });
  });

  it('requesting a Cashfree refund again with another note returns the same refund', async () => {
    const requested = owed(await paid());
    cashfree.break({ answer: 'cut', after: true });
    await expect(payments.refund(requested)).rejects.toThrow('no answer');
    const first = await payments.refund(requested);
    expect(await payments.refund({ ...requested, note: 'another note' })).toEqual(first);
    expect(cashfree.refunds.get(requested.refundId)).toMatchObject({ cf_refund_id: first.reference });
  });

  it('a refund of an unpaid Cashfree order fails permanently, and a refund request that fails with 401, 429 or 500 can be retried', async () => {
    const unpaid = owed(await opened());
    await expect(payments.refund(unpaid)).rejects.toThrow(PaymentRefused);
    const requested = owed(await paid());
    for (const status of [401, 429, 500]) {
      cashfree.break({ answer: { status, body: { message: 'no', code: 'no', type: 'no' } } });
      await expect(payments.refund(requested)).rejects.not.toThrow(PaymentRefused);
    }
    expect(await payments.fetchRefund(requested.orderId, requested.refundId)).toBeNull();
  });
});
