import { createHmac } from 'node:crypto';
import type { Kysely } from 'kysely';
import { createHourlyDeletion } from '../../db/jobs/hourly-deletion.ts';
import type { Database } from '../../db/schema.ts';
import { BatchQueue } from '../../db/transactions/batch-queue.ts';
import type { Clock } from '../clock.ts';
import { deleteFullBuckets, type Lease, type LeaseRequest, leaseTokens } from './buckets.repo.ts';
import { type Buckets, createLocalBuckets, type Need, periodMs } from './buckets.ts';

/**
 * How many tokens of a bucket are usually leased at a time: this share of its limit, so that a fast client causes few
 * SQL statements. If the waiting calls need more tokens, more are leased, because many leases one after another would
 * exceed the timeout.
 */
const shareOfLease = 0.1;
/**
 * For how long leased tokens can be used, as a share of their bucket's period: one second for a limit per minute.
 * Unused tokens are returned with the next lease.
 */
const shareOfPeriod = 1 / 60;
/** Maximum number of leases in memory. If there are more, the least recently used one is dropped with its tokens. */
const maxLeases = 20_000;
/** How long this process counts calls by itself after the database has failed. */
const aloneMs = 5_000;

/**
 * The leased tokens of a bucket. `until`: when the lease ends. `awaited`: how many tokens are needed by the calls that
 * wait for a lease. `refused`: until the time `refused.until`, the bucket is known to have fewer than `refused.amount`
 * tokens; null if nothing is known.
 */
type Leased = {
  tokens: number;
  until: number;
  awaited: number;
  refused: { until: number; amount: number } | null;
  pending: Promise<void> | null;
};

type SharedDeps = {
  db: Kysely<Database>;
  clock: Clock;
  secret: string;
  /** Called when the database fails and this process begins to count calls by itself. */
  onFailure: (error: unknown) => void;
  /**
   * How many milliseconds a call waits for the database. After that, the database counts as failed. Tests wait longer.
   */
  timeoutMs?: number;
};

const neededOf = ({ amount, limit }: Need) => Math.min(amount, limit);
function wantedOf(need: Need, awaited: number): number {
  return Math.min(need.limit, Math.max(neededOf(need), Math.floor(need.limit * shareOfLease), awaited));
}
/**
 * The milliseconds from `now` to `moment`; 0 if they exceed `longest`, which happens only if the clock was set back.
 */
const remaining = (moment: number, now: number, longest: number) => (moment - now <= longest ? moment - now : 0);

function withTimeout<T>(work: Promise<T>, timeoutMs: number): Promise<T> {
  const { promise, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => reject(new Error('the database did not count a call in time')), timeoutMs);
  return Promise.race([work, promise]).finally(() => clearTimeout(timer));
}

/**
 * Token buckets in the database, which all processes share. A process leases some tokens of a bucket at a time and
 * takes them without another statement (decision 123, "Share rate limits by leasing calls from the database"). While
 * the database does not respond, each process counts calls by itself.
 */
