import {
  emailPageSize,
  listUndeliveredEmails,
  mostResent,
  resendEmail,
  resendFailedEmails,
} from '../../contract/staff/emails.ts';
import { recordStaffAction } from '../db/audit-entry.ts';
import type { Tx } from '../db/schema.ts';
import { inTransaction } from '../db/transactions/transaction.ts';
import type { Clock } from '../http/clock.ts';
import type { StaffCaller } from '../http/mount/call.ts';
import type { Mount } from '../http/mount/mount.ts';
import { notFound, refuse } from '../http/refusal.ts';
import { type LockedEmail, lockEmails, lockFailed, requeueEmails } from './email-staff.repo.ts';
import { countFailed, listUndelivered, visibleTo } from './undelivered.repo.ts';

/** The calls by which staff see undelivered emails and send them again (docs/product.md#undelivered-emails). */
export function undeliveredEmailRoutes(mount: Mount, { clock }: { clock: Clock }): void {
  const now = () => new Date(clock.now());

  mount(listUndeliveredEmails, async ({ db, query, staff }) => {
    const rows = await listUndelivered(db, staff.role, query, emailPageSize + 1);
    const page = rows.slice(0, emailPageSize);
    const read = { action: 'emails list', subject: 'emails', arguments: { ...query, emails: page.length } };
    await inTransaction(db, (tx) => recordStaffAction(tx, staff, read, now()));
    const next = rows.length > emailPageSize ? (page.at(-1)?.id ?? null) : null;
    return { statusCode: 200, data: page, next, failed: await countFailed(db, staff.role) };
  });

  /** Queues emails again, and records this in the audit log. */
  async function requeue(
    tx: Tx,
    staff: StaffCaller,
    emails: readonly LockedEmail[],
    about: { subject: string; arguments: Record<string, unknown> },
  ): Promise<void> {
    if (emails.length === 0) return;
    await requeueEmails(
      tx,
      emails.map(({ id }) => id),
    );
    const before = emails.map(({ id, attempts }) => ({ id, attempts, state: 'dead' }));
    const after = emails.map(({ id }) => ({ id, attempts: 0, state: 'waiting' }));
    await recordStaffAction(tx, staff, { action: 'emails resend', ...about, before, after }, now());
  }

  mount(resendEmail, async ({ db, params: { id }, staff }) => {
    const [email] = await lockEmails(db, id, visibleTo(staff.role));
    if (!email) throw notFound();
    const { refusals } = resendEmail;
    if (email.state === 'sent') throw refuse(refusals, 'EMAIL_DELIVERED', 'This email has been delivered meanwhile.');
    if (email.is_stale)
      throw refuse(
        refusals,
        'EMAIL_EXPIRED',
        'The content, link or offer of this email is out of date, so it is not sent.',
      );
    const failed = email.state === 'dead' ? [email] : [];
    await requeue(db, staff, failed, { subject: `email:${id}`, arguments: {} });
    return { statusCode: 200, data: { queued: failed.length } };
  });

  mount(resendFailedEmails, async ({ db, body: { cause }, staff }) => {
    const failed = await lockFailed(db, cause, { visible: visibleTo(staff.role), limit: mostResent });
    await requeue(db, staff, failed, { subject: 'emails', arguments: { cause } });
    const counts = await countFailed(db, staff.role);
    const left = counts.find((one) => one.cause === cause)?.sendable ?? 0;
    return { statusCode: 200, data: { queued: failed.length, left } };
  });
}
