import type { Kysely } from 'kysely';
import type { JobRun } from '../../db/jobs/run-due-jobs.ts';
import type { Database, Tx } from '../../db/schema.ts';
import { inTransaction } from '../../db/transactions/transaction.ts';
import { today } from '../../http/clock.ts';
import { createToken, hashToken } from '../../http/secret-token.ts';
import type { Mail } from '../../providers/mail/mail.ts';
import type { Notifications } from '../../providers/push/push.ts';
import {
  addItems,
  claimDue,
  claimQueued,
  finishRuns,
  hasOpenItems,
  lockCurrentItem,
  type RunItem,
  releaseLeft,
  settleItem,
  storeEmailed,
  storeProblem,
} from './run.repo.ts';
import { writeRunEmail, writeRunNotification } from './run-emails.ts';
import { type ChoiceDeps, refundItem } from './settle-choice.ts';

/**
 * How many students are notified in one transaction. The number is small, so that little work is repeated after a
 * crash.
 */
const emailsAtOnce = 20;
/** Delay before a failed refund is retried, in milliseconds. */
const retryAfter = 300_000;

export type RunDeps = ChoiceDeps & {
  db: Kysely<Database>;
  mail: Mail;
  notifications: Notifications;
  greet: (firstName: string) => string;
};

/**
 * Queues the push message to one student of a moved or cancelled batch, and the email if the student has an address. If
 * the deadline for choosing has passed, for example because the student paid late, there is no choice any more: the
 * student keeps the new dates of the moved batch.
 */
async function notifyStudent(tx: Tx, queued: RunItem, { clock, mail, notifications, greet }: RunDeps): Promise<void> {
  const isTooLate = queued.kind === 'move' && queued.choose_until.getTime() <= clock.now();
  const item = { ...queued, asks_choice: queued.asks_choice && !isTooLate };
  const { email, asks_choice } = item;
  const state = asks_choice ? 'waiting' : 'notified';
  const token = asks_choice && email !== null ? createToken() : null;
  await notifications.notify(tx, writeRunNotification(item, token));
  if (email === null) return storeEmailed(tx, item.id, { state, tokenHash: null, hasEmail: false });
  await storeEmailed(tx, item.id, { state, tokenHash: token === null ? null : hashToken(token), hasEmail: true });
  await mail.queue(tx, writeRunEmail(mail, { ...item, email }, { token, greet }));
}

/**
 * Queues the email about a moved or cancelled batch to one student again, with a new link if the student can still
 * choose. Returns false if the email must not be sent again: the student has chosen, the deadline for choosing has
 * passed, there is no email address, or the batch no longer has the dates in the email.
 */
export async function requeueRunEmail(
  tx: Tx,
  { mail, greet, now }: Pick<RunDeps, 'mail' | 'greet'> & { now: Date },
  wanted: { runId: number; orderId: string },
): Promise<boolean> {
  const item = await lockCurrentItem(tx, wanted);
  if (!item || item.email === null) return false;
  const { id, state, email, choose_until } = item;
  if (state !== 'notified' && (state !== 'waiting' || choose_until <= now)) return false;
  const token = state === 'waiting' ? createToken() : null;
  await storeEmailed(tx, id, { state, tokenHash: token === null ? null : hashToken(token), hasEmail: true });
  await mail.queue(tx, writeRunEmail(mail, { ...item, email }, { token, greet }));
  return true;
}

/**
 * Notifies all students of moved and cancelled batches who have not been notified yet, a few in each transaction.
 * Returns how many students were notified.
 */
async function writeEmails(deps: RunDeps): Promise<number> {
  const next = () =>
    inTransaction(deps.db, async (tx) => {
      const items = await claimQueued(tx, emailsAtOnce);
      for (const item of items) await notifyStudent(tx, item, deps);
      return items.length;
    });
  let written = 0;
  for (let count = await next(); count > 0; count = await next()) written += count;
  return written;
}

/**
 * Settles the booking of one student who has not chosen in time: the new dates of a moved batch are accepted, and the
 * booking of a cancelled batch is refunded. Returns false if there is no such booking. If a refund fails, it is tried
 * again later, and the error is added to `failures`.
 */
async function settleNext(deps: RunDeps, failures: unknown[]): Promise<boolean> {
  const now = new Date(deps.clock.now());
  let claimed: RunItem | undefined;
  try {
    return await inTransaction(deps.db, async (tx) => {
      claimed = await claimDue(tx, now);
      if (!claimed) return false;
      if (claimed.kind === 'move') await settleItem(tx, claimed.id, { state: 'accepted', at: now });
      else await refundItem(tx, claimed, { ...deps, actor: 'automatic refund after the deadline' });
      return true;
    });
  } catch (error) {
    if (!claimed) throw error;
    failures.push(error);
    const problem = `The refund failed and is tried again: ${error instanceof Error ? error.message : String(error)}`;
    await storeProblem(deps.db, claimed.id, { problem, tryAfter: new Date(now.getTime() + retryAfter) });
    return true;
  }
}

/**
 * Continues the follow-up (run) of every moved or cancelled batch:
 * - adds students who have paid in the meantime, also to finished runs;
 * - ends the follow-up for students whose booking was cancelled or transferred, also in finished runs;
 * - notifies students;
 * - settles the bookings of students who have not chosen in time.
 * Several processes can do this at once, and a killed process loses nothing: each transaction locks the rows of its
 * students and commits them together with its effect.
 */
export async function advanceRuns(deps: RunDeps): Promise<JobRun> {
  // Use a transaction that is repeated after a deadlock: `addItems` locks the batch before the order, but staff who
  // change a booking lock the order before the batch.
  await inTransaction(deps.db, (tx) => addItems(tx, { today: today(deps.clock) }));
  if (!(await hasOpenItems(deps.db))) return { attempted: 0, failures: [] };
  const failures: unknown[] = [];
  await releaseLeft(deps.db);
  let attempted = await writeEmails(deps);
  while (await settleNext(deps, failures)) attempted += 1;
  await finishRuns(deps.db);
  return { attempted, failures };
}
