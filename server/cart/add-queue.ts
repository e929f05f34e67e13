import type { Kysely } from 'kysely';
import { isConnectionLost, isLockTimeout } from '../db/connection/database-errors.ts';
import type { Database, Tx } from '../db/schema.ts';
import { BatchQueue, type Outcome } from '../db/transactions/batch-queue.ts';
import { inTransaction } from '../db/transactions/transaction.ts';
import type { CallKey } from '../http/idempotency/idempotency.repo.ts';
import { runKeyed, type SerialisedResponse, saveResponses } from '../http/idempotency/keyed-call.ts';
import { notFound } from '../http/refusal.ts';
import { removeItems, type StoredAdd, type StudentAdd, storeAdds } from './cart-changes.repo.ts';

/** One `POST /cart/add` call. `callKey` is its idempotency key, or null if it has none. */
type AddRequest = StudentAdd & { callKey: CallKey | null };

/**
 * Validates an item that was just stored, and returns the response of `POST /cart/add`.
 * @throws Refusal if the item must not be in the cart. The caller then removes the item again.
 */
type ValidateAdd = (stored: StoredAdd) => SerialisedResponse;

/**
 * The result of a call that shared a transaction with other calls. `retryAlone`: handle the call again in its own
 * transaction, which waits for row locks and for another call with the same idempotency key.
 */
type QueueResult = SerialisedResponse | 'retryAlone';
type ValidatedAdd = { request: AddRequest; itemId: number | null; outcome: Outcome<SerialisedResponse> };

function outcomeOf(stored: StoredAdd, validate: ValidateAdd): Outcome<SerialisedResponse> {
  try {
    return { result: validate(stored) };
  } catch (error) {
    return { error };
  }
}

/**
 * Stores the items of several students in one transaction, then validates each item. A refused item is removed again;
 * the other items stay. A call gets the result `retryAlone` if its idempotency key was used before, or if another
 * transaction has locked the student's row. So the other calls need not wait for that lock.
 */
async function storeTogether(
  tx: Tx,
  requests: readonly AddRequest[],
  validate: ValidateAdd,
): Promise<Outcome<QueueResult>[]> {
  const stored = await storeAdds(tx, requests, { waitForLocks: false });
  const validated = requests.flatMap((request): ValidatedAdd[] => {
    const found = stored.get(request.studentId);
    return found ? [{ request, itemId: found.facts.item_id, outcome: outcomeOf(found, validate) }] : [];
  });
  const calls = validated.map(({ request, outcome }) => ({ callKey: request.callKey, outcome }));
  const isResponseSaved = await saveResponses(tx, calls);
  const answered = validated.filter((_, index) => isResponseSaved[index]);
  const accepted = new Set(answered.filter(({ outcome }) => 'result' in outcome));
  const removedIds = validated.filter((one) => !accepted.has(one)).flatMap(({ itemId }) => itemId ?? []);
  if (removedIds.length > 0) await removeItems(tx, removedIds);
  const outcomes = new Map<AddRequest, Outcome<QueueResult>>(
    answered.map(({ request, outcome }) => [request, outcome]),
  );
  return requests.map((request) => outcomes.get(request) ?? { result: 'retryAlone' });
}

/** Handles one `POST /cart/add` call in its own transaction, waiting for row locks. */
async function storeAlone(tx: Tx, request: AddRequest, validate: ValidateAdd): Promise<SerialisedResponse> {
  const stored = await storeAdds(tx, [request], { waitForLocks: true });
  const found = stored.get(request.studentId);
  if (!found) throw notFound();
  return validate(found);
}

/** `length`: how many `POST /cart/add` calls wait for a transaction. */
export type AddQueue = {
  add(request: AddRequest): Promise<SerialisedResponse>;
  readonly length: number;
};

/**
 * Handles `POST /cart/add` calls in batches. The calls of a batch share one transaction, which saves round trips and
 * commits (decision 29, “Store concurrent cart additions in one transaction”).
 */
export function createAddQueue(db: Kysely<Database>, validate: ValidateAdd): AddQueue {
  const queue = new BatchQueue<AddRequest, QueueResult>({
    // Requests of different students lock different rows, so several transactions can run at once. Start another one only
    // if the running one takes long, for example because it waits for a lock.
    concurrency: 3,
    maxWaitMs: 10,
    maxBatchSize: 32,
    keyOf: ({ studentId }) => studentId,
    run: async (requests) => {
      try {
        return await inTransaction(db, (tx) => storeTogether(tx, requests, validate));
      } catch (error) {
        // The transaction may have been committed before the connection was lost, so do not repeat it. If the client
        // retries with the same idempotency key, the response will say whether the item was stored.
        if (isConnectionLost(error)) return requests.map(() => ({ error }));
        if (isLockTimeout(error)) return requests.map(() => ({ result: 'retryAlone' }));
        throw error;
      }
    },
  });
  return {
    get length() {
      return queue.length;
    },
    async add(request) {
      const result = await queue.add(request);
      if (result !== 'retryAlone') return result;
      return runKeyed(db, request.callKey, (tx) => storeAlone(tx, request, validate));
    },
  };
}
