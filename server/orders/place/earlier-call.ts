import { setTimeout as pause } from 'node:timers/promises';
import type { Kysely } from 'kysely';
import type { Answer } from '../../../contract/endpoint.ts';
import { createOrder as endpoint } from '../../../contract/orders.ts';
import type { Database } from '../../db/schema.ts';
import type { CallKey, StoredResponse } from '../../http/idempotency/idempotency.repo.ts';
import { Refusal } from '../../http/refusal.ts';
import { findKeyedOrder } from './order-key.repo.ts';
import type { PlacedOrder } from './place-single-order.ts';

/** A duplicate call waits this long for the first call, then continues in its place. */
const maxWaitMs = 5_000;
const pollIntervalMs = 50;

/**
 * Returns the result of an earlier call with the same key: its response, or its order if the call did not finish, or null
 * if there was none. Waits for a call in progress, unless `isOwn`: the key was stored by this very call.
 * @throws Refusal 409 IN_PROGRESS, 422
 */
export async function findEarlierCall(
  db: Kysely<Database>,
  callKey: CallKey,
  isOwn = false,
): Promise<StoredResponse | PlacedOrder | null> {
  const waitMs = isOwn ? 0 : maxWaitMs;
  for (let waited = 0; ; waited += pollIntervalMs) {
    const found = await findKeyedOrder(db, callKey);
    if (!found) return null;
    if (found.response) return found.response;
    if (found.placed && (found.isAbandoned || waited >= waitMs)) return found.placed;
    if (waited >= waitMs)
      throw new Refusal(409, 'IN_PROGRESS', 'The same call is still being worked on.', { retryAfter: 1 });
    await pause(pollIntervalMs);
  }
}

/** Returns the stored response again. @throws Refusal if the stored response is a refusal */
export function replayResponse({ status, body }: StoredResponse): Answer<typeof endpoint> {
  if (status === 200) return endpoint.answers[200].parse(body);
  const { code, message, fields, data } = body as {
    code: string;
    message: string;
    fields?: Record<string, string>;
    data?: unknown;
  };
  throw new Refusal(status, code, message, { ...(fields ? { fields } : {}), data });
}
