import type { Kysely, Transaction } from 'kysely';
import type { Database } from '../db/schema.ts';
import { type CallKey, findAnswer, type StoredAnswer } from './idempotency.ts';
import { runKeyed } from './keyed.ts';
import { Refusal } from './refusal.ts';

/** Body of an answer that has no place of its own. */
export type Done = { statusCode: 200 };
export const done: Done = { statusCode: 200 };

export type PreparedCall<Prepared> = {
  db: Kysely<Database>;
  callKey: CallKey | null;
  /** What must hold no transaction open: hashing a password, counting a rate. Not done for a repeat that is answered. */
  prepare: () => Promise<Prepared>;
  /** In one transaction with key and answer. */
  effect: (tx: Transaction<Database>, prepared: Prepared) => Promise<void>;
};

/** @throws Refusal where the stored answer was one */
function replay({ status, body }: StoredAnswer): Done {
  if (status === done.statusCode) return done;
  const { code, message, fields } = body as { code: string; message: string; fields?: Record<string, string> };
  throw new Refusal(status, code, message, fields ? { fields } : {});
}

/**
 * A keyed call in two steps, mounted with `ownTransactions`: a repeat under its key is answered as the first was, also
 * where the first was faster by a moment.
 * @throws Refusal of `prepare`, `effect` or the first call, 422 for a key that was used for another request
 */
export async function runPrepared<Prepared>(call: PreparedCall<Prepared>): Promise<Done> {
  const { db, callKey, prepare, effect } = call;
  const findEarlier = async () => (callKey ? await findAnswer(db, callKey) : undefined);
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
  const answered = await runKeyed(db, callKey, async (tx) => {
    await effect(tx, prepared);
    return { status: done.statusCode, body: done, text: JSON.stringify(done) };
  });
  return replay(answered);
}
