import type { Kysely, Transaction } from 'kysely';
import type { Outcome } from '../db/joiner.ts';
import type { Database } from '../db/schema.ts';
import { inTransaction } from '../db/transaction.ts';
import { type CallKey, findAnswer, type KeyAnswer, takeKey, takeKeys } from './idempotency.ts';
import { Refusal } from './refusal.ts';

export type Answered = { status: number; body: unknown; text: string };

/** Refusals that a repeat may overcome are not remembered (decisions, "Rates, sessions, privacy"). */
function isLasting(refusal: Refusal): boolean {
  return refusal.status < 500 && ![401, 403, 408, 425, 429].includes(refusal.status) && refusal.code !== 'IN_PROGRESS';
}

const toAnswer = (refusal: Refusal, { key }: CallKey) => ({ status: refusal.status, body: refusal.toBody(key) });

/** Another call has had the key's one effect: thrown out of the transaction, so that ours is taken back. */
class KeyTaken extends Error {}

const repeat = (stored: { status: number; body: unknown }) => ({ ...stored, text: JSON.stringify(stored.body) });

/** What an earlier call under the key was answered, or else the refusal that this one met, which is remembered. */
async function answerFailed(db: Kysely<Database>, callKey: CallKey, error: unknown): Promise<Answered> {
  if (error instanceof Refusal && isLasting(error)) {
    if (await takeKey(db, callKey, toAnswer(error, callKey))) throw error;
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

/** What a call in a set is answered, or the refusal that it met. */
export type Judged = { callKey: CallKey | null; outcome: Outcome<Answered> };

/**
 * Stores what the calls of a set are answered, and the refusals that last, under their keys, in the set's transaction.
 * False where another call has had the key: that one's effect has to be taken back.
 */
export async function keepAnswers(tx: Transaction<Database>, set: readonly Judged[]): Promise<boolean[]> {
  const taking = set.map(({ callKey, outcome }): KeyAnswer | null => {
    if (!callKey) return null;
    if ('answer' in outcome) return { call: callKey, answer: outcome.answer };
    const { error } = outcome;
    return error instanceof Refusal && isLasting(error) ? { call: callKey, answer: toAnswer(error, callKey) } : null;
  });
  const asked = taking.filter((one) => one !== null);
  const taken = asked.length > 0 ? await takeKeys(tx, asked) : [];
  return taking.map((one) => one === null || taken[asked.indexOf(one)] === true);
}
