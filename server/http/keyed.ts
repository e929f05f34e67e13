import type { Kysely, Transaction } from 'kysely';
import type { Database } from '../db/schema.ts';
import { inTransaction } from '../db/transaction.ts';
import { type CallKey, findAnswer, takeKey } from './idempotency.ts';
import { Refusal } from './refusal.ts';

type Answered = { status: number; body: unknown; text: string };

/** Refusals that a repeat may overcome are not remembered (decisions, "Rates, sessions, privacy"). */
function isLasting(refusal: Refusal): boolean {
  return refusal.status < 500 && ![401, 403, 408, 425, 429].includes(refusal.status) && refusal.code !== 'IN_PROGRESS';
}

/** Another call has had the key's one effect: thrown out of the transaction, so that ours is taken back. */
class KeyTaken extends Error {}

const repeat = (stored: { status: number; body: unknown }) => ({ ...stored, text: JSON.stringify(stored.body) });

/** What an earlier call under the key was answered, or else the refusal that this one met, which is remembered. */
async function answerFailed(db: Kysely<Database>, callKey: CallKey, error: unknown): Promise<Answered> {
  if (error instanceof Refusal && isLasting(error)) {
    const refused = { status: error.status, body: error.toBody(callKey.key) };
    if (await takeKey(db, callKey, refused)) throw error;
  }
  const stored = await findAnswer(db, callKey);
  if (stored) return repeat(stored);
  throw error;
}

/**
 * Runs a keyed call: effect, key and answer in one transaction, so that they stand or fall together. The key is taken
 * last, with the answer, in one statement: a repeat, which is rare, does the effect again and has it taken back.
 * A refusal rolls the effect back and is remembered apart.
 */
export async function runKeyed(
  db: Kysely<Database>,
  callKey: CallKey | null,
  run: (tx: Transaction<Database>) => Promise<Answered>,
): Promise<Answered> {
  if (!callKey) return inTransaction(db, run);
  try {
    return await inTransaction(db, async (tx) => {
      const answered = await run(tx);
      if (!(await takeKey(tx, callKey, answered))) throw new KeyTaken();
      return answered;
    });
  } catch (error) {
    return answerFailed(db, callKey, error);
  }
}
