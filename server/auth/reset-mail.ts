import type { Transaction } from 'kysely';
import { paths } from '../../contract/pages.ts';
import type { Database } from '../db/schema.ts';
import type { Mail } from '../providers/mail.ts';
import { writeBody } from '../providers/mail-body.ts';
import type { ResetStudent } from './reset-token.repo.ts';

type Tx = Transaction<Database>;
type Addressee = Pick<ResetStudent, 'first_name' | 'email'>;

const minute = 60_000;

/** `{PUBLIC_URL}/auth/reset-password?t=<token>` */
function resetLink(mail: Mail, token: string): string {
  const link = new URL(paths.resetPassword, mail.siteUrl);
  link.searchParams.set('t', token);
  return link.href;
}

export type ResetLetter = { to: Addressee; token: string; reference: string; lifetime: number };

/** Mails the link; `reference` names it once and tells nothing of the token, `lifetime` is in milliseconds. */
export async function mailResetLink(tx: Tx, mail: Mail, { to, token, reference, lifetime }: ResetLetter) {
  if (!to.email) return;
  const link = resetLink(mail, token);
  await mail.queue(tx, {
    dedupeKey: `password-reset:${reference}`,
    to: to.email,
    subject: 'Set a new password',
    link,
    ...writeBody([
      `Dear ${to.first_name},`,
      'you asked to set a new password. Open this link to choose one:',
      { links: [['Set a new password', link]] },
      `It works once, and for ${lifetime / minute} minutes.`,
      'If you did not ask for it, you need not do anything: your password stays as it is.',
    ]),
  });
}

/** Tells the student that the password is another now, in case it was somebody else. */
export async function mailPasswordChanged(tx: Tx, mail: Mail, to: Addressee, reference: string): Promise<void> {
  if (!to.email) return;
  await mail.queue(tx, {
    dedupeKey: `password-changed:${reference}`,
    to: to.email,
    subject: 'Your password was changed',
    ...writeBody([
      `Dear ${to.first_name},`,
      'the password of your account was changed, and every device that was signed in is signed out.',
      'If this was not you, set a new password at once and call us:',
      { links: [['Set a new password', new URL(paths.forgotPassword, mail.siteUrl).href]] },
    ]),
  });
}
