import { createHmac } from 'node:crypto';
import type { Kysely } from 'kysely';
import type { RateClass } from '../../contract/endpoint.ts';
import type { Database } from '../db/schema.ts';
import type { Clock } from '../providers/clock.ts';
import { addressKey } from './address-key.ts';
import type { Caller, Rates } from './guard.ts';
import { crewFactor, type HourlyRate, isHourly, type RateLimits, tooMany } from './rate-limits.ts';
import { addHits, deleteHitsBefore, takeHitBack } from './rates.repo.ts';
import { TokenBuckets } from './token-buckets.ts';

/** The guard's counter, and what handlers call for the account that a public call names. */
export type AccountRates = Rates & {
  /** Counts against one account, e.g. the identifier of a lookup. @throws Refusal 429 */
  countFor(rate: HourlyRate, account: string): Promise<void>;
  /** A call that succeeded does not count: failures do (decisions, "Rates, sessions, privacy"). */
  forgive(rate: HourlyRate, account: string): Promise<void>;
};

export type RateParts = { db: Kysely<Database>; clock: Clock; limits: RateLimits; secret: string };

const hour = 3_600_000;

/**
 * Limits by class (`server/env.ts`). Minute classes live in this process; hourly ones in `rate_counters`, in windows of
 * the clock's hours, under keyed hashes, so that the table names nobody.
 */
export function createRates({ db, clock, limits, secret }: RateParts): AccountRates {
  const buckets = new TokenBuckets();
  let sweptAt = 0;

  const window = () => Math.floor(clock.now() / hour) * hour;
  const keyOf = (rate: HourlyRate, kind: string, name: string) =>
    `${rate}:${kind}:${createHmac('sha256', secret).update(name).digest('base64url')}`;

  async function sweep(start: number): Promise<void> {
    if (sweptAt === start) return;
    sweptAt = start;
    await deleteHitsBefore(db, new Date(start));
  }

  async function countHourly(allowed: Map<string, number>): Promise<void> {
    const start = window();
    await sweep(start);
    const hits = await addHits(db, [...allowed.keys()], new Date(start));
    const isOver = [...allowed].some(([key, limit]) => (hits.get(key) ?? 0) > limit);
    if (isOver) throw tooMany(start + hour - clock.now());
  }

  /** Hits allowed an hour, by key. */
  function hourlyKeys(rate: HourlyRate, who: Caller): Map<string, number> {
    const allowed = new Map([[keyOf(rate, 'address', addressKey(who.address)), limits[rate] * crewFactor]]);
    if (who.account) allowed.set(keyOf(rate, 'account', who.account), limits[rate]);
    return allowed;
  }

  const bucketOf = (rate: RateClass, who: Caller) => `${rate}:${addressKey(who.address)}`;

  async function count(rate: RateClass, who: Caller): Promise<void> {
    if (isHourly(rate)) return countHourly(hourlyKeys(rate, who));
    const wait = buckets.take(bucketOf(rate, who), limits[rate], clock.now());
    if (wait > 0) throw tooMany(wait);
  }

  async function giveBack(rate: RateClass, who: Caller): Promise<void> {
    if (!isHourly(rate)) return buckets.giveBack(bucketOf(rate, who), limits[rate]);
    for (const key of hourlyKeys(rate, who).keys()) await takeHitBack(db, key, new Date(window()));
  }

  return {
    count,
    giveBack,
    countFor: (rate, account) => countHourly(new Map([[keyOf(rate, 'account', account), limits[rate]]])),
    forgive: (rate, account) => takeHitBack(db, keyOf(rate, 'account', account), new Date(window())),
  };
}
