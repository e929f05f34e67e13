import { createHmac } from 'node:crypto';
import { type Kysely, NoResultError, sql, type Transaction } from 'kysely';
import type { Database } from '../../db/schema.ts';
import { Refusal } from '../refusal.ts';

/**
 * Identifies one unsafe call. `subject`: the student's id, or an anonymous marker. `hash`: of the request, to detect a
 * reused key.
 */
export type CallKey = { subject: string; endpoint: string; key: string; hash: Buffer };

export type StoredResponse = { status: number; body: unknown };

const replayedCalls = new WeakSet<CallKey>();

/** True for a call that turned out to be a retry and got the stored response of the first call. */
export function isReplayed(call: CallKey): boolean {
  return replayedCalls.has(call);
}

/** The hash is keyed with `secret`, so that a password in the request cannot be guessed from it. */
export function hashRequest(secret: string, input: unknown): Buffer {
  return createHmac('sha256', secret).update(JSON.stringify(input)).digest();
}

/**
 * Claims the key in the transaction of the call's effect. Returns null when the key is new and the effect may run, otherwise
 * the stored response. A concurrent call with the same key waits on the unique constraint until the first one commits.
 * @throws Refusal 422 when the key was used for another request, 409 when the first call has no response yet
 */
export async function claimKey(tx: Transaction<Database>, call: CallKey): Promise<StoredResponse | null> {
  const claimed = await tx
    .insertInto('idempotency_keys')
    .values({ subject: call.subject, endpoint: call.endpoint, key: call.key, request_hash: call.hash })
    .onConflict((conflict) => conflict.doNothing())
    .returning('key')
    .executeTakeFirst();
  return claimed ? null : readResponse(tx, call);
}

/** The stored response of an existing key. @throws Refusal like `claimKey` */
async function readResponse(db: Kysely<Database>, call: CallKey): Promise<StoredResponse> {
  const row = await db
    .selectFrom('idempotency_keys')
    .select(['request_hash', 'status', 'answer'])
    .where('subject', '=', call.subject)
    .where('endpoint', '=', call.endpoint)
    .where('key', '=', call.key)
    .executeTakeFirstOrThrow();
  if (!row.request_hash.equals(call.hash))
    throw new Refusal(422, 'IDEMPOTENCY_KEY_REUSED', 'This key was used for another request.');
  if (row.status === null)
    throw new Refusal(409, 'IN_PROGRESS', 'The same call is still being worked on.', { retryAfter: 1 });
  replayedCalls.add(call);
  return { status: row.status, body: row.answer };
}

/** The stored response of a key; undefined for a key that does not exist. @throws Refusal like `claimKey` */
export async function findResponse(db: Kysely<Database>, call: CallKey): Promise<StoredResponse | undefined> {
  return readResponse(db, call).catch((error: unknown) => {
    if (error instanceof NoResultError) return undefined;
    throw error;
  });
}

/** A key to claim and the response to store under it. `text`: the body as JSON, where it is serialised already. */
export type KeyedResponse = { call: CallKey; response: StoredResponse & { text?: string } };

/**
 * Claims keys of different subjects and stores their responses in one statement. Returns false for each key that another call
 * has used. A concurrent call with the same key waits on the unique constraint until the first one commits.
 */
export async function insertResponses(db: Kysely<Database>, keyed: readonly KeyedResponse[]): Promise<boolean[]> {
  const calls = keyed.map(({ call }) => call);
  const responses = keyed.map(({ response }) => response);
  const { rows } = await sql<{ subject: string }>`
    insert into idempotency_keys (subject, endpoint, key, request_hash, status, answer)
    select subject, endpoint, key, request_hash, status, answer::jsonb
    from unnest(${calls.map((call) => call.subject)}::text[], ${calls.map((call) => call.endpoint)}::text[],
      ${calls.map((call) => call.key)}::text[], ${calls.map((call) => call.hash)}::bytea[],
      ${responses.map((response) => response.status)}::integer[],
      ${responses.map((response) => response.text ?? JSON.stringify(response.body))}::text[])
      as taking (subject, endpoint, key, request_hash, status, answer)
    order by subject on conflict do nothing returning subject`.execute(db);
  const inserted = new Set(rows.map(({ subject }) => subject));
  return calls.map(({ subject }) => inserted.has(subject));
}

/** Like `insertResponses`, for one key. */
export async function insertResponse(
  db: Kysely<Database>,
  call: CallKey,
  response: KeyedResponse['response'],
): Promise<boolean> {
  const [isInserted = false] = await insertResponses(db, [{ call, response }]);
  return isInserted;
}
