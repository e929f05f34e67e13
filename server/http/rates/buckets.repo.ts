import { type Kysely, sql } from 'kysely';
import type { Database } from '../../db/schema.ts';

/**
 * A request to lease tokens of a token bucket that all processes share. `needed`: the smallest number of tokens that is
 * of use. `wanted`: the largest number of tokens to lease. `returned`: the number of unused tokens of the last lease,
 * which go back to the bucket.
 */
export type LeaseRequest = {
  key: string;
  limit: number;
  periodMs: number;
  needed: number;
  wanted: number;
  returned: number;
  now: number;
};

/**
 * The result of a lease request. `granted`: how many tokens were leased. `waitMs`: if none were leased, the
 * milliseconds until the bucket has enough; otherwise 0.
 */
export type Lease = { granted: number; waitMs: number };

type Row = { key: string; granted: number; full_at: number };

/**
 * Leases tokens of different buckets by one statement, so that concurrent processes never get the same token. The rows
 * are written in the order of their keys, so that leases of different processes cannot deadlock.
 *
 * The column `full_at` says when the bucket will be full, in milliseconds since 1970. Taking a token makes this time
 * later, by as long as it takes to refill one token. If the clock was set back, the time may be more than a full period
 * ahead; the bucket then counts as empty. Adding 0.000001 compensates for rounding.
 */
export async function leaseTokens(db: Kysely<Database>, requests: readonly LeaseRequest[]): Promise<Lease[]> {
  const list = (of: (request: LeaseRequest) => number) => sql`${requests.map(of)}::float8[]`;
  const { rows } = await sql<Row>`
    with request as materialized (
      select * from unnest(${requests.map(({ key }) => key)}::text[], ${list(({ now }) => now)},
        ${list(({ periodMs }) => periodMs)}, ${list(({ periodMs, limit }) => periodMs / limit)},
        ${list(({ needed }) => needed)}, ${list(({ wanted }) => wanted)}, ${list(({ returned }) => returned)})
        as r (key, now, period, per_token, needed, wanted, returned)
    )
    insert into rate_buckets as bucket (key, full_at, granted)
    select key, now + wanted * per_token, wanted from request order by key
    on conflict (key) do update set (full_at, granted) = (
      select base + grants.tokens * r.per_token, grants.tokens
      from request r,
      lateral (select least(greatest(bucket.full_at - r.returned * r.per_token, r.now), r.now + r.period) as base) used,
      lateral (select floor((r.now + r.period - base) / r.per_token + 0.000001) as tokens) available,
      lateral (select case when available.tokens >= r.needed
        then least(available.tokens, r.wanted) else 0 end as tokens) grants
      where r.key = excluded.key)
    returning key, granted, full_at`.execute(db);
  const stored = new Map(rows.map((row) => [row.key, row]));
  return requests.map(({ key, limit, periodMs, needed, now }) => {
    const row = stored.get(key);
    if (!row) throw new Error('a rate bucket returned no row');
    const waitMs = row.full_at + (needed * periodMs) / limit - now - periodMs;
    return { granted: row.granted, waitMs: row.granted > 0 ? 0 : Math.max(1, Math.ceil(waitMs)) };
  });
}

/**
 * Deletes full buckets. A bucket without a row counts as full. Leaves out the rows that a lease has locked: waiting for
 * them could deadlock, because a lease locks several rows.
 */
export async function deleteFullBuckets(db: Kysely<Database>, now: number): Promise<void> {
  await sql`
    delete from rate_buckets where key in (
      select key from rate_buckets where full_at < ${now} for update skip locked)`.execute(db);
}
