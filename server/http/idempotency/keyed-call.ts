import type { Kysely, Transaction } from 'kysely';
import type { Database } from '../../db/schema.ts';
import type { Outcome } from '../../db/transactions/batch-queue.ts';
import { inTransaction } from '../../db/transactions/transaction.ts';
import { Refusal } from '../refusal.ts';
import { type CallKey, findResponse, insertResponse, insertResponses, type KeyedResponse } from './idempotency.repo.ts';

/** A response whose body has passed its schema; `text` is the body as JSON. */
export type SerialisedResponse = { status: number; body: unknown; text: string };

/** Refusals that a retry may overcome (rate limits, sign-in, server errors) are not stored under the key. */
function isPermanent(refusal: Refusal): boolean {
  return refusal.status < 500 && ![401, 403, 408, 425, 429].includes(refusal.status) && refusal.code !== 'IN_PROGRESS';
}

const toResponse = (refusal: Refusal, { key }: CallKey) => ({ status: refusal.status, body: refusal.toBody(key) });

/** Another call has used the key. Thrown out of the transaction, so that the effect of this call is rolled back. */
class KeyTaken extends Error {}

const replay = (stored: { status: number; body: unknown }) => ({ ...stored, text: JSON.stringify(stored.body) });

/** Stores a permanent refusal under the key and throws it; replays the stored response when an earlier call used the key. */
async function settleFailure(db: Kysely<Database>, callKey: CallKey, error: unknown): Promise<SerialisedResponse> {
  if (error instanceof Refusal && isPermanent(error)) {
    if (await insertResponse(db, callKey, toResponse(error, callKey))) throw error;
  }
  const stored = await findResponse(db, callKey);
  if (stored) return replay(stored);
  throw error;
}

/**
 * Runs a keyed call: its effect, its key and its response are committed in one transaction. The key is inserted last,
 * together with the response, which saves a statement: a retry, which is rare, repeats the effect and is then rolled back.
 * A refusal rolls the effect back and is stored separately.
 */
export async function runKeyed(
  db: Kysely<Database>,
  callKey: CallKey | null,
  run: (tx: Transaction<Database>) => Promise<SerialisedResponse>,
): Promise<SerialisedResponse> {
  if (!callKey) return inTransaction(db, run);
  try {
    return await inTransaction(db, async (tx) => {
      const response = await run(tx);
      if (!(await insertResponse(tx, callKey, response))) throw new KeyTaken();
      return response;
    });
  } catch (error) {
    return settleFailure(db, callKey, error);
  }
}

/** The response to one call of a batch, or the error that it ended with. */
type KeyedOutcome = { callKey: CallKey | null; outcome: Outcome<SerialisedResponse> };

/**
 * Stores the responses and the permanent refusals of a batch under their keys, in the batch's transaction. Returns false for
 * each call whose key another call has used; the effect of such a call has to be undone.
 */
export async function saveResponses(tx: Transaction<Database>, batch: readonly KeyedOutcome[]): Promise<boolean[]> {
  const keyed = batch.map(({ callKey, outcome }): KeyedResponse | null => {
    if (!callKey) return null;
    if ('result' in outcome) return { call: callKey, response: outcome.result };
    const { error } = outcome;
    if (!(error instanceof Refusal && isPermanent(error))) return null;
    return { call: callKey, response: toResponse(error, callKey) };
  });
  const toInsert = keyed.filter((one) => one !== null);
  const isInserted = toInsert.length > 0 ? await insertResponses(tx, toInsert) : [];
  return keyed.map((one) => one === null || isInserted[toInsert.indexOf(one)] === true);
}
