import type { Kysely } from 'kysely';
import type { RateClass } from '../../contract/endpoint.ts';
import type { Database } from '../db/schema.ts';
import type { Caller, Rates } from './guard.ts';
import { type CallKey, findAnswer, type StoredAnswer } from './idempotency.ts';
import { Refusal } from './refusal.ts';

/** Counts a call. Null: it may go on; otherwise why its limit refuses it. */
export async function findLimit(rates: Rates, rate: RateClass, who: Caller): Promise<Refusal | null> {
  try {
    await rates.count(rate, who);
    return null;
  } catch (error) {
    if (error instanceof Refusal) return error;
    throw error;
  }
}

/**
 * What a call over its limit is answered: a repeat as the first was, since it does not count (decisions, "Rates,
 * sessions, privacy"). The key is looked up only here, so that calls within the limit do without.
 * @throws Refusal the limit's where the key was never used; 409 and 422 as `readAnswer`
 */
export async function answerRepeat(
  db: Kysely<Database>,
  callKey: CallKey | null,
  limit: Refusal,
): Promise<StoredAnswer & { text: string }> {
  const stored = callKey ? await findAnswer(db, callKey) : undefined;
  if (!stored) throw limit;
  return { ...stored, text: JSON.stringify(stored.body) };
}
