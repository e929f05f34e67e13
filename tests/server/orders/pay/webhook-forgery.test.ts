import { createHmac, randomBytes } from 'node:crypto';
import process from 'node:process';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { signatureHeader, timestampHeader } from '../../../../contract/payments.ts';
import { buildApp } from '../../../../server/app.ts';
import { readEnv } from '../../../../server/env.ts';
import { day, minute } from '../../../support/clock.ts';
import { openAcademy } from '../../booking/academy.ts';
import { orderFire, orderState, providerOrderIdOf } from '../ordering.ts';
import { type Delivery, deliver, paymentWebhook, sandboxSecret, sign } from './webhooks.ts';

const academy = await openAcademy();
const { db, clock } = academy;
const limits = { RATE_ORDER: '1000000', HOLDS_PER_ADDRESS: '100', RATE_WRITE: '1000000', RATE_FORM: '1000000' };
const env = readEnv({ LANDFALL_ENV: 'test', LOG_LEVEL: 'silent', ...limits });
Object.assign(academy.app, await buildApp({ env, db, clock, release: 'test' }));

const { created } = await orderFire(academy);
const now = clock.now();
const orderId = await providerOrderIdOf(academy, created.attempt_id);
const text = paymentWebhook({ orderId, paymentId: 'p1', status: 'SUCCESS', amount: 5500.5 });
const genuine = sign(text, now);
const signature = genuine.headers[signatureHeader] ?? '';
const timestamp = String(now);

const withHeaders = (headers: Record<string, string>, body = text): Delivery => ({ body, headers });
const signedBy = (key: string, message: string, encoding: 'base64' | 'base64url' | 'hex' = 'base64') =>
  createHmac('sha256', key).update(message).digest(encoding);

/** Generates variants of a text with one character replaced, inserted or deleted. */
const edited = (original: string) =>
  fc
    .record({
      at: fc.nat(original.length - 1),
      how: fc.constantFrom('replace' as const, 'insert' as const, 'delete' as const),
      character: fc.string({ unit: 'grapheme-ascii', minLength: 1, maxLength: 1 }),
    })
    .map(({ at, how, character }) => {
      const end = original.slice(how === 'insert' ? at : at + 1);
      return `${original.slice(0, at)}${how === 'delete' ? '' : character}${end}`;
    })
    .filter((changed) => changed !== original);

const amounts = fc.constantFrom('5500.50', '5500.500', '55e2', '1', '"5500.5"');
const rewritten = fc.oneof(
  edited(text),
  amounts.map((amount) => text.replaceAll('5500.5', amount)),
  fc.constant(JSON.stringify(JSON.parse(text), null, 2)),
  fc.nat(text.length - 1).map((length) => text.slice(0, length)),
  fc.constant(text.replaceAll('SUCCESS', 'FAILED')),
  fc.string(),
);

const headersOf = (given: string, at: string = timestamp) => ({ [signatureHeader]: given, [timestampHeader]: at });

/** Whether a client can send the text as the value of a header. */
const sendable = (value: string) => /^[\x21-\x7e]*$/.test(value);

const forged: fc.Arbitrary<Delivery> = fc.oneof(
  // Deliveries with a genuine signature, but another body.
  rewritten.filter((body) => body !== text).map((body) => withHeaders(headersOf(signature), body)),
  // Deliveries with the genuine body, but another signature or timestamp.
  edited(signature)
    .filter(sendable)
    .map((given) => withHeaders(headersOf(given))),
  edited(timestamp)
    .filter(sendable)
    .map((at) => withHeaders(headersOf(signature, at))),
  fc.base64String({ minLength: 0, maxLength: 64 }).map((given) => withHeaders(headersOf(given))),
  // Deliveries signed with another secret, or whose signature does not cover the timestamp followed by the body.
  fc
    .oneof(edited(sandboxSecret), fc.string(), fc.constant(sandboxSecret.toUpperCase()))
    .map((key) => withHeaders(headersOf(signedBy(key, timestamp + text)))),
  fc
    .constantFrom(text, `${timestamp}.${text}`, `${timestamp}\n${text}`, text + timestamp, timestamp)
    .map((message) => withHeaders(headersOf(signedBy(sandboxSecret, message)))),
  fc
    .constantFrom('base64url' as const, 'hex' as const)
    .map((encoding) => withHeaders(headersOf(signedBy(sandboxSecret, timestamp + text, encoding)))),
  // Deliveries signed correctly, but too long ago or in the future.
  fc
    .oneof(fc.integer({ min: day + 1, max: 1000 * day }), fc.integer({ min: -1000 * day, max: -5 * minute - 1 }))
    .map((age) => sign(text, now - age)),
  fc
    .constantFrom<Record<string, string>>({}, { [signatureHeader]: signature }, { [timestampHeader]: timestamp })
    .map((headers) => withHeaders(headers)),
);

const count = process.env.SOAK ? 10_000 : 2_000;
const seed = Number(process.env.SEED ?? randomBytes(4).readInt32BE());

const nextCheckAt = () =>
  db.selectFrom('payment_attempts').select('next_check_at').where('id', '=', created.attempt_id).execute();

it('the payment webhook rejects thousands of altered and forged deliveries with 401 and accepts the genuine one', async () => {
  console.log(`${count} forged deliveries, SEED=${seed}`);
  const before = await nextCheckAt();
  let sent = 0;
  await fc.assert(
    fc.asyncProperty(forged, async (delivery) => {
      sent += 1;
      const response = await deliver(academy, delivery);
      expect(response.statusCode).toBe(401);
    }),
    { numRuns: count, seed },
  );
  expect(sent).toBe(count);
  expect(await orderState(academy, created.order_id)).toBe('awaiting_payment');
  expect(await db.selectFrom('webhook_deliveries').select('digest').execute()).toEqual([]);
  expect(await nextCheckAt()).toEqual(before);
  expect((await deliver(academy, genuine)).statusCode).toBe(200);
  expect(await orderState(academy, created.order_id)).toBe('completed');
}, 120_000);
