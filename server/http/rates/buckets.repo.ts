import { type Kysely, type RawBuilder, sql } from 'kysely';
import { runPipelined } from '../../db/connection/pipeline.ts';
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
};

/**
 * The result of a lease request. `granted`: how many tokens were leased. `waitMs`: if none were leased, the
 * milliseconds until the bucket has enough; otherwise 0.
 */
export type Lease = { granted: number; waitMs: number };

type Row = { granted: number; full_at: number };

/**
 * A bucket is stored as one number: the time at which it will be full, in milliseconds since 1970. Taking a token makes
 * that time later, by as long as it takes to refill one token. If the clock was set back, the stored time may be more
 * than a full period ahead; the bucket then counts as empty. Adding 0.000001 compensates for rounding.
 */
function leaseSql({ key, limit, periodMs, needed, wanted, returned }: LeaseRequest, now: number): RawBuilder<Row> {
  const perToken = periodMs / limit;
  return sql<Row>`
    insert into rate_buckets as bucket (key, full_at, granted)
    values (${key}, ${now + wanted * perToken}::float8, ${wanted}::float8)
    on conflict (key) do update set (full_at, granted) = (
      select base + grants.tokens * ${perToken}::float8, grants.tokens
      from (select least(greatest(bucket.full_at - ${returned * perToken}::float8, ${now}::float8),
        ${now + periodMs}::float8) as base) used,
      lateral (select floor((${now + periodMs}::float8 - base) / ${perToken}::float8 + 0.000001) as tokens) available,
      lateral (select case when available.tokens >= ${needed}::float8
        then least(available.tokens, ${wanted}::float8) else 0 end as tokens) grants)
    returning granted, full_at`;
}

/** Leases tokens of several buckets in one round trip. Concurrent processes never get the same token. */
export async function leaseTokens(
  db: Kysely<Database>,
  requests: readonly LeaseRequest[],
  now: number,
): Promise<Lease[]> {
  const statements = requests.map((request) => leaseSql(request, now));
  const results = await db.connection().execute((connection) => runPipelined(connection, statements));
  return requests.map(({ limit, periodMs, needed }, index) => {
    const [row] = results[index] ?? [];
    if (!row) throw new Error('a rate bucket returned no row');
    const waitMs = row.full_at + (needed * periodMs) / limit - now - periodMs;
    return { granted: row.granted, waitMs: row.granted > 0 ? 0 : Math.max(1, Math.ceil(waitMs)) };
  });
}

/** Deletes full buckets. A bucket without a row counts as full. */
export async function deleteFullBuckets(db: Kysely<Database>, now: number): Promise<void> {
  await db.deleteFrom('rate_buckets').where('full_at', '<', now).execute();
}
