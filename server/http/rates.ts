import { createHmac } from 'node:crypto';
import type { Kysely } from 'kysely';
import type { RateClass } from '../../contract/endpoint.ts';
import type { Database } from '../db/schema.ts';
import type { Clock } from '../providers/clock.ts';
import { addressKey } from './address-key.ts';
import type { Caller, Rates } from './guard.ts';
import { isOwnCall } from './own-calls.ts';
import { crewFactor, type HourlyRate, isHourly, type MinuteRate, type RateLimits, tooMany } from './rate-limits.ts';
import { addHit, deleteHitsBefore, findOldestHit, takeHitBack } from './rates.repo.ts';
import { TokenBuckets } from './token-buckets.ts';

/** The guard's counter, and what handlers call for the account that a public call names. */
export type AccountRates = Rates & {
  /** Counts against one account, e.g. the identifier of a lookup. @throws Refusal 429 */
  countFor(rate: HourlyRate, account: string): Promise<void>;
  /** A call that succeeded does not count: failures do (decisions, "Rates, sessions, privacy"). */
  forgive(rate: HourlyRate, who: { account: string; address: string }): Promise<void>;
};

export type RateParts = { db: Kysely<Database>; clock: Clock; limits: RateLimits; secret: string };

const hour = 3_600_000;
/** What is counted under one key, and how many an hour may be. */
type Count = { key: string; limit: number };

/**
 * Limits by class (`server/env.ts`). Minute classes live in this process; hourly ones in `rate_counters`, over the hour
 * before each call, under keyed hashes, so that the table names nobody. What this process asks itself is not counted: all
 * visitors would share its limit.
 */
export function createRates({ db, clock, limits, secret }: RateParts): AccountRates {
  const buckets = new TokenBuckets();
  let sweptAt = 0;

  const keyOf = (rate: HourlyRate, kind: string, name: string) =>
    `${rate}:${kind}:${createHmac('sha256', secret).update(name).digest('base64url')}`;
  const byAccount = (rate: HourlyRate, account: string): Count => ({
    key: keyOf(rate, 'account', account),
    limit: limits[rate],
  });
  const byAddress = (rate: HourlyRate, address: string): Count => ({
    key: keyOf(rate, 'address', addressKey(address)),
    limit: limits[rate] * crewFactor,
  });
  const countsOf = (rate: HourlyRate, { account, address }: Caller): Count[] => [
    ...(account ? [byAccount(rate, account)] : []),
    byAddress(rate, address),
  ];

  async function sweep(now: number): Promise<void> {
    if (now - sweptAt < hour) return;
    sweptAt = now;
    await deleteHitsBefore(db, new Date(now - hour));
  }

  const takeBack = async (counts: readonly Count[]) => {
    for (const { key } of counts) await takeHitBack(db, key);
  };

  /** All or none: a call that one limit refuses takes nothing of the others. */
  async function countHourly(counts: readonly Count[]): Promise<void> {
    const now = clock.now();
    await sweep(now);
    const since = new Date(now - hour);
    for (const [place, { key, limit }] of counts.entries()) {
      if (await addHit(db, key, { now: new Date(now), since, limit })) continue;
      await takeBack(counts.slice(0, place));
      const oldest = await findOldestHit(db, key, since);
      throw tooMany((oldest?.getTime() ?? now) + hour - now);
    }
  }

  /** A student has a bucket of their own, beside that of the crew at their address; visitors of one address share one. */
  function bucketsOf(rate: MinuteRate, { account, address }: Caller): Count[] {
    const [limit, place] = [limits[rate], addressKey(address)];
    if (!account) return [{ key: `${rate}:address:${place}`, limit }];
    return [
      { key: `${rate}:account:${account}`, limit },
      { key: `${rate}:crew:${place}`, limit: limit * crewFactor },
    ];
  }

  const refill = (counts: readonly Count[]) => {
    for (const { key, limit } of counts) buckets.giveBack(key, limit);
  };

  function countMinute(counts: readonly Count[]): void {
    for (const [place, { key, limit }] of counts.entries()) {
      const wait = buckets.take(key, limit, clock.now());
      if (wait <= 0) continue;
      refill(counts.slice(0, place));
      throw tooMany(wait);
    }
  }

  async function count(rate: RateClass, who: Caller): Promise<void> {
    if (isOwnCall()) return;
    if (isHourly(rate)) return countHourly(countsOf(rate, who));
    countMinute(bucketsOf(rate, who));
  }

  async function giveBack(rate: RateClass, who: Caller): Promise<void> {
    if (isHourly(rate)) return takeBack(countsOf(rate, who));
    refill(bucketsOf(rate, who));
  }

  return {
    count,
    giveBack,
    countFor: (rate, account) => countHourly([byAccount(rate, account)]),
    forgive: (rate, who) => takeBack(countsOf(rate, who)),
  };
}
