import { randomUUID } from 'node:crypto';
import type { Tx } from '../../db/schema.ts';
import { writeBody } from '../../providers/mail/email-body.ts';
import type { Mail } from '../../providers/mail/mail.ts';

/**
 * What the email to the owner of a staff account says about a change that somebody else has made, in the console or
 * by a command.
 */
export const accountChanges = {
  disabled: 'Your staff account was disabled. You were signed out everywhere and can no longer sign in.',
  enabled: 'Your staff account was enabled again. You can sign in as before.',
  enabledWithoutFactor: 'Your staff account was enabled again. You need a new invitation before you can sign in.',
  /**
   * `name`: the name of the instructor with whom the account is now connected; null if it is no longer connected with
   * one.
   */
  instructor: (name: string | null) =>
    name === null
      ? 'Your staff account is no longer connected with an instructor, so it shows no rosters.'
      : `Your staff account is connected with the instructor ${name}, and shows the rosters of their batches.`,
} as const;

/**
 * Queues an email to the owner of a staff account about a change, so that changes made by somebody else are noticed.
 */
export async function sendAccountChanged(
  tx: Tx,
  mail: Mail,
  to: { name: string; email: string },
  change: string,
): Promise<void> {
  await mail.queue(tx, {
    dedupeKey: `staff-account:${randomUUID()}`,
    to: to.email,
    toName: to.name,
    subject: 'Your staff account was changed',
    ...writeBody([
      `Dear ${to.name},`,
      change,
      'If you do not know of this, please tell your administrator right away.',
    ]),
  });
}
