import { setTimeout as realPause } from 'node:timers/promises';
import type { Kysely } from 'kysely';
import type { Database } from '../../db/schema.ts';
import { type CallKey, findCall, markReplayed, type StoredResponse, updateProgress } from './idempotency.repo.ts';

/**
 * The progress of a call that has two transactions and calls a provider between them. It is stored under the call's
 * idempotency key. `isAbandoned`: the call to the provider failed, so a retry continues at once. Calls that need no
 * provider have one transaction (`keyed-call.ts`).
 */
export type Progress = { isAbandoned: boolean };

/**
 * How many milliseconds a retry waits for the first call to finish. After that time, the retry continues the call
 * itself.
 */
const maxWaitMs = 5_000;
const pollIntervalMs = 50;

/**
 * Returns what an earlier call with the same key has stored: its response, or its progress if it did not finish; null
 * if there was no such call. Waits while the earlier call is in progress, at most `maxWaitMs`. With `isOwn`, does not
 * wait, because this call itself may have inserted the key.
 * @throws Refusal 422 if the key was used for another request
 */
export async function findEarlierCall<P extends Progress>(
  db: Kysely<Database>,
  callKey: CallKey,
  isOwn: boolean,
  pause: (milliseconds: number) => Promise<unknown> = realPause,
): Promise<{ response: StoredResponse } | { progress: P } | null> {
  const waitMs = isOwn ? 0 : maxWaitMs;
  for (let waited = 0; ; waited += pollIntervalMs) {
    const stored = await findCall(db, callKey);
    if (!stored) return null;
    if (stored.response) {
      if (!isOwn) markReplayed(callKey);
      return { response: stored.response };
    }
    const progress = stored.progress as P;
    if (progress.isAbandoned || waited >= waitMs) return { progress };
    await pause(pollIntervalMs);
  }
}

/** Records that the call to the provider has failed, so that a retry continues at once. */
export async function abandonCall(db: Kysely<Database>, callKey: CallKey, progress: Progress): Promise<void> {
  await updateProgress(db, callKey, { ...progress, isAbandoned: true });
}
