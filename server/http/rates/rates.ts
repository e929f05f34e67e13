import { createHmac } from 'node:crypto';
import type { Kysely } from 'kysely';
import type { RateClass } from '../../../contract/endpoint.ts';
import { createHourlyDeletion } from '../../db/jobs/hourly-deletion.ts';
import type { Database } from '../../db/schema.ts';
import type { Clock } from '../clock.ts';
import { isInProcessCall } from '../in-process-calls.ts';
import type { Caller, Rates } from '../mount/guard.ts';
import { addressKey } from './address-key.ts';
import {
  type HourlyRate,
  isHourly,
  type MinuteRate,
  type RateLimits,
  sharedAddressFactor,
  tooManyRequests,
} from './rate-limits.ts';
import { addHit, deleteCountersBefore, findOldestHit, removeNewestHit } from './rates.repo.ts';
import { TokenBuckets } from './token-buckets.ts';

/**
 * Rate limits of the caller, and of an account that the input of a public call names, such as the identifier of a
 * sign-in lookup.
 */
export type AccountRates = Rates & {
  /** Counts a call against one account only. @throws Refusal 429 */
  countFor(rate: HourlyRate, account: string): Promise<void>;
  /**
   * Takes back the count of a call that succeeded, because only failures count against the sign-in limits
   * (docs/product.md#rates).
   */
  forgive(rate: HourlyRate, who: { account: string; address: string }): Promise<void>;
};

type RateDeps = { db: Kysely<Database>; clock: Clock; limits: RateLimits; secret: string };

const hourMs = 3_600_000;
/** A key under which a call is counted, and its limit. */
type Count = { key: string; limit: number };

/**
 * Creates the rate limits, whose numbers are in `server/env.ts`. Limits per minute are token buckets in this process.
 * Limits per hour are a sliding window in the table `rate_counters`; its keys are keyed hashes, so that the table
 * contains no personal data. In-process calls are not counted, because all visitors would share one limit.
 */
export function createRates({ db, clock, limits, secret }: RateDeps): AccountRates {
  const buckets = new TokenBuckets();
  const deleteOldCounters = createHourlyDeletion(clock, (now) => deleteCountersBefore(db, new Date(now - hourMs)));

  const keyOf = (rate: HourlyRate, kind: string, name: string) =>
    `${rate}:${kind}:${createHmac('sha256', secret).update(name).digest('base64url')}`;
  const byAccount = (rate: HourlyRate, account: string): Count => ({
    key: keyOf(rate, 'account', account),
    limit: limits[rate],
  });
  const byAddress = (rate: HourlyRate, address: string): Count => ({
    key: keyOf(rate, 'address', addressKey(address)),
    limit: limits[rate] * sharedAddressFactor,
  });
  const countsOf = (rate: HourlyRate, { account, address }: Caller): Count[] => [
    ...(account ? [byAccount(rate, account)] : []),
    byAddress(rate, address),
  ];

  const uncount = async (counts: readonly Count[]) => {
    for (const { key } of counts) await removeNewestHit(db, key);
  };

  /** Counts a call under all keys or under none, so that a call that exceeds one limit does not use up the others. */
  async function countHourly(counts: readonly Count[]): Promise<void> {
    const now = clock.now();
    await deleteOldCounters();
    const since = new Date(now - hourMs);
    for (const [index, { key, limit }] of counts.entries()) {
      if (await addHit(db, key, { now: new Date(now), since, limit })) continue;
      await uncount(counts.slice(0, index));
      const oldest = await findOldestHit(db, key, since);
      throw tooManyRequests((oldest?.getTime() ?? now) + hourMs - now);
    }
  }

  /**
   * The token buckets of a call. A student has a bucket of their own and shares a larger one with their address;
   * visitors share one bucket for each address.
   */
  function bucketsOf(rate: MinuteRate, { account, address }: Caller): Count[] {
    const [limit, addressId] = [limits[rate], addressKey(address)];
    if (!account) return [{ key: `${rate}:address:${addressId}`, limit }];
    return [
      { key: `${rate}:account:${account}`, limit },
      { key: `${rate}:crew:${addressId}`, limit: limit * sharedAddressFactor },
    ];
  }

  const refill = (counts: readonly Count[]) => {
    for (const { key, limit } of counts) buckets.giveBack(key, limit);
  };

  function countMinute(counts: readonly Count[]): void {
    for (const [index, { key, limit }] of counts.entries()) {
      const wait = buckets.take(key, limit, clock.now());
      if (wait <= 0) continue;
      refill(counts.slice(0, index));
      throw tooManyRequests(wait);
    }
  }

  async function count(rate: RateClass, who: Caller): Promise<void> {
    if (isInProcessCall()) return;
    if (isHourly(rate)) return countHourly(countsOf(rate, who));
    countMinute(bucketsOf(rate, who));
  }

  async function giveBack(rate: RateClass, who: Caller): Promise<void> {
    if (isHourly(rate)) return uncount(countsOf(rate, who));
    refill(bucketsOf(rate, who));
  }

  return {
    count,
    giveBack,
    countFor: (rate, account) => countHourly([byAccount(rate, account)]),
    forgive: (rate, who) => uncount(countsOf(rate, who)),
  };
}
