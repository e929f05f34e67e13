import type { Kysely } from 'kysely';
import type { Database } from '../db/schema.ts';
import { withRetries } from '../db/transactions/transaction.ts';
import { type Attachment, type MailCarrier, type QueuedEmail, Undeliverable } from '../providers/mail/mail.ts';
import { type ClaimedEmail, claimEmail, markFailed, markSent } from './email.repo.ts';

/**
 * Times in seconds. A delivery is aborted after `timeout`. After `lease`, another process may deliver the email,
 * because the process that leased it must have died.
 */
type SenderTimes = { timeout: number; lease: number };

type SenderDeps = {
  db: Kysely<Database>;
  carrier: MailCarrier;
  /**
   * Makes the files to attach to an email. It is called when the email is delivered, so that the mail queue need not
   * store the files.
   */
  attach?: (email: QueuedEmail) => Promise<Attachment[]>;
  /** Called after every failed attempt to deliver an email. `isDead`: there will be no further attempt. */
  onFailure?: (error: unknown, email: { dedupeKey: string; isDead: boolean }) => void;
  times?: SenderTimes;
};

type Delivery = { sent: number; failed: number };

export type MailSender = {
  /** Delivers the emails that are due. If a delivery is running already, another one starts after it. */
  sendDue(): Promise<Delivery>;
  /** Starts no further delivery of an email, and waits for those that are running. */
  end(): Promise<void>;
};

const defaultTimes: SenderTimes = { timeout: 60, lease: 120 };
/** Maximum number of attempts to deliver an email. The last one is about 20 hours after the first. */
const maxAttempts = 12;

/** Seconds until the next attempt to deliver an email: one minute, doubled each time, at most six hours. */
function pauseAfter(attempts: number): number {
  return Math.min(60 * 2 ** (attempts - 1), 21_600);
}

/**
 * Creates the sender of the emails that transactions have queued in `mail_outbox`. Any number of processes share the
 * work: each leases an email, delivers it and marks it as sent. An email may be delivered twice, for example if a
 * process dies before it marks the email as sent. The second copy has the same Message-ID, so that mail systems can
 * drop it.
 */
export function createSender({ db, carrier, attach, onFailure, times = defaultTimes }: SenderDeps): MailSender {
  let isEnding = false;
  let working: Promise<unknown> = Promise.resolve();

  async function fail(claimed: ClaimedEmail, error: unknown): Promise<void> {
    const isDead = error instanceof Undeliverable || claimed.attempts >= maxAttempts;
    const message = error instanceof Error ? error.message : String(error);
    const reason = message.replace(/\p{Cc}+/gu, ' ').slice(0, 500);
    await markFailed(db, claimed, reason, isDead ? null : pauseAfter(claimed.attempts));
    onFailure?.(error, { dedupeKey: claimed.email.dedupeKey, isDead });
  }

  /**
   * Delivers one email. `delivered`: the caller must mark the email as sent. `refused`: the email itself was rejected
   * for good. `wait`: it failed for another reason, so other emails would probably fail too; they wait until the sender
   * runs again.
   */
  async function carry(claimed: ClaimedEmail, delivery: Delivery): Promise<'delivered' | 'refused' | 'wait'> {
    try {
      const attachments = (await attach?.(claimed.email)) ?? [];
      const email = attachments.length > 0 ? { ...claimed.email, attachments } : claimed.email;
      await carrier.carry(email, AbortSignal.timeout(times.timeout * 1000));
    } catch (error) {
      await fail(claimed, error);
      delivery.failed += 1;
      return error instanceof Undeliverable ? 'refused' : 'wait';
    }
    delivery.sent += 1;
    return 'delivered';
  }

  /** Delivers emails one after the other. The statement that leases the next email marks the previous one as sent. */
  async function deliver(delivery: Delivery): Promise<void> {
    let delivered: number | null = null;
    while (!isEnding) {
      const sent: number | null = delivered;
      // If the database connection is lost, this statement is repeated. If the lost statement had leased an email
      // already, the repeat may lease another one, and the first email is delivered only after its lease has ended.
      const claimed: ClaimedEmail | null = await withRetries(() => claimEmail(db, times.lease, sent));
      if (!claimed) return;
      const result = await carry(claimed, delivery);
      if (result === 'wait') return;
      delivered = result === 'delivered' ? claimed.id : null;
    }
    const sent = delivered;
    if (sent !== null) await withRetries(() => markSent(db, sent));
  }

  async function run(): Promise<Delivery> {
    const delivery: Delivery = { sent: 0, failed: 0 };
    const results = await Promise.allSettled(Array.from({ length: carrier.atOnce }, () => deliver(delivery)));
    for (const result of results) if (result.status === 'rejected') throw result.reason;
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
