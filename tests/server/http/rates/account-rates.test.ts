import type { FastifyRequest } from 'fastify';
import { beforeEach, describe, expect, it } from 'vitest';
import type { RateClass } from '../../../../contract/endpoint.ts';
import { type HourlyRate, type RateLimits, sharedAddressFactor } from '../../../../server/http/rates/rate-limits.ts';
import { type AccountCall, createRates } from '../../../../server/http/rates/rates.ts';
import { fakeClock, hour, minute } from '../../../support/clock.ts';
import { createTestDatabase } from '../../../support/database.ts';

const { db } = await createTestDatabase();
const clock = fakeClock(Date.UTC(2030, 0, 1, 6, 10));
const one = { read: 1, write: 1, order: 1, form: 1, telemetry: 1, lookup: 1, contact: 1, signIn: 1, code: 1 };
/** The delays of the calls, in milliseconds, and what the security log has recorded. */
let delays: number[] = [];
let recorded: unknown[] = [];

/** Creates rate limits of one call each, except for those in `limits`. */
const ratesWith = (limits: Partial<RateLimits> = {}) =>
  createRates({
    ...{ db, clock, limits: { ...one, ...limits }, secret: 'a secret' },
    security: {
      record: (event, { account }, details) => recorded.push([event, account, details]),
      recordRefusal() {},
      flush() {},
    },
    pause: async (milliseconds) => delays.push(milliseconds),
  });

beforeEach(async () => {
  delays = [];
  recorded = [];
  await db.deleteFrom('rate_counters').execute();
});

const callFrom = (ip: string, more: Partial<AccountCall> = {}): AccountCall => ({
  ...{ request: { ip } as FastifyRequest, account: 'asha', device: null, ...more },
});
/** Whether the call is within its limits. */
const isAllowed = async (rates: ReturnType<typeof ratesWith>, rate: HourlyRate, call: AccountCall) =>
  rates.countFor(rate, call).then(
    () => true,
    () => false,
  );

describe('calls for one account from many unknown browsers', () => {
  it.each<[HourlyRate, number[]]>([
    ['lookup', []],
    ['contact', [2000, 4000]],
    ['signIn', [2000, 4000]],
    ['code', [2000, 4000]],
  ])('calls of the rate class %s beyond ten times the limit are delayed by %j ms', async (rate, expected) => {
    const rates = ratesWith();
    for (let call = 0; call < 12; call++) await rates.countFor(rate, callFrom(`10.0.${call}.1`));
    expect(delays).toEqual(expected);
    expect(recorded).toEqual(expected.map((delayMs) => ['signIn.slowed', 'asha', { limit: rate, delayMs }]));
  });

  it('sign-in delays of an account grow to at most 15 seconds and do not affect other accounts or reset links', async () => {
    const rates = ratesWith();
    for (let call = 0; call < 45; call++) await rates.countFor('signIn', callFrom(`10.0.${call}.1`));
    expect(delays.slice(-2)).toEqual([15_000, 15_000]);
    const before = delays.length;
    await rates.countFor('signIn', callFrom('10.1.0.1', { account: 'dev' }));
    await rates.countFor('signIn', callFrom('10.1.0.1', { account: null }));
    await rates.countFor('signIn', callFrom('10.1.0.2', { purpose: 'resetLink' }));
    expect(delays).toHaveLength(before);
  });
});

describe('the limits of a call', () => {
  it('a browser that has signed in to an account before has its own limit of sign-ins to this account, and is never delayed', async () => {
    const rates = ratesWith();
    for (let call = 0; call < 12; call++) await rates.countFor('signIn', callFrom(`10.0.${call}.1`));
    delays = [];
    for (const device of ['phone', 'laptop']) {
      expect(await isAllowed(rates, 'signIn', callFrom('10.0.0.1', { device }))).toBe(true);
      expect(await isAllowed(rates, 'signIn', callFrom('10.9.0.1', { device }))).toBe(false);
    }
    expect(await isAllowed(rates, 'code', callFrom('10.0.0.1', { device: 'phone' }))).toBe(true);
    expect(await isAllowed(rates, 'signIn', callFrom('10.0.0.1', { device: 'phone', account: 'dev' }))).toBe(true);
    expect(delays).toEqual([]);
  });

  it('an IP address may sign in and ask for reset links a limited number of times for one account, and ten times as often for all accounts together', async () => {
    const rates = ratesWith();
    const allowed = (more: Partial<AccountCall> = {}, ip = '10.0.0.1') =>
      isAllowed(rates, 'signIn', callFrom(ip, more));
    expect([await allowed(), await allowed()]).toEqual([true, false]);
    expect(await allowed({ purpose: 'resetLink' })).toBe(true);
    for (let account = 2; account < sharedAddressFactor; account++)
      expect(await allowed({ account: `account-${account}` })).toBe(true);
    expect(await allowed({ account: 'last' })).toBe(false);
    expect(await allowed({ account: null })).toBe(false);
    expect(await allowed({ account: 'last' }, '10.0.0.2')).toBe(true);
  });

  it('rates.forgive removes an API call from the counts of both its IP address and its account', async () => {
    const rates = ratesWith();
    for (let call = 0; call < 25; call++) {
      await rates.countFor('signIn', callFrom('10.0.0.1'));
      await rates.forgive('signIn', callFrom('10.0.0.1'));
    }
    expect(delays).toEqual([]);
    const hits = await db.selectFrom('rate_counters').select('hits').execute();
    expect(hits.flatMap((row) => row.hits)).toEqual([]);
  });

  it('a call refused by an hourly limit may be repeated when the oldest counted call is an hour old', async () => {
    const rates = ratesWith({ signIn: 2 });
    await rates.countFor('signIn', callFrom('10.0.0.1'));
    clock.advance(hour / 4);
    await rates.countFor('signIn', callFrom('10.0.0.1'));
    clock.advance(hour / 4);
    await expect(rates.countFor('signIn', callFrom('10.0.0.1'))).rejects.toMatchObject({
      status: 429,
      retryAfter: 1800,
    });
  });
});

