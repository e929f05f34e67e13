import { setTimeout as pause } from 'node:timers/promises';
import type { Kysely } from 'kysely';
import type { Answer } from '../../contract/endpoint.ts';
import { createOrder as endpoint } from '../../contract/orders.ts';
import type { Database } from '../db/schema.ts';
import type { CallKey, StoredAnswer } from '../http/idempotency.ts';
import { Refusal } from '../http/refusal.ts';
import { findKeyedOrder } from './order-key.repo.ts';
import type { PlacedOrder } from './place-order.ts';

/** How long a duplicate waits for the first call before it goes on in its place, in milliseconds. */
const longestWait = 5_000;
const lookEvery = 50;

/**
 * What an earlier call under the same key came to: its answer, its order where it was left half done, null where there
 * was none. Waits for one that is at work, but not where that one was `isOurs`.
 * @throws Refusal 409 IN_PROGRESS, 422
 */
export async function findEarlier(
  db: Kysely<Database>,
  callKey: CallKey,
  isOurs = false,
): Promise<StoredAnswer | PlacedOrder | null> {
  const patience = isOurs ? 0 : longestWait;
  for (let waited = 0; ; waited += lookEvery) {
    const found = await findKeyedOrder(db, callKey);
    if (!found) return null;
    if (found.answer) return found.answer;
    if (found.placed && (found.isAbandoned || waited >= patience)) return found.placed;
    if (waited >= patience)
      throw new Refusal(409, 'IN_PROGRESS', 'The same call is still being worked on.', { retryAfter: 1 });
    await pause(lookEvery);
  }
}

/** The stored answer again. @throws Refusal where it was one */
export function replay({ status, body }: StoredAnswer): Answer<typeof endpoint> {
  if (status === 200) return endpoint.answers[200].parse(body);
  const { code, message, fields, data } = body as {
    code: string;
    message: string;
    fields?: Record<string, string>;
    data?: unknown;
  };
  throw new Refusal(status, code, message, { ...(fields ? { fields } : {}), data });
}
