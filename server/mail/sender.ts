import type { Kysely } from 'kysely';
import type { Database } from '../db/schema.ts';
import { inTransaction } from '../db/transaction.ts';
import { type MailCarrier, Undeliverable } from '../providers/mail.ts';
import { type ClaimedLetter, claimLetter, markFailed, markSent } from './letter.repo.ts';

/** Seconds: a letter may be on its way for `patience`; `lease` later another process tries, as the first must have died. */
export type SenderTimes = { patience: number; lease: number };

export type SenderParts = {
  db: Kysely<Database>;
  carrier: MailCarrier;
  /** Told of every failed try; `isDead`: it was the last. */
  onFailure?: (error: unknown, letter: { dedupeKey: string; isDead: boolean }) => void;
  times?: SenderTimes;
};

export type Delivery = { sent: number; failed: number };

export type MailSender = {
  /** Delivers what is due; a call during another waits for it and then looks again. */
  sendDue(): Promise<Delivery>;
  /** Takes no further letter and waits for those on their way. */
  end(): Promise<void>;
};

const usualTimes: SenderTimes = { patience: 60, lease: 120 };
/** With the pauses below the last try comes some 20 hours after the first. */
export const mostAttempts = 12;

/** Seconds until the next try after `attempts`: a minute, doubling, at most six hours. */
export function pauseAfter(attempts: number): number {
  return Math.min(60 * 2 ** (attempts - 1), 21_600);
}

/**
 * Sends what transactions left in `mail_outbox`; any number of processes share the work. A letter is claimed (counted and
 * leased), carried, marked. SMTP has no 'exactly once': a crash after the server took the letter and before the mark, or an
 * acknowledgement lost on the line, sends it again. So it is at least once, never lost, and the repeat is the same message
 * under the same Message-ID, which mail systems join; the sandbox takes a dedupe key once.
 */
export function createSender({ db, carrier, onFailure, times = usualTimes }: SenderParts): MailSender {
  let isEnding = false;
  let working: Promise<unknown> = Promise.resolve();

  async function fail(claimed: ClaimedLetter, error: unknown): Promise<void> {
    const isDead = error instanceof Undeliverable || claimed.attempts >= mostAttempts;
    const said = error instanceof Error ? error.message : String(error);
    const reason = said.replace(/\p{Cc}+/gu, ' ').slice(0, 500);
    await markFailed(db, claimed, reason, isDead ? null : pauseAfter(claimed.attempts));
    onFailure?.(error, { dedupeKey: claimed.letter.dedupeKey, isDead });
  }

  /** Answers whether the way is open: after a failure that is not the letter's own, the others wait for the next look. */
  async function carry(claimed: ClaimedLetter, delivery: Delivery): Promise<boolean> {
    try {
      await carrier.carry(claimed.letter, AbortSignal.timeout(times.patience * 1000));
    } catch (error) {
      await fail(claimed, error);
      delivery.failed += 1;
      return error instanceof Undeliverable;
    }
    await inTransaction(db, (tx) => markSent(tx, claimed.id), { isRepeatable: true });
    delivery.sent += 1;
    return true;
  }

  async function deliver(delivery: Delivery): Promise<void> {
    while (!isEnding) {
      const claimed = await claimLetter(db, times.lease);
      if (!claimed || !(await carry(claimed, delivery))) return;
    }
  }

  async function run(): Promise<Delivery> {
    const delivery: Delivery = { sent: 0, failed: 0 };
    const ends = await Promise.allSettled(Array.from({ length: carrier.atOnce }, () => deliver(delivery)));
    for (const end of ends) if (end.status === 'rejected') throw end.reason;
    return delivery;
  }

  return {
    sendDue() {
      const turn = working.then(run);
      working = turn.catch(() => {});
      return turn;
    },
    async end() {
      isEnding = true;
      await working;
      carrier.close();
    },
  };
}
