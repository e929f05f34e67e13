import { createHmac } from 'node:crypto';
import { type Kysely, NoResultError, sql, type Transaction } from 'kysely';
import type { Database } from '../db/schema.ts';
import { Refusal } from './refusal.ts';

/** Names one unsafe call of one subject: the student's id, or an anonymous marker. */
export type CallKey = { subject: string; endpoint: string; key: string; hash: Buffer };

export type StoredAnswer = { status: number; body: unknown };

const answeredBefore = new WeakSet<CallKey>();

/** True for a call that turned out to be a repeat: its key had an answer, which it was given. */
export function isRepeat(call: CallKey): boolean {
  return answeredBefore.has(call);
}

/** Keyed, so that the stored hash of a body with a password tells nothing. */
export function hashRequest(secret: string, parts: unknown): Buffer {
  return createHmac('sha256', secret).update(JSON.stringify(parts)).digest();
}

/**
 * Claims the key inside the effect's transaction. Null: the key is ours, do the effect. Otherwise the stored answer.
 * A live duplicate waits on the unique key until the first commits.
 * @throws Refusal 422 when the key was used for another request, 409 when the first call has not answered yet.
 */
export async function claimKey(tx: Transaction<Database>, call: CallKey): Promise<StoredAnswer | null> {
  const made = await tx
    .insertInto('idempotency_keys')
    .values({ subject: call.subject, endpoint: call.endpoint, key: call.key, request_hash: call.hash })
    .onConflict((conflict) => conflict.doNothing())
    .returning('key')
    .executeTakeFirst();
  return made ? null : readAnswer(tx, call);
}

/** The stored answer of a key that exists; see `claimKey` for the errors. */
export async function readAnswer(db: Kysely<Database>, call: CallKey): Promise<StoredAnswer> {
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
  answeredBefore.add(call);
  return { status: row.status, body: row.answer };
}

/** Stores the answer with the effect. */
export async function storeAnswer(tx: Kysely<Database>, call: CallKey, answer: StoredAnswer): Promise<void> {
  await tx
    .updateTable('idempotency_keys')
    .set({ status: answer.status, answer: JSON.stringify(answer.body) })
    .where('subject', '=', call.subject)
    .where('endpoint', '=', call.endpoint)
    .where('key', '=', call.key)
    .execute();
}

/** The answer that a key has already got; undefined while it has none. @throws Refusal 422 as `claimKey` */
export async function findAnswer(db: Kysely<Database>, call: CallKey): Promise<StoredAnswer | undefined> {
  return readAnswer(db, call).catch((error: unknown) => {
    if (error instanceof NoResultError) return undefined;
    throw error;
  });
}

/** A key to take, and what is stored under it; `text` is the body where it is written down already. */
export type KeyAnswer = { call: CallKey; answer: StoredAnswer & { text?: string } };

/**
 * Takes keys of different subjects and stores their answers, all in one statement; false where another call has the key.
 * A live duplicate waits on the unique key until the first commits.
 */
export async function takeKeys(db: Kysely<Database>, taking: readonly KeyAnswer[]): Promise<boolean[]> {
  const calls = taking.map(({ call }) => call);
  const answers = taking.map(({ answer }) => answer);
  const { rows } = await sql<{ subject: string }>`
    insert into idempotency_keys (subject, endpoint, key, request_hash, status, answer)
    select subject, endpoint, key, request_hash, status, answer::jsonb
    from unnest(${calls.map((call) => call.subject)}::text[], ${calls.map((call) => call.endpoint)}::text[],
      ${calls.map((call) => call.key)}::text[], ${calls.map((call) => call.hash)}::bytea[],
      ${answers.map((answer) => answer.status)}::integer[],
      ${answers.map((answer) => answer.text ?? JSON.stringify(answer.body))}::text[])
      as taking (subject, endpoint, key, request_hash, status, answer)
    order by subject on conflict do nothing returning subject`.execute(db);
  const taken = new Set(rows.map(({ subject }) => subject));
  return calls.map(({ subject }) => taken.has(subject));
}

/** Takes one key; see `takeKeys`. */
export async function takeKey(db: Kysely<Database>, call: CallKey, answer: KeyAnswer['answer']): Promise<boolean> {
  const [isTaken = false] = await takeKeys(db, [{ call, answer }]);
  return isTaken;
}
