import type { Kysely } from 'kysely';
import type { Database } from '../db/schema.ts';
import { type CallKey, type StoredAnswer, storeRefusal } from '../http/idempotency.ts';
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

/** A refusal that had no effect is remembered; what a repeat may overcome is not. */
export async function rememberRefusal(db: Kysely<Database>, call: CallKey | null, error: unknown): Promise<void> {
  const isLasting = error instanceof Refusal && error.status === 409 && error.code !== 'IN_PROGRESS';
  if (call && isLasting) await storeRefusal(db, call, { status: error.status, body: error.toBody(call.key) });
}
