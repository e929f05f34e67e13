import { createHmac } from 'node:crypto';
import type { FastifyRequest } from 'fastify';
import type { Kysely } from 'kysely';
import type { RateClass } from '../../../contract/endpoint.ts';
import { createHourlyDeletion } from '../../db/jobs/hourly-deletion.ts';
import type { Database } from '../../db/schema.ts';
import type { Clock } from '../clock.ts';
import { isInProcessCall } from '../in-process-calls.ts';
import type { SecurityLog } from '../security-log.ts';
import { addressKey, networkKey } from './address-key.ts';
import { type Buckets, createLocalBuckets, type Need } from './buckets.ts';
import { createDelays, type Pause, realPause } from './delays.ts';
import {
  accountFactor,
  type Caller,
  delayOf,
  type HourlyRate,
  hasAccountLimit,
  isHourly,
  type RateLimits,
  type Rates,
  sharedAddressFactor,
  tooManyRequests,
} from './rate-limits.ts';
import { addHit, deleteCountersBefore, findOldestHit, removeNewestHit } from './rates.repo.ts';

/**
 * A call by which somebody signs in or prepares to sign in. `account`: the account that the call names, or the text
 * typed to find it; null if the call counts only against its IP address. `device`: the browser, if somebody has signed
 * in to that account with it before; otherwise null.
 */
export type AccountCall = {
  request: FastifyRequest;
  account: string | null;
  device: string | null;
  /** Calls with a `purpose` are counted separately from the other calls of their rate class for the same account. */
  purpose?: 'resetLink';
};

/** Rate limits of the caller, and of the account that the input of a sign-in call names. */
export type AccountRates = Rates & {
  /**
   * Counts a sign-in call (docs/product.md#rates). A browser that signed in to the account before has an allowance of
   * its own. Calls from other browsers are refused if their IP address is over its limits, and delayed if the account
   * is over its limit.
   * @throws Refusal 429
   */
  countFor(rate: HourlyRate, call: AccountCall): Promise<void>;
  /** Takes back the count of a call that succeeded, because only failures count against the sign-in limits. */
  forgive(rate: HourlyRate, call: AccountCall): Promise<void>;
};

type RateDeps = {
  db: Kysely<Database>;
  clock: Clock;
  limits: RateLimits;
  secret: string;
  security: SecurityLog;
  pause?: Pause | undefined;
  /**
   * The token buckets that limit the calls in a minute and the bytes stored in a day. By default, they are in the
   * memory of this process.
   */
  buckets?: Buckets;
};

const hourMs = 3_600_000;
/**
 * How many bytes an IP address may store in a day, for each call that RATE_WRITE allows in a minute. By default, this
 * is 15 MB in total. The limit depends on RATE_WRITE, so that an academy that raises RATE_WRITE for a large crew also
 * raises the limit of bytes (decision 107, "Bound what one address can store in a day").
 */
const storedBytesPerWrite = 128 * 1024;
/** A key under which a call is counted, and the limit for that key. */
type Count = { key: string; limit: number };
/**
 * The counter of an account stops at this many times the account's limit. Calls over the limit are delayed, and the
 * delay reaches its maximum long before the counter stops.
 */
const countedFactor = 4;

/**
 * The tokens that a call takes from token buckets: one for each byte that it may store and, if its limit is per minute,
 * one for the call itself. A student has a bucket of their own and shares a larger one with all students at the same IP
 * address. All visitors at an IP address share one bucket. Refused calls use separate buckets.
 */
function needsOf(limits: RateLimits, rate: RateClass, caller: Caller): Need[] {
  const { address, account, storedBytes = 0, isRefused = false } = caller;
  const addressId = addressKey(address);
  if (isRefused) {
    const shared = isHourly(rate) ? 'write' : rate;
    return [{ key: `${shared}:refused:${addressId}`, limit: limits[shared], amount: 1, period: 'minute' }];
  }
  const [limit, allowedBytes] = [limits[rate], limits.write * storedBytesPerWrite];
  const call = { amount: 1, period: 'minute' } as const;
  const bytes: Need = { key: `stored:${addressId}`, limit: allowedBytes, amount: storedBytes, period: 'day' };
  const stored = storedBytes > 0 ? [bytes] : [];
  if (isHourly(rate)) return stored;
  return [
    ...stored,
    ...(account === null
      ? [{ ...call, key: `${rate}:address:${addressId}`, limit }]
      : [
          { ...call, key: `${rate}:account:${account}`, limit },
          { ...call, key: `${rate}:crew:${addressId}`, limit: limit * sharedAddressFactor },
        ]),
  ];
}

/**
 * Creates the rate limits. Limits per minute are token buckets. Limits per hour are a sliding window in the table
 * `rate_counters`, whose keys are keyed hashes, so that the table contains no personal data. Calls that the server
 * makes to itself are not counted, because all visitors would share one limit.
 */
