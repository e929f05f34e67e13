import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { Database } from '../../db/schema.ts';
import { type CallKey, insertResponse, type StoredResponse } from '../../http/idempotency/idempotency.repo.ts';
import { Refusal } from '../../http/refusal.ts';
import type { PlacedOrder } from './place-single-order.ts';

/** The state of a call with an idempotency key: it has a response, or an order without a payment session, or neither. */
type KeyedOrder = { response: StoredResponse | null; placed: PlacedOrder | null; isAbandoned: boolean };

type Progress = { placed: PlacedOrder; isAbandoned: boolean };

const row = (db: Kysely<Database>, { subject, endpoint, key }: CallKey) =>
  db
    .updateTable('idempotency_keys')
    .where('subject', '=', subject)
    .where('endpoint', '=', endpoint)
    .where('key', '=', key);

/** Stores the order under the key before the provider is called. `isAbandoned`: duplicates of the call continue it at once. */
export async function storeProgress(db: Kysely<Database>, key: CallKey, progress: Progress): Promise<void> {
  await row(db, key)
    .set({ answer: JSON.stringify(progress) })
    .where('status', 'is', null)
    .execute();
}

/**
 * Reads the state of a key; null if it was never used.
 * @throws Refusal 422 if it was used for another request
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
    return { response: { status: stored.status, body: stored.answer }, placed: null, isAbandoned: false };
  const progress = stored.answer as Progress | null;
  return { response: null, placed: progress?.placed ?? null, isAbandoned: progress?.isAbandoned ?? false };
}

/** Whether a repeated call gets the same refusal. Other errors are not stored, because a repeated call may succeed. */
const isStoredRefusal = (error: unknown): error is Refusal =>
  error instanceof Refusal && error.status === 409 && error.code !== 'IN_PROGRESS';

/**
 * Stores a refusal under the call's key. Returns false if another call has used the key meanwhile; its result then applies
 * to both.
 */
export async function storeRefusal(db: Kysely<Database>, call: CallKey | null, error: unknown): Promise<boolean> {
  if (!call || !isStoredRefusal(error)) return true;
  return insertResponse(db, call, { status: error.status, body: error.toBody(call.key) });
}

/** SQL that does the same for the refused calls of a shared transaction; null if none was refused. */
export function storeRefusalsSql(
  calls: ReadonlyArray<{ callKey: CallKey | null; error: unknown }>,
): RawBuilder<unknown> | null {
  const rows = calls.flatMap(({ callKey, error }) => {
    if (!callKey || !isStoredRefusal(error)) return [];
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
