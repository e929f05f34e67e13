import { afterAll, afterEach, describe, expect, it } from 'vitest';
import { systemClock } from '../../../server/providers/clock.ts';
import { PaymentRefused, type PaymentRequest } from '../../../server/providers/payments.ts';
import { cashfreePayments } from '../../../server/providers/payments-cashfree.ts';
import { CashfreeServer, cashfreeAccess } from '../../support/cashfree-server.ts';
import { minute } from '../../support/clock.ts';

const cashfree = new CashfreeServer();
const baseUrl = await cashfree.start();
afterAll(() => cashfree.stop());
afterEach(() => {
  cashfree.sent.length = 0;
});

const notifyUrl = 'https://academy.example.com/api/payments/webhook';
const parts = { ...cashfreeAccess, baseUrl, mode: 'sandbox' as const, clock: systemClock, notifyUrl };
const payments = cashfreePayments(parts);
const hasty = cashfreePayments({ ...parts, timeoutMs: 300 });

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
  const asked = request(more);
  await payments.createOrder(asked);
  return asked.orderId;
}

describe('opening a payment', () => {
  it('asks for the order as Cashfree documents it and answers what the browser needs', async () => {
    const asked = request();
    const session = await payments.createOrder(asked);
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
      order_id: asked.orderId,
      order_amount: 13_500.5,
      order_currency: 'INR',
      customer_details: {
        customer_id: '3f2b8c1e0d4a4e7b9c551a2b3c4d5e6f',
        customer_phone: '9876500001',
        customer_email: 'asha@example.com',
        customer_name: 'Asha Nair',
      },
      order_meta: { return_url: asked.returnUrl, notify_url: notifyUrl },
      order_expiry_time: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/),
    });
    const end = Date.parse(body.order_expiry_time);
    expect(end - asked.expiresAt.getTime()).toBeGreaterThanOrEqual(0);
    expect(end - asked.expiresAt.getTime()).toBeLessThan(1000);
  });

  it('leaves out what a student has not, but not the phone', async () => {
    const customer = { id: 'a-b-c', name: 'J ', email: null, phone: '+91 98765 00004' };
    await opened({ customer });
    const body = JSON.parse(cashfree.sent[0]?.text ?? '');
    expect(body.customer_details).toEqual({ customer_id: 'abc', customer_phone: '9876500004' });
    await expect(payments.createOrder(request({ customer: { ...customer, phone: null } }))).rejects.toThrow('mobile');
    expect(cashfree.sent).toHaveLength(1);
  });

  it('sends no address for webhooks where the site has none', async () => {
    const silent = cashfreePayments({ ...parts, notifyUrl: undefined });
    await silent.createOrder(request());
    expect(JSON.parse(cashfree.sent[0]?.text ?? '').order_meta).not.toHaveProperty('notify_url');
  });

  it('keeps to the shortest session that Cashfree takes, and says so', async () => {
    const expiresAt = new Date(Date.now() + 5 * minute);
    const session = await payments.createOrder(request({ expiresAt }));
    const ahead = (session.expiresAt?.getTime() ?? 0) - Date.now();
    expect(ahead).toBeGreaterThan(15 * minute);
    expect(ahead).toBeLessThan(17 * minute);
    await expect(payments.createOrder(request({ expiresAt: new Date() }))).rejects.toThrow('is over');
  });

  it.each([1, 101, 999, 550_050, 1_350_000, 99_999_999, 123_456_789_01])('writes %d paise exactly', async (paise) => {
    const asked = request({ amountPaise: paise });
    if (paise < 100) return expect(payments.createOrder(asked)).rejects.toThrow('order_amount_invalid');
    await payments.createOrder(asked);
    expect(cashfree.sent[0]?.text).toContain(`"order_amount":${String(paise / 100)},`);
    expect(await payments.fetchOrder(asked.orderId)).toEqual({ status: 'active', payments: [] });
  });

  it('repeated after a lost answer is the same order under the same key', async () => {
    const asked = request();
    cashfree.break({ answer: 'cut', after: true });
    await expect(payments.createOrder(asked)).rejects.toThrow('no answer');
    const session = await payments.createOrder(asked);
    expect(session.sessionId).toBe(cashfree.orders.get(asked.orderId)?.payment_session_id);
    const [first, second] = cashfree.sent.map((call) => call.headers['x-idempotency-key']);
    expect(second).toBe(first);
    expect(cashfree.sent).toHaveLength(2);
  });

  it('repeated with another end finds the order that exists', async () => {
    const asked = request();
    const session = await payments.createOrder(asked);
    const again = await payments.createOrder({ ...asked, expiresAt: new Date(Date.now() + 30 * minute) });
    expect(again.sessionId).toBe(session.sessionId);
    expect(cashfree.sent.map(({ method, path }) => `${method} ${path.length}`)).toEqual(['POST 1', 'POST 1', 'GET 2']);
  });

  it('takes no order of another amount and none that is over for its own', async () => {
    const asked = request();
    await payments.createOrder(asked);
    await expect(payments.createOrder({ ...asked, amountPaise: 100 })).rejects.toThrow('another order');
    cashfree.pay(asked.orderId, 'SUCCESS');
    const later = { ...asked, expiresAt: new Date(Date.now() + 30 * minute) };
    await expect(payments.createOrder(later)).rejects.toThrow('another order');
  });
});