export function createRates(deps: RateDeps): AccountRates {
  const { db, clock, limits, secret, security, pause = realPause, buckets = createLocalBuckets() } = deps;
  const delays = createDelays(pause);
  const deleteOldCounters = createHourlyDeletion(clock, (now) => deleteCountersBefore(db, new Date(now - hourMs)));

  const keyOf = (rate: HourlyRate, kind: string, ...names: string[]) =>
    `${rate}:${kind}:${createHmac('sha256', secret).update(JSON.stringify(names)).digest('base64url')}`;
  /**
   * The counts that can lead to the refusal of a sign-in call. A browser with which somebody has signed in to the
   * account before has a count of its own. For any other browser, these are the counts of its IP address: one for all
   * accounts, and one for this account.
   */
  function refusingCounts(rate: HourlyRate, { request, account, device, purpose }: AccountCall): Count[] {
    const [limit, address] = [limits[rate], addressKey(request.ip)];
    if (account !== null && device !== null)
      return [{ key: keyOf(rate, 'device', purpose ?? '', account, device), limit }];
    return [
      { key: keyOf(rate, 'address', address), limit: limit * sharedAddressFactor },
      ...(account === null ? [] : [{ key: keyOf(rate, 'source', purpose ?? '', account, address), limit }]),
    ];
  }
  /**
   * The counts by which a sign-in call may be delayed: those of all calls for the same account from browsers with which
   * nobody has signed in to the account before.
   */
  function delayingCounts(rate: HourlyRate, { account, device, purpose }: AccountCall): Count[] {
    if (account === null || device !== null || !hasAccountLimit[rate]) return [];
    return [{ key: keyOf(rate, 'account', purpose ?? '', account), limit: limits[rate] * accountFactor }];
  }

  const uncount = async (counts: readonly Count[]) => {
    for (const { key } of counts) await removeNewestHit(db, key);
  };
  const addHitNow = (key: string, limit: number) => {
    const now = clock.now();
    return addHit(db, key, { now: new Date(now), since: new Date(now - hourMs), limit });
  };

  /**
   * Counts a call under all keys or under none, so that a call that exceeds one limit does not use up the others.
   * Returns the number of calls under the last key.
   */
  async function countOrRefuse(counts: readonly Count[]): Promise<number> {
    let tries = 0;
    for (const [index, { key, limit }] of counts.entries()) {
      const count = await addHitNow(key, limit);
      if (count === null) {
        await uncount(counts.slice(0, index));
        const now = clock.now();
        const oldest = await findOldestHit(db, key, new Date(now - hourMs));
        throw tooManyRequests((oldest?.getTime() ?? now) + hourMs - now);
      }
      tries = count;
    }
    return tries;
  }

  /**
   * Counts a call, which is about to be delayed, for the network of its IP address. Returns the number of such calls
   * within the hour. The tries of a whole network are counted together, because an attacker may spread them over many
   * addresses, each of which then has few tries.
   */
  async function countNetwork(
    rate: HourlyRate,
    { request, account, purpose }: AccountCall,
    most: number,
  ): Promise<number> {
    const key = keyOf(rate, 'network', purpose ?? '', account ?? '', networkKey(request.ip));
    return (await addHitNow(key, most)) ?? most;
  }

  async function countFor(rate: HourlyRate, call: AccountCall): Promise<void> {
    await deleteOldCounters();
    const { request, account } = call;
    const sourceTries = await countOrRefuse(refusingCounts(rate, call));
    for (const { key, limit } of delayingCounts(rate, call)) {
      const most = limit * countedFactor;
      const milliseconds = delayOf((await addHitNow(key, most)) ?? most, limit);
      if (milliseconds === 0) continue;
      security.record('signIn.slowed', { request, account }, { limit: rate, delayMs: milliseconds });
      // A call that gets no place among the delayed calls, or loses it, is refused, but stays counted. So an IP address
      // or network with many tries soon loses its places to callers with fewer tries.
      const tries = Math.max(sourceTries, await countNetwork(rate, call, most));
      if (!(await delays.delay({ account: key, source: addressKey(request.ip), tries, milliseconds })))
        throw tooManyRequests(milliseconds);
    }
  }

  return {
    async count(rate, who) {
      if (isInProcessCall()) return;
      const wait = await buckets.take(needsOf(limits, rate, who), clock.now());
      if (wait > 0) throw tooManyRequests(wait);
    },
    async giveBack(rate, who) {
      buckets.giveBack(needsOf(limits, rate, who));
    },
    countFor,
    forgive: (rate, call) => uncount([...refusingCounts(rate, call), ...delayingCounts(rate, call)]),
  };
}
