import { describe, expect, it } from 'vitest';
import { signatureHeader, timestampHeader } from '../../../../contract/payments.ts';
import { readSignedWebhook, signWebhook } from '../../../../server/providers/payments/cashfree-webhook.ts';
import { readPaise, writeRupees } from '../../../../server/providers/payments/payment-amount.ts';
import { fakeClock } from '../../../support/clock.ts';

const secret = 'cfsk_ma_test_secret';
const at = 1_746_427_759_733;
const clock = fakeClock(at);

function read(body: string) {
  const headers = { [timestampHeader]: String(at), [signatureHeader]: signWebhook(secret, String(at), body) };
  return readSignedWebhook(secret, clock, { headers, body: Buffer.from(body) });
}

it('signWebhook computes the same signature of a timestamp and a body as OpenSSL', () => {
  // The expected signature was made with OpenSSL:
  // printf '1746427759733{"data":{"order":{"order_amount":170.00}}}' \
  //   | openssl dgst -sha256 -hmac cfsk_ma_test_secret -binary | base64
  const body = '{"data":{"order":{"order_amount":170.00}}}';
  expect(signWebhook(secret, '1746427759733', body)).toBe('kJOzINjXF6NCJ5HU44CYWVX1JjxOI3JTBd8RB9BjpF8=');
});

describe('a payment webhook', () => {
  // The sample webhook of Cashfree’s documentation, without its offer fields.
  const sample = (
    status: string,
    type: string,
  ) => `{"data":{"order":{"order_id":"LF-2026-000123-1","order_amount":170.00,
    "order_currency":"INR","order_tags":null},"payment":{"cf_payment_id":1453002795,"payment_status":"${status}",
    "payment_amount":170.00,"payment_currency":"INR","payment_message":"00::Transaction success",
    "payment_time":"2025-01-15T12:20:29+05:30","bank_reference":"234928698581","auth_id":null,
    "payment_method":{"upi":{"channel":"collect","upi_id":"user@ybl"}},"payment_group":"upi"},
    "customer_details":{"customer_name":null,"customer_id":"7112AAA812234","customer_email":"test@example.com",
    "customer_phone":"9876500001"}},"event_time":"2025-01-15T11:16:10+05:30","type":"${type}"}`;
  const order = { kind: 'order', orderId: 'LF-2026-000123-1', orderPaise: 17_000 };

  it('readSignedWebhook returns the payment of a webhook about a successful payment, whether its id is a number or a string', () => {
    const payment = { id: '1453002795', status: 'approved', amountPaise: 17_000, method: 'upi' };
    const text = sample('SUCCESS', 'PAYMENT_SUCCESS_WEBHOOK');
    expect(read(text)).toEqual({ ...order, payment });
    expect(read(text.replace('1453002795', '"1453002795"'))).toEqual({ ...order, payment });
  });

  it.each([
    ['PENDING', 'PAYMENT_SUCCESS_WEBHOOK'],
    ['FAILED', 'PAYMENT_FAILED_WEBHOOK'],
    ['USER_DROPPED', 'PAYMENT_USER_DROPPED_WEBHOOK'],
  ])('readSignedWebhook returns the order and no payment for a webhook about a %s payment', (status, type) => {
    expect(read(sample(status, type))).toEqual({ ...order, payment: null });
  });

  it('readSignedWebhook returns no amount and no payment for a webhook about a payment in another currency than rupees', () => {
    const text = sample('SUCCESS', 'PAYMENT_SUCCESS_WEBHOOK').replace(
      '"order_currency":"INR"',
      '"order_currency":"USD"',
    );
    expect(read(text)).toEqual({ ...order, orderPaise: null, payment: null });
  });

  it('readSignedWebhook returns the refund id of a refund webhook, and ignores webhooks of other kinds', () => {
    const refund = { cf_refund_id: 11_325_632, refund_id: 'LF2026000123R1', refund_status: 'SUCCESS' };
    expect(read(JSON.stringify({ type: 'REFUND_STATUS_WEBHOOK', data: { refund } }))).toEqual({
      kind: 'refund',
      refundId: 'LF2026000123R1',
    });
    for (const body of ['{}', '[]', 'null', '', '{"type":"DISPUTE_CREATED"}', '{"type":"PAYMENT_SUCCESS_WEBHOOK"}'])
      expect(read(body)).toEqual({ kind: 'none' });
  });
});

describe('amounts in Cashfree messages', () => {
  it.each([
    [170, 17_000],
    [170.5, 17_050],
    [0.07, 7],
    [19.99, 1999],
    [1_234_567.89, 123_456_789],
    ['170.00', 17_000],
    ['170.10', 17_010],
    ['170.100', 17_010],
  ])('readPaise reads the amount %j as %d paise', (amount, paise) => expect(readPaise(amount)).toBe(paise));

  it.each([
    [10.005],
    [-1],
    ['-1'],
    [Number.NaN],
    [Number.POSITIVE_INFINITY],
    ['1e3'],
    [1e21],
    [''],
    ['1,000'],
    [null],
    [{}],
    [' 1'],
  ])('readPaise refuses the amount %j', (amount) => expect(readPaise(amount)).toBeNull());

  it('amounts in Cashfree messages are written and read exact to the paisa', () => {
    const amounts = Array.from({ length: 200_000 }, (_, position) => position * 37);
    expect(amounts.filter((paise) => readPaise(writeRupees(paise)) !== paise)).toEqual([]);
    expect(() => writeRupees(0.5)).toThrow(RangeError);
    expect(() => writeRupees(-1)).toThrow(RangeError);
  });
});
