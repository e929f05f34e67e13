import { createHmac } from 'node:crypto';
import { type Kysely, type RawBuilder, sql } from 'kysely';
import { idempotencyRefusals } from '../../../contract/endpoint.ts';
import { isStoredRefusal } from '../../../contract/stored-refusal.ts';
import type { Database } from '../../db/schema.ts';
import { Refusal, refuse } from '../refusal.ts';

/**
 * Identifies one call of an unsafe endpoint. `subject` is the caller: a student's id, `staff:` with a staff member's
 * id, or `anonymous:` with the key. `key` is the idempotency key. `hash` is the hash of the request, which reveals when
 * a key is used again for a different request.
 */
export type CallKey = {
  subject: string;
  endpoint: string;
  key: string;
  hash: Buffer;
  /**
   * True if a retry may read the data again instead of getting the stored response, as for a call that returns the
   * cart.
   */
  canReadAgain?: boolean;
};

/**
 * A response with more bytes than this is not stored if a retry can read the data again. A refusal with more bytes than
 * this is never stored.
 */
const maxStoredBytes = 1024;
/**
 * A marker that is stored in place of a response larger than `maxStoredBytes`. It makes a retry read the data again.
 */
const readAgainMark = { readAgain: true } as const;

/** True if a retry must read the data again, because the response was too large to be stored. */
export function mustReadAgain({ body }: StoredResponse): boolean {
  return (body as Partial<typeof readAgainMark> | null)?.readAgain === true;
}

export type StoredResponse = { status: number; body: unknown };

/**
 * What is stored under an idempotency key: the response, or `progress` while the call has no response yet
 * (`two-step-call.ts`).
 */
type StoredCall = { response: StoredResponse | null; progress: unknown };

/**
 * The hash of a request, keyed with `secret`. Without the secret, nobody can use the hash to check guesses of a
 * password that the request contains.
 */
export function hashRequest(secret: string, input: unknown): Buffer {
  return createHmac('sha256', secret).update(JSON.stringify(input)).digest();
}

const replayedCalls = new WeakSet<CallKey>();

/** True if a call turned out to be a retry and got the stored response of the first call. */
export function isReplayed(call: CallKey): boolean {
  return replayedCalls.has(call);
}

export function markReplayed(call: CallKey): void {
  replayedCalls.add(call);
}

/**
 * The response to store for a call that ended with `error`. Null if nothing is stored, so that a retry runs the call
 * again; this does no harm, because a refused call has had no effect. A large refusal, such as CART_CHANGED with a long
 * cart, is not stored, so that a script cannot fill the database with refusals.
 */
export function toStoredRefusal({ key }: CallKey, error: unknown): StoredResponse | null {
  if (!(error instanceof Refusal && isStoredRefusal(error))) return null;
  const body = error.toBody(key);
  return Buffer.byteLength(JSON.stringify(body)) > maxStoredBytes ? null : { status: error.status, body };
}

const inProgressRefusal = () =>
  refuse(idempotencyRefusals.keyed, 'IN_PROGRESS', 'The same call is still being worked on.', { retryAfter: 1 });

/** Whether an earlier call with this idempotency key has stored anything, whatever its request was. */
export async function isKeyUsed(db: Kysely<Database>, call: Omit<CallKey, 'hash'>): Promise<boolean> {
  const row = await db
    .selectFrom('idempotency_keys')
    .select('key')
    .where('subject', '=', call.subject)
    .where('endpoint', '=', call.endpoint)
    .where('key', '=', call.key)
    .executeTakeFirst();
  return row !== undefined;
}

/**
 * What is stored under the idempotency key of a call; undefined if the key was never used.
 * @throws Refusal 422 if the key was used for another request
 */
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
 * The stored response for a retry; undefined if the idempotency key was never used.
 * @throws Refusal 422 if the key was used for another request, 409 if the first call has no response yet
 */
export async function findResponse(db: Kysely<Database>, call: CallKey): Promise<StoredResponse | undefined> {
  const stored = await findCall(db, call);
  if (!stored) return undefined;
  if (!stored.response) throw inProgressRefusal();
  markReplayed(call);
  return stored.response;
}

/**
 * An idempotency key to insert, and what to store under it: a response or, if `status` is null, the progress of the
 * call (`two-step-call.ts`). `text` is the body as JSON, if it has been serialised already.
 */
export type NewKey = { call: CallKey; status: number | null; body: unknown; text?: string };

function toStoredText({ call, status, body, text = JSON.stringify(body) }: NewKey): string {
  const isSmall = status !== 200 || !call.canReadAgain || Buffer.byteLength(text) <= maxStoredBytes;
  return isSmall ? text : JSON.stringify(readAgainMark);
}

/**
 * SQL that inserts idempotency keys of different callers. It returns the callers (`subject`) whose keys no other call
 * has used. A concurrent call with the same key waits on the unique constraint until the first call commits.
 */
export function insertKeysSql(keys: readonly NewKey[]): RawBuilder<{ subject: string }> {
  const list = <T>(of: (key: NewKey) => T) => keys.map(of);
  return sql<{ subject: string }>`
    insert into idempotency_keys (subject, endpoint, key, request_hash, status, answer)
    select subject, endpoint, key, request_hash, status, answer::jsonb
    from unnest(${list(({ call }) => call.subject)}::text[], ${list(({ call }) => call.endpoint)}::text[],
      ${list(({ call }) => call.key)}::text[], ${list(({ call }) => call.hash)}::bytea[],
      ${list(({ status }) => status)}::integer[], ${list(toStoredText)}::text[])
      as taking (subject, endpoint, key, request_hash, status, answer)
    order by subject on conflict do nothing returning subject`;
}

/** Inserts an idempotency key with its response. Returns false if another call has used the key. */
export async function insertKey(db: Kysely<Database>, key: NewKey): Promise<boolean> {
  const { rows } = await insertKeysSql([key]).execute(db);
  return rows.length > 0;
}

/** Stores the progress of a keyed call that has no response yet. */
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
