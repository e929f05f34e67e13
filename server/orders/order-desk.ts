import { isConnectionLost, isDuplicate, isLockTimeout } from '../db/database-errors.ts';
import { Joiner, type Outcome } from '../db/joiner.ts';
import { inPipedTransaction } from '../db/piped-transaction.ts';
import { inRepeats, inTransaction } from '../db/transaction.ts';
import { type OrderEnd, readHoldSeconds, storeEnds } from './answer-orders.repo.ts';
import type { OrderParts } from './order-parts.ts';
import { type OrderAsk, placeSet, type Verdict } from './place-set.ts';

/** Where calls for orders wait for each other: those that come together are placed, and answered, together. */
export type OrderDesk = {
  place(ask: OrderAsk): Promise<Verdict>;
  end(end: OrderEnd): Promise<void>;
  /** Makes a call, or news of a payment, one that `drain` waits for. */
  during<T>(call: () => Promise<T>): Promise<T>;
  /** Waits for what is at work: the process may end after it. */
  drain(): Promise<void>;
};

const sizes = { lanes: 2, atMost: 64 } as const;

/** Milliseconds: how long a set waits for a lock, and how long none does so after one was not to be had. */
const lockWaits = { longest: 2_000, none: 2_000 } as const;

async function trySet(parts: OrderParts, asks: readonly OrderAsk[], isPatient: boolean): Promise<Outcome<Verdict>[]> {
  // One alone may wait as long as every other call.
  const lockWaitMs = isPatient && asks.length > 1 ? lockWaits.longest : null;
  let tries = 0;
  return inPipedTransaction(
    parts.db,
    (piped) => {
      tries += 1;
      return placeSet(piped, parts, asks, { isPatient, lockWaitMs, isRepeated: tries > 1 });
    },
    // A repeat finds what an unheard commit has kept: under its key, or as the student's live order.
    { isRepeatable: true },
  );
}

function openPlacing(parts: OrderParts): Joiner<OrderAsk, Verdict> {
  let waitsFrom = 0;

  async function run(asks: readonly OrderAsk[]): Promise<ReadonlyArray<Outcome<Verdict>>> {
    const isPatient = performance.now() >= waitsFrom;
    try {
      return await trySet(parts, asks, isPatient);
    } catch (error) {
      if (isPatient && isLockTimeout(error)) {
        // Somebody keeps a student or a batch locked: what does not need it goes on without them.
        waitsFrom = performance.now() + lockWaits.none;
        return trySet(parts, asks, false);
      }
      // Another process has placed an order of the same student, or used the same key, since we looked.
      if (isDuplicate(error) && asks.length === 1) return [{ answer: { kind: 'alone' } }];
      if (isConnectionLost(error)) return asks.map(() => ({ error }));
      throw error;
    }
  }

  return new Joiner({ ...sizes, keyOf: ({ studentId }) => studentId, run });
}

/** A provider that opened late, for longer than was asked: the holds live as long as the session (design 2). */
async function storeLonger(parts: OrderParts, ends: readonly OrderEnd[], longer: readonly OrderEnd[]): Promise<void> {
  const work = inTransaction(
    parts.db,
    async (tx) => {
      await storeEnds(tx, ends);
      for (const { attemptId } of longer) {
        const kept = await readHoldSeconds(tx, attemptId);
        if (kept) await parts.seats.extend(tx, kept.order_id, kept.seconds);
      }
    },
    { isRepeatable: true },
  );
  await work;
}

function openEnding(parts: OrderParts): Joiner<OrderEnd, undefined> {
  return new Joiner({
    ...sizes,
    run: async (ends): Promise<Array<{ answer: undefined }>> => {
      const longer = ends.filter(({ session }) => session?.expiresAt);
      if (longer.length > 0) await storeLonger(parts, ends, longer);
      else await inRepeats(() => storeEnds(parts.db, ends));
      return ends.map(() => ({ answer: undefined }));
    },
  });
}

export function openOrderDesk(parts: OrderParts): OrderDesk {
  const [placing, ending] = [openPlacing(parts), openEnding(parts)];
  const calls = new Set<Promise<unknown>>();
  return {
    place: (ask) => placing.ask(ask),
    end: (end) => ending.ask(end),
    during: (call) => {
      const running = call();
      calls.add(running);
      const forget = () => calls.delete(running);
      running.then(forget, forget);
      return running;
    },
    drain: async () => {
      while (calls.size > 0) await Promise.allSettled(calls);
    },
  };
}
