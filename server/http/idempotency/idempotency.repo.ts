import { createHmac } from 'node:crypto';
import { type Kysely, type RawBuilder, sql } from 'kysely';
import { idempotencyRefusals } from '../../../contract/endpoint.ts';
import type { Database } from '../../db/schema.ts';
import { Refusal, refuse } from '../refusal.ts';

/**
 * Identifies one unsafe call. `subject`: the student's id, or an anonymous marker. `hash`: of the request, to detect a
 * reused key.
 */
export type CallKey = { subject: string; endpoint: string; key: string; hash: Buffer };

export type StoredResponse = { status: number; body: unknown };

/** What is stored under a key: the response, or `progress` while the call has none (`two-step-call.ts`). */
type StoredCall = { response: StoredResponse | null; progress: unknown };

/** The hash is keyed with `secret`, so that a password in the request cannot be guessed from it. */
export function hashRequest(secret: string, input: unknown): Buffer {
  return createHmac('sha256', secret).update(JSON.stringify(input)).digest();
}

const replayedCalls = new WeakSet<CallKey>();

/** True for a call that turned out to be a retry and got the stored response of the first call. */
export function isReplayed(call: CallKey): boolean {
  return replayedCalls.has(call);
}

export function markReplayed(call: CallKey): void {
  replayedCalls.add(call);
}

/** Whether a retry gets the same refusal. One that a retry may overcome (rate limits, sign-in, server errors) is not stored. */
function isPermanent(refusal: Refusal): boolean {
  return refusal.status < 500 && ![401, 403, 408, 425, 429].includes(refusal.status) && refusal.code !== 'IN_PROGRESS';
}

/** The response to store for a call that ended with `error`; null if a retry shall run the call again. */
export function toStoredRefusal({ key }: CallKey, error: unknown): StoredResponse | null {
  if (!(error instanceof Refusal && isPermanent(error))) return null;
  return { status: error.status, body: error.toBody(key) };
}

export const inProgressRefusal = () =>
  refuse(idempotencyRefusals.keyed, 'IN_PROGRESS', 'The same call is still being worked on.', { retryAfter: 1 });

/** What is stored under the key; undefined if it was never used. @throws Refusal 422 if it was used for another request */
export async function findCall(db: Kysely<Database>, call: CallKey): Promise<StoredCall | undefined> {
  const row = await db
    .selectFrom('idempotency_keys')
    .select(['request_hash', 'status', 'answer'])
    .where('subject', '=', call.subject)
    .where('endpoint', '=', call.endpoint)
    .where('key', '=', call.key)
    .executeTakeFirst();
  if (!row) return undefined;
  if (!row.request_hash.equals(call.hash))
    throw refuse(idempotencyRefusals.keyed, 'IDEMPOTENCY_KEY_REUSED', 'This key was used for another request.');
  if (row.status === null) return { response: null, progress: row.answer };
  return { response: { status: row.status, body: row.answer }, progress: null };
}

/**
 * The stored response of a retry; undefined for a key that was never used.
 * @throws Refusal 422 when the key was used for another request, 409 when the first call has no response yet
 */
export async function findResponse(db: Kysely<Database>, call: CallKey): Promise<StoredResponse | undefined> {
  const stored = await findCall(db, call);
  if (!stored) return undefined;
  if (!stored.response) throw inProgressRefusal();
  markReplayed(call);
  return stored.response;
}

/**
 * A key to insert and what to store under it: a response, or progress with the status null. `text`: the body as JSON, where
 * it is serialised already.
 */
export type NewKey = { call: CallKey; status: number | null; body: unknown; text?: string };

/**
 * SQL that inserts keys of different subjects and returns the subjects of those that no other call has used. A concurrent
 * call with the same key waits on the unique constraint until the first one commits.
 */
export function insertKeysSql(keys: readonly NewKey[]): RawBuilder<{ subject: string }> {
  const list = <T>(of: (key: NewKey) => T) => keys.map(of);
  return sql<{ subject: string }>`
    insert into idempotency_keys (subject, endpoint, key, request_hash, status, answer)
    select subject, endpoint, key, request_hash, status, answer::jsonb
    from unnest(${list(({ call }) => call.subject)}::text[], ${list(({ call }) => call.endpoint)}::text[],
      ${list(({ call }) => call.key)}::text[], ${list(({ call }) => call.hash)}::bytea[],
      ${list(({ status }) => status)}::integer[], ${list(({ body, text }) => text ?? JSON.stringify(body))}::text[])
      as taking (subject, endpoint, key, request_hash, status, answer)
    order by subject on conflict do nothing returning subject`;
}

/** Inserts the key with its response. Returns false if another call has used the key. */
export async function insertKey(db: Kysely<Database>, key: NewKey): Promise<boolean> {
  const { rows } = await insertKeysSql([key]).execute(db);
  return rows.length > 0;
}

/** Stores the progress of a call that has no response yet. */
export async function updateProgress(db: Kysely<Database>, call: CallKey, progress: object): Promise<void> {
  await db
    .updateTable('idempotency_keys')
    .set({ answer: JSON.stringify(progress) })
    .where('subject', '=', call.subject)
    .where('endpoint', '=', call.endpoint)
    .where('key', '=', call.key)
    .where('status', 'is', null)
    .execute();
}