describe('the limits of an IP address', () => {
  const visitor = (address: string) => ({ address, account: null });
  const limited = { status: 429, code: 'RATE_LIMITED' };

  it('the daily storage limit of an IP address is 128 KB times the number of writes that its rate limit allows per minute', async () => {
    const rates = ratesWith({ read: 100 });
    const store = (storedBytes: number, ip = '10.0.0.1') => rates.count('read', { ...visitor(ip), storedBytes });
    await store(131_072);
    await expect(store(1)).rejects.toMatchObject(limited);
    await store(0);
    await store(131_073, '10.0.0.2');
    await rates.giveBack('read', { ...visitor('10.0.0.1'), storedBytes: 131_072 });
    await store(131_072);
  });

  it('refused calls of an IP address have three limits: one for forms, one for reads, and one for writes, sign-ins and codes', async () => {
    const rates = ratesWith();
    const refused = (rate: RateClass) => rates.count(rate, { ...visitor('10.0.0.1'), isRefused: true });
    for (const rate of ['form', 'read', 'signIn'] as const) await refused(rate);
    for (const rate of ['form', 'read', 'code', 'write'] as const)
      await expect(refused(rate)).rejects.toMatchObject(limited);
    for (const rate of ['form', 'read', 'write'] as const) await rates.count(rate, visitor('10.0.0.1'));
    for (const rate of ['form', 'read', 'write'] as const)
      await expect(rates.count(rate, visitor('10.0.0.1'))).rejects.toMatchObject(limited);
  });

  it('each student has a rate limit, and all students at one IP address share a limit ten times as high', async () => {
    const rates = ratesWith();
    const write = (student: number, address = '10.0.0.1') => rates.count('write', { address, account: `s-${student}` });
    for (let student = 1; student <= 10; student++) await write(student);
    await expect(write(1, '10.0.0.2')).rejects.toMatchObject(limited);
    await expect(write(11)).rejects.toMatchObject(limited);
    await write(11, '10.0.0.2');
  });

  it('API calls with an hourly limit have no limit per minute', async () => {
    const rates = ratesWith();
    for (let call = 0; call < 3; call++) await rates.count('signIn', visitor('10.0.0.1'));
  });
});

it('rate-limit counters of the last hour stay when older counters are deleted', async () => {
  const rates = ratesWith();
  const isCounted = (ip: string) => isAllowed(rates, 'signIn', callFrom(ip));
  await isCounted('10.0.0.1');
  clock.advance(59 * minute);
  await isCounted('10.0.0.2');
  clock.advance(2 * minute);
  await isCounted('10.0.0.3');
  expect(await isCounted('10.0.0.2')).toBe(false);
  expect(await isCounted('10.0.0.1')).toBe(true);
});

it('when no more sign-ins for an account may be delayed, a call from a network with few attempts replaces one from a network with more', async () => {
  const [refused, waiting]: [string[], AbortSignal[]] = [[], []];
  const rates = createRates({
    ...{ db, clock, limits: one, secret: 'a secret' },
    security: { record() {}, recordRefusal() {}, flush() {} },
    pause: (_, signal) =>
      new Promise((_resolve, reject) => {
        waiting.push(signal);
        signal.addEventListener('abort', () => reject(signal.reason));
      }),
  });
  for (let call = 0; call < 10; call++) await rates.countFor('signIn', callFrom(`10.${call}.0.1`));
  const tryFrom = (ip: string) => rates.countFor('signIn', callFrom(ip)).catch(() => void refused.push(ip));
  for (const guess of [1, 2]) {
    void tryFrom(`192.0.2.${guess}`);
    await expect.poll(() => waiting.length).toBe(guess);
  }
  await tryFrom('192.0.2.3');
  void tryFrom('198.51.100.1');
  await expect.poll(() => refused).toEqual(['192.0.2.3', '192.0.2.2']);
});
