import type { Kysely } from 'kysely';
import type { Database, Tx } from '../../db/schema.ts';
import type { Outcome } from '../../db/transactions/batch-queue.ts';
import { inTransaction } from '../../db/transactions/transaction.ts';
import {
  type CallKey,
  findResponse,
  insertKey,
  insertKeysSql,
  type NewKey,
  type StoredResponse,
  toStoredRefusal,
} from './idempotency.repo.ts';

/** A response whose body has been checked by its schema. `text` is the body as JSON. */
export type SerialisedResponse = StoredResponse & { text: string };

/** Thrown inside a transaction to roll it back, because another call has used the same idempotency key. */
class KeyTaken extends Error {}

const replay = (stored: StoredResponse): SerialisedResponse => ({ ...stored, text: JSON.stringify(stored.body) });

/**
 * Handles a keyed call that failed with `error`. If an earlier call has used the idempotency key, returns the stored
 * response of that call. Otherwise stores the refusal that retries will get, if there is one (`toStoredRefusal`), and
 * throws `error`.
 */
async function settleFailure(db: Kysely<Database>, callKey: CallKey, error: unknown): Promise<SerialisedResponse> {
  const refusal = toStoredRefusal(callKey, error);
  if (refusal && (await insertKey(db, { call: callKey, ...refusal }))) throw error;
  const stored = await findResponse(db, callKey);
  if (stored) return replay(stored);
  throw error;
}

/**
 * Runs a keyed call, that is, a call with an idempotency key. The effect of the call, its key and its response are
 * committed in one transaction. The key is inserted last, in one statement with the response. A retry therefore runs
 * the effect again, finds that the key was used, and rolls back. A refusal rolls the effect back and is stored
 * separately.
 */
export async function runKeyed(
  db: Kysely<Database>,
  callKey: CallKey | null,
  run: (tx: Tx) => Promise<SerialisedResponse>,
): Promise<SerialisedResponse> {
  if (!callKey) return inTransaction(db, run);
  try {
    return await inTransaction(db, async (tx) => {
      const response = await run(tx);
      if (!(await insertKey(tx, { call: callKey, ...response }))) throw new KeyTaken();
      return response;
    });
  } catch (error) {
    return settleFailure(db, callKey, error);
  }
}

/** The body of a successful response without data. */
export const done = { statusCode: 200 } as const;

export type PreparedCall<Prepared> = {
  db: Kysely<Database>;
  callKey: CallKey | null;
  /**
   * Slow work that must not hold a transaction open, such as hashing a password. It is skipped for a retry that gets
   * the stored response.
   */
  prepare: () => Promise<Prepared>;
  /**
   * Makes the changes of the call in the transaction `tx`. The same transaction stores the call's idempotency key and
   * its response, which is always `done`, a success without data.
   */
  effect: (tx: Tx, prepared: Prepared) => Promise<void>;
};

/**
 * Runs a keyed call that begins with slow work (`prepare`); its endpoint must be mounted with `ownTransactions`. A
 * retry gets the stored response, even if the first call finishes while the retry runs `prepare`. If `prepare` refuses
 * the call, the refusal is not stored.
 */
export async function runPrepared<Prepared>(call: PreparedCall<Prepared>): Promise<SerialisedResponse> {
  const { db, callKey, prepare, effect } = call;
  const findEarlier = async () => (callKey ? await findResponse(db, callKey) : undefined);
  const earlier = await findEarlier();
  if (earlier) return replay(earlier);
  let prepared: Prepared;
  try {
    prepared = await prepare();
  } catch (error) {
    const first = await findEarlier();
    if (first) return replay(first);
    throw error;
  }
  return runKeyed(db, callKey, async (tx) => {
    await effect(tx, prepared);
    return replay({ status: done.statusCode, body: done });
  });
}

/** The outcome of one keyed call in a batch of calls: its response, or the error that it ended with. */
type KeyedOutcome = { callKey: CallKey | null; outcome: Outcome<SerialisedResponse> };

function toNewKey({ callKey, outcome }: KeyedOutcome): NewKey | null {
  const response = callKey && ('result' in outcome ? outcome.result : toStoredRefusal(callKey, outcome.error));
  return response ? { call: callKey, ...response } : null;
}

/**
 * Inserts the idempotency keys of a batch of calls, with their responses and permanent refusals, in the batch's
 * transaction. Returns a boolean for each call: false if its key was used before. The caller of this function must then
 * undo the effect of that call in the same transaction.
 */
export async function saveResponses(tx: Tx, batch: readonly KeyedOutcome[]): Promise<boolean[]> {
  const keys = batch.map(toNewKey);
  const newKeys = keys.filter((key) => key !== null);
  const { rows } = newKeys.length > 0 ? await insertKeysSql(newKeys).execute(tx) : { rows: [] };
  const inserted = new Set(rows.map(({ subject }) => subject));
  return keys.map((key) => key === null || inserted.has(key.call.subject));
}
