import { randomUUID } from 'node:crypto';
import type { Tx } from '../../db/schema.ts';
import { writeBody } from '../../providers/mail/email-body.ts';
import type { Mail } from '../../providers/mail/mail.ts';

/** Queues an email about a change of a staff account, so that its owner notices changes made by others. */
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