export function createSharedBuckets({ db, clock, secret, onFailure, timeoutMs = 250 }: SharedDeps): Buckets {
  const leases = new Map<string, Leased>();
  const local = createLocalBuckets();
  const deleteFull = createHourlyDeletion(clock, (now) => deleteFullBuckets(db, now));
  let aloneUntil = Number.NEGATIVE_INFINITY;
  const queue = new BatchQueue<LeaseRequest, Lease>({
    concurrency: 2,
    maxBatchSize: 100,
    keyOf: ({ key }) => key,
    run: async (requests) => {
      try {
        return (await leaseTokens(db, requests)).map((result) => ({ result }));
      } catch (error) {
        // Do not throw: the queue would then repeat the requests, although the database may have granted them already.
        return requests.map(() => ({ error }));
      }
    },
  });

  /** The keyed hash that is stored in place of the key of a bucket, because the key contains an IP address. */
  const hash = (key: string) => createHmac('sha256', secret).update(`bucket ${key}`).digest('base64url');

  function leasedOf({ key }: Need): Leased {
    const leased = leases.get(key) ?? { tokens: 0, until: 0, awaited: 0, refused: null, pending: null };
    leases.delete(key);
    leases.set(key, leased);
    const [oldest] = leases.size > maxLeases ? leases.keys() : [];
    if (oldest !== undefined) leases.delete(oldest);
    return leased;
  }

  function hasTokens(need: Need, now: number): boolean {
    const { tokens, until } = leasedOf(need);
    return tokens >= neededOf(need) && remaining(until, now, periodMs[need.period] * shareOfPeriod) > 0;
  }

  function waitOf(need: Need, now: number): number {
    const { refused } = leasedOf(need);
    if (!refused || neededOf(need) < refused.amount) return 0;
    return Math.max(0, remaining(refused.until, now, periodMs[need.period]));
  }

  async function request(need: Need, now: number): Promise<void> {
    const { key, limit, period } = need;
    const leased = leasedOf(need);
    const returned = leased.tokens;
    leased.tokens = 0;
    const wanted = { needed: neededOf(need), wanted: wantedOf(need, leased.awaited), returned };
    const { granted, waitMs } = await queue.add({ key: hash(key), limit, periodMs: periodMs[period], ...wanted, now });
    leased.tokens += granted;
    leased.until = now + periodMs[period] * shareOfPeriod;
    leased.refused = granted > 0 ? null : { until: now + waitMs, amount: neededOf(need) };
  }

  /**
   * Leases the needed tokens of each bucket. If another call is already leasing tokens of a bucket, waits for that
   * lease instead. Returns when all leases are granted or refused. Leases that are needed at the same time, by one call
   * or by several, share a statement.
   */
  async function lease(needs: readonly Need[], now: number): Promise<void> {
    const pending = needs.map((need) => {
      const leased = leasedOf(need);
      leased.pending ??= request(need, now).finally(() => {
        leased.pending = null;
      });
      return leased.pending;
    });
    await Promise.all(pending);
  }

  /**
   * Takes the needed tokens from the leased ones. Returns one of these:
   * - 0 if enough tokens were leased
   * - the milliseconds to wait, if a bucket is known to have too few tokens
   * - the `needs` for which tokens must be leased first
   */
  function takeLeased(needs: readonly Need[], now: number): number | Need[] {
    const lacking = needs.filter((need) => !hasTokens(need, now));
    if (lacking.length === 0) for (const need of needs) leasedOf(need).tokens -= neededOf(need);
    const wait = Math.max(0, ...lacking.map((need) => waitOf(need, now)));
    return lacking.length === 0 || wait > 0 ? wait : lacking;
  }

  async function leaseAndTake(needs: readonly Need[], now: number): Promise<number> {
    await deleteFull();
    const awaiting = needs.map((need) => ({ leased: leasedOf(need), tokens: neededOf(need) }));
    for (const { leased, tokens } of awaiting) leased.awaited += tokens;
    try {
      for (;;) {
        const taken = takeLeased(needs, now);
        if (typeof taken === 'number') return taken;
        await lease(taken, now);
      }
    } finally {
      for (const { leased, tokens } of awaiting) leased.awaited -= tokens;
    }
  }

  return {
    async take(needs, now) {
      if (performance.now() < aloneUntil) return local.take(needs, now);
      const taken = takeLeased(needs, now);
      if (typeof taken === 'number') return taken;
      try {
        return await withTimeout(leaseAndTake(needs, now), timeoutMs);
      } catch (error) {
        if (performance.now() >= aloneUntil) onFailure(error);
        aloneUntil = performance.now() + aloneMs;
        return local.take(needs, now);
      }
    },
    giveBack(needs) {
      for (const need of needs) {
        const leased = leasedOf(need);
        leased.tokens = Math.min(need.limit, leased.tokens + neededOf(need));
        leased.refused = null;
      }
    },
  };
}
