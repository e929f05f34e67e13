import type { Kysely, Transaction } from 'kysely';
import { isConnectionLost, isLockTimeout } from '../db/database-errors.ts';
import { Joiner, type Outcome } from '../db/joiner.ts';
import type { Database } from '../db/schema.ts';
import { inTransaction } from '../db/transaction.ts';
import type { CallKey } from '../http/idempotency.ts';
import { type Answered, keepAnswers, runKeyed } from '../http/keyed.ts';
import { notFound } from '../http/refusal.ts';
import { removeItems, type StoredAdd, type StudentAdd, storeAdds } from './cart.repo.ts';

/** One call of add. */
export type AddAsk = StudentAdd & { callKey: CallKey | null };

/** Makes the answer of what the database told. @throws Refusal where the add may not stand */
export type JudgeAdd = (stored: StoredAdd) => Answered;

type Tx = Transaction<Database>;
/** `alone`: the call wants a transaction of its own, which waits for locks and for the key like every other call. */
type Verdict = Answered | 'alone';
type JudgedAdd = { ask: AddAsk; itemId: number | null; outcome: Outcome<Answered> };

function outcomeOf(stored: StoredAdd, judge: JudgeAdd): Outcome<Answered> {
  try {
    return { answer: judge(stored) };
  } catch (error) {
    return { error };
  }
}

/**
 * Stores the adds of many students in one transaction, each judged for itself: what is refused is taken out again and
 * leaves its neighbours alone. Alone is whose row another transaction keeps locked, which delays nobody else so, and whose
 * key was used before.
 */
async function storeSet(tx: Tx, asks: readonly AddAsk[], judge: JudgeAdd): Promise<Outcome<Verdict>[]> {
  const stored = await storeAdds(tx, asks, { isPatient: false });
  const judged = asks.flatMap((ask): JudgedAdd[] => {
    const found = stored.get(ask.studentId);
    return found ? [{ ask, itemId: found.facts.item_id, outcome: outcomeOf(found, judge) }] : [];
  });
  const calls = judged.map(({ ask, outcome }) => ({ callKey: ask.callKey, outcome }));
  const isKept = await keepAnswers(tx, calls);
  const kept = judged.filter((_, place) => isKept[place]);
  const standing = new Set(kept.filter(({ outcome }) => 'answer' in outcome));
  const fallen = judged.filter((one) => !standing.has(one)).flatMap(({ itemId }) => itemId ?? []);
  if (fallen.length > 0) await removeItems(tx, fallen);
  const outcomes = new Map<AddAsk, Outcome<Verdict>>(kept.map(({ ask, outcome }) => [ask, outcome]));
  return asks.map((ask) => outcomes.get(ask) ?? { answer: 'alone' });
}

/** Stores one add and waits for whoever keeps it waiting. */
async function storeAlone(tx: Tx, ask: AddAsk, judge: JudgeAdd): Promise<Answered> {
  const stored = await storeAdds(tx, [ask], { isPatient: true });
  const found = stored.get(ask.studentId);
  if (!found) throw notFound();
  return judge(found);
}

/**
 * Where adds wait for each other: those that come together share the round trips and the commit of one transaction
 * (docs/decisions/0006).
 */
export function openAddDesk(db: Kysely<Database>, judge: JudgeAdd): (ask: AddAsk) => Promise<Answered> {
  const adding = new Joiner<AddAsk, Verdict>({
    // No add wants a row that another locks: sets may run beside each other.
    lanes: 3,
    patienceMs: 1,
    atMost: 32,
    keyOf: ({ studentId }) => studentId,
    run: async (asks) => {
      try {
        return await inTransaction(db, (tx) => storeSet(tx, asks, judge));
      } catch (error) {
        // Perhaps it was kept: a repeat under the key finds out, and without one nobody can.
        if (isConnectionLost(error)) return asks.map(() => ({ error }));
        if (isLockTimeout(error)) return asks.map(() => ({ answer: 'alone' }));
        throw error;
      }
    },
  });
  return async (ask) => {
    const verdict = await adding.ask(ask);
    return verdict === 'alone' ? runKeyed(db, ask.callKey, (tx) => storeAlone(tx, ask, judge)) : verdict;
  };
}
