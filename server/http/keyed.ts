import type { Kysely, Transaction } from 'kysely';
import type { Database } from '../db/schema.ts';
import { type CallKey, claimKey, storeAnswer, storeRefusal } from './idempotency.ts';
import { Refusal } from './refusal.ts';

type Answered = { status: number; body: unknown; text: string };

/** Refusals that a repeat may overcome are not remembered (decisions, "Rates, sessions, privacy"). */
function isLasting(refusal: Refusal): boolean {
  return refusal.status < 500 && ![401, 403, 408, 425, 429].includes(refusal.status) && refusal.code !== 'IN_PROGRESS';
}

/** Answer of an earlier call under the same key, thrown out of the transaction that found it. */
function repeatAnswer(stored: { status: number; body: unknown }): Answered {
  return { ...stored, text: JSON.stringify(stored.body) };
}

/**
 * Runs a keyed call: key, effect and answer in one transaction, so that they stand or fall together.
 * A refusal rolls the effect back and is remembered apart.
 */
export async function runKeyed(
  db: Kysely<Database>,
  callKey: CallKey | null,
  run: (tx: Transaction<Database>) => Promise<Answered>,
): Promise<Answered> {
  try {
    return await db.transaction().execute(async (tx) => {
      const stored = callKey ? await claimKey(tx, callKey) : null;
      if (stored) return repeatAnswer(stored);
      const answered = await run(tx);
      if (callKey) await storeAnswer(tx, callKey, answered);
      return answered;
    });
  } catch (error) {
    if (callKey && error instanceof Refusal && isLasting(error) && error.code !== 'IDEMPOTENCY_KEY_REUSED')
      await storeRefusal(db, callKey, { status: error.status, body: error.toBody(callKey.key) });
    throw error;
  }
}
