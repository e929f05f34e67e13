import type { Kysely, Transaction } from 'kysely';
import type { Database } from '../../db/schema.ts';
import { Refusal } from '../refusal.ts';
import { type CallKey, findResponse, type StoredResponse } from './idempotency.repo.ts';
import { runKeyed } from './keyed-call.ts';

/** The body of a successful response that carries no data. */
type Done = { statusCode: 200 };
export const done: Done = { statusCode: 200 };

export type PreparedCall<Prepared> = {
  db: Kysely<Database>;
  callKey: CallKey | null;
  /**
   * Slow work that must not hold a transaction open, such as hashing a password. Skipped when a stored response is replayed.
   */
  prepare: () => Promise<Prepared>;
  /** Runs in one transaction with storing the key and the response. */
  effect: (tx: Transaction<Database>, prepared: Prepared) => Promise<void>;
};

/** @throws Refusal where the stored response is a refusal */
function replay({ status, body }: StoredResponse): Done {
  if (status === done.statusCode) return done;
  const { code, message, fields } = body as { code: string; message: string; fields?: Record<string, string> };
  throw new Refusal(status, code, message, fields ? { fields } : {});
}

/**
 * Runs a keyed call in two steps; its endpoint is mounted with `ownTransactions`. A retry gets the stored response, even when
 * the first call finishes while the retry runs `prepare`.
 * @throws Refusal of `prepare`, `effect` or the first call; 422 for a key that was used for another request
 */
export async function runPrepared<Prepared>(call: PreparedCall<Prepared>): Promise<Done> {
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
  const response = await runKeyed(db, callKey, async (tx) => {
    await effect(tx, prepared);
    return { status: done.statusCode, body: done, text: JSON.stringify(done) };
  });
  return replay(response);
}
