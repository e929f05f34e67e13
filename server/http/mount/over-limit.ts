import type { Kysely } from 'kysely';
import type { RateClass } from '../../../contract/endpoint.ts';
import type { Database } from '../../db/schema.ts';
import { type CallKey, findResponse, type StoredResponse } from '../idempotency/idempotency.repo.ts';
import type { Caller, Rates } from '../rates/rate-limits.ts';
import { Refusal } from '../refusal.ts';

/** Counts a call. Returns null if it is within its limits, otherwise the refusal to send. */
export async function countCall(rates: Rates, rate: RateClass, who: Caller): Promise<Refusal | null> {
  try {
    await rates.count(rate, who);
    return null;
  } catch (error) {
    if (error instanceof Refusal) return error;
    throw error;
  }
}

/**
 * Runs `check`, which decides whether a call is allowed. If `check` refuses the call, counts the call against its IP
 * address. Without this count, calls without a session or from another site would have no limit.
 * @throws Refusal of `check`, or 429 if too many calls from the IP address were refused
 */
export async function countIfRefused<T>(
  rates: Rates,
  rate: RateClass,
  address: string,
  check: () => T | Promise<T>,
): Promise<T> {
  try {
    return await check();
  } catch (error) {
    if (error instanceof Refusal) await rates.count(rate, { address, account: null, isRefused: true });
    throw error;
  }
}

/**
 * Decides about a call over its rate limit. Returns the stored response if the call is a retry, because retries do not
 * count against the limit (docs/product.md#rates).
 * @throws the 429 refusal `limit` if the idempotency key was never used; Refusal 409 and 422 as `findResponse` does
 */
export async function replayOrRefuse(
  db: Kysely<Database>,
  callKey: CallKey | null,
  limit: Refusal,
): Promise<StoredResponse & { text: string }> {
  const stored = callKey ? await findResponse(db, callKey) : undefined;
  if (!stored) throw limit;
  return { ...stored, text: JSON.stringify(stored.body) };
}
