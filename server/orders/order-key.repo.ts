import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { Database } from '../db/schema.ts';
import { type CallKey, type StoredAnswer, takeKey } from '../http/idempotency.ts';
import { Refusal } from '../http/refusal.ts';
import type { PlacedOrder } from './place-order.ts';

/** Where a keyed call stands: answered, or placed and waiting for its payment session. */
export type KeyedOrder = { answer: StoredAnswer | null; placed: PlacedOrder | null; isAbandoned: boolean };

type Progress = { placed: PlacedOrder; isAbandoned: boolean };

const row = (db: Kysely<Database>, { subject, endpoint, key }: CallKey) =>
  db
    .updateTable('idempotency_keys')
    .where('subject', '=', subject)
    .where('endpoint', '=', endpoint)
    .where('key', '=', key);

/** Stores the order with the key, before the provider is asked; `isAbandoned` tells duplicates to go on themselves. */
export async function storeProgress(db: Kysely<Database>, key: CallKey, progress: Progress): Promise<void> {
  await row(db, key)
    .set({ answer: JSON.stringify(progress) })
    .where('status', 'is', null)
    .execute();
}

/**
 * The key as it stands; null where it was never used.
 * @throws Refusal 422 when it was used for another request
 */
export async function findKeyedOrder(db: Kysely<Database>, call: CallKey): Promise<KeyedOrder | null> {
  const stored = await db
    .selectFrom('idempotency_keys')
    .select(['request_hash', 'status', 'answer'])
    .where('subject', '=', call.subject)
    .where('endpoint', '=', call.endpoint)
    .where('key', '=', call.key)
    .executeTakeFirst();
  if (!stored) return null;
  if (!stored.request_hash.equals(call.hash))
    throw new Refusal(422, 'IDEMPOTENCY_KEY_REUSED', 'This key was used for another request.');
  if (stored.status !== null)
    return { answer: { status: stored.status, body: stored.answer }, placed: null, isAbandoned: false };
  const progress = stored.answer as Progress | null;
  return { answer: null, placed: progress?.placed ?? null, isAbandoned: progress?.isAbandoned ?? false };
}

const isLasting = (error: unknown): error is Refusal =>
  error instanceof Refusal && error.status === 409 && error.code !== 'IN_PROGRESS';

/**
 * A refusal that had no effect is remembered; what a repeat may overcome is not. False where another call has the key by
 * now: what became of that one is the answer of both.
 */
export async function rememberRefusal(db: Kysely<Database>, call: CallKey | null, error: unknown): Promise<boolean> {
  if (!call || !isLasting(error)) return true;
  return takeKey(db, call, { status: error.status, body: error.toBody(call.key) });
}

/** The statement that does the same for those of a set that were refused, in the set's transaction; null for none. */
export function storingRefusals(
  set: ReadonlyArray<{ callKey: CallKey | null; error: unknown }>,
): RawBuilder<unknown> | null {
  const rows = set.flatMap(({ callKey, error }) => {
    if (!callKey || !isLasting(error)) return [];
    return [{ ...callKey, status: error.status, answer: JSON.stringify(error.toBody(callKey.key)) }];
  });
  if (rows.length === 0) return null;
  const list = <T>(of: (row: (typeof rows)[number]) => T) => rows.map(of);
  return sql`
    insert into idempotency_keys (subject, endpoint, key, request_hash, status, answer)
    select * from unnest(${list((row) => row.subject)}::text[], ${list((row) => row.endpoint)}::text[],
      ${list((row) => row.key)}::text[], ${list((row) => row.hash)}::bytea[], ${list((row) => row.status)}::integer[],
      ${list((row) => row.answer)}::jsonb[])
    on conflict do nothing`;
}