describe('asking about a payment', () => {
  it.each([
    ['ACTIVE', 'active'],
    ['PAID', 'paid'],
    ['EXPIRED', 'expired'],
    ['TERMINATED', 'expired'],
    ['TERMINATION_REQUESTED', 'active'],
    ['OF_A_LATER_VERSION', 'active'],
  ])('reads the order state %s as %s', async (written, read) => {
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
  ])('reads the payment state %s as %s', async (written, read) => {
    const orderId = await opened();
    cashfree.pay(orderId, written);
    const told = await payments.fetchOrder(orderId);
    expect(told?.payments.map((payment) => payment.status)).toEqual(read ? [read] : []);
  });

  it('lists payments oldest first, in paise, with their method', async () => {
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

  it('knows no order that Cashfree knows not, but believes no proxy', async () => {
    expect(await payments.fetchOrder('LF-2026-999999-1')).toBeNull();
    cashfree.break({ answer: { status: 404, body: '<html>not here</html>' } });
    await expect(payments.fetchOrder('LF-2026-999999-1')).rejects.toThrow('404');
  });

  it.each([
    ['another currency', { payment_currency: 'USD' }],
    ['a part of a paisa', { payment_amount: 13_500.505 }],
    ['no amount', { payment_amount: Number.NaN }],
  ])('refuses to read %s', async (_, more) => {
    const orderId = await opened();
    cashfree.pay(orderId, 'SUCCESS', more);
    await expect(payments.fetchOrder(orderId)).rejects.toThrow('unknown shape');
  });
});

describe('a line that fails', () => {
  const fetchAny = async () => payments.fetchOrder(await opened());

  it.each([
    ['too many calls', { status: 429, body: { message: 'Too many requests', code: 'rate_limited', type: 'x' } }, '429'],
    ['a fault of theirs', { status: 500, body: { message: 'internal', code: 'api_error', type: 'api_error' } }, '500'],
    ['no error body', { status: 503, body: '' }, '503'],
    ['an empty answer', { status: 200, body: '' }, 'unknown shape'],
    ['another shape', { status: 200, body: { order: 1 } }, 'unknown shape'],
    ['a redirect', { status: 302, body: '', headers: { location: 'http://127.0.0.1:1/' } }, '302'],
  ])('by %s is told as such', async (_, answer, told) => {
    const orderId = await opened();
    cashfree.break({ answer });
    await expect(payments.fetchOrder(orderId)).rejects.toThrow(told);
    expect(await payments.fetchOrder(orderId)).toMatchObject({ status: 'active' });
  });

  it.each(['html', 'cut', 'hang'] as const)('by %s is told as such, in time', async (answer) => {
    const orderId = await opened();
    cashfree.break({ answer });
    const begun = performance.now();
    const asked = answer === 'hang' ? hasty : payments;
    await expect(asked.fetchOrder(orderId)).rejects.toThrow(answer === 'html' ? '502' : 'no answer');
    expect(performance.now() - begun).toBeLessThan(4500);
  });

  it('never tells the secret', async () => {
    const stranger = cashfreePayments({ ...parts, clientSecret: 'not-the-secret' });
    const error = await stranger.createOrder(request()).catch((thrown: unknown) => thrown);
    expect(String(error)).toContain('authentication Failed');
    expect(JSON.stringify(error) + String(error)).not.toContain('not-the-secret');
    expect(await fetchAny()).toMatchObject({ status: 'active' });
  });
});

describe('ending an order', () => {
  const statusOf = (orderId: string) => cashfree.orders.get(orderId)?.order_status;

  it('is asked for as Cashfree documents it, and closes the payment page', async () => {
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

  it('may have to wait for a payment that is under way', async () => {
    const orderId = await opened();
    cashfree.pay(orderId, 'PENDING');
    await payments.endOrder(orderId);
    expect(await payments.fetchOrder(orderId)).toMatchObject({ status: 'active', payments: [{ status: 'pending' }] });
  });

  /** The documents name `order_inactive` alone, and not for this call; the others are guesses. */
  const refusals = [
    [400, 'order_inactive'],
    [409, 'order_already_paid'],
    [422, 'request_failed'],
    [400, 'of_a_later_version'],
  ] as const;
  const refuse = (status: number, code: string) =>
    cashfree.break({ answer: { status, body: { message: 'no', code, type: 'invalid_request_error' } } });

  it('asked for twice is once, whatever the second is answered', async () => {
    const orderId = await opened();
    await payments.endOrder(orderId);
    await payments.endOrder(orderId);
    expect(statusOf(orderId)).toBe('TERMINATED');
  });

  it.each(refusals)('answered %d %s is refused for good where the order is paid or expired', async (status, code) => {
    for (const state of ['PAID', 'EXPIRED']) {
      const orderId = await opened();
      Object.assign(cashfree.orders.get(orderId) ?? {}, { order_status: state });
      refuse(status, code);
      await expect(payments.endOrder(orderId)).rejects.toBeInstanceOf(PaymentRefused);
    }
  });

  it.each(refusals)('answered %d %s is to be tried again where the order can still be paid', async (status, code) => {
    const orderId = await opened();
    refuse(status, code);
    const error = await payments.endOrder(orderId).catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(Error);
    expect(error).not.toBeInstanceOf(PaymentRefused);
    await payments.endOrder(orderId);
    expect(statusOf(orderId)).toBe('TERMINATED');
  });

  it.each([
    ['PAID', true],
    ['EXPIRED', true],
    ['ACTIVE', false],
    ['OF_A_LATER_VERSION', false],
  ])('answered 200 with the order %s is not taken for done', async (state, isForGood) => {
    const orderId = await opened();
    const order = { ...cashfree.orders.get(orderId), order_status: state };
    cashfree.break({ answer: { status: 200, body: order } });
    const error = await payments.endOrder(orderId).catch((thrown: unknown) => thrown);
    expect([error instanceof Error, error instanceof PaymentRefused]).toEqual([true, isForGood]);
  });

  it('is refused for good where nobody knows the order, and fails where nobody answers', async () => {
    await expect(payments.endOrder('LF-2026-999999-1')).rejects.toBeInstanceOf(PaymentRefused);
    const out = await opened();
    for (const answer of ['html', 'cut'] as const) {
      cashfree.break({ answer });
      await expect(payments.endOrder(out)).rejects.not.toBeInstanceOf(PaymentRefused);
    }
    expect(statusOf(out)).toBe('ACTIVE');
  });
});

describe('a refund', () => {
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
  ])('in the state %s is %s', async (written, read) => {
    const orderId = await paid();
    const asked = owed(orderId);
    expect(await payments.refund(asked)).toMatchObject({ status: 'pending' });
    const known = cashfree.refunds.get(asked.refundId);
    expect(known).toMatchObject({ refund_amount: 5500.5 });
    Object.assign(known ?? {}, { refund_status: written });
    expect(await payments.fetchRefund(orderId, asked.refundId)).toEqual({
      reference: known?.cf_refund_id,
      status: read,
    });
  });

  it('asked for again, even otherwise worded, is the same', async () => {
    const asked = owed(await paid());
    cashfree.break({ answer: 'cut', after: true });
    await expect(payments.refund(asked)).rejects.toThrow('no answer');
    const first = await payments.refund(asked);
    expect(await payments.refund({ ...asked, note: 'another note' })).toEqual(first);
    expect(cashfree.refunds.get(asked.refundId)).toMatchObject({ cf_refund_id: first.reference });
  });

  it('that Cashfree will not make is refused for good, one that it could not make is not', async () => {
    const unpaid = owed(await opened());
    await expect(payments.refund(unpaid)).rejects.toThrow(PaymentRefused);
    const asked = owed(await paid());
    for (const status of [401, 429, 500]) {
      cashfree.break({ answer: { status, body: { message: 'no', code: 'no', type: 'no' } } });
      await expect(payments.refund(asked)).rejects.not.toThrow(PaymentRefused);
    }
    expect(await payments.fetchRefund(asked.orderId, asked.refundId)).toBeNull();
  });
});
