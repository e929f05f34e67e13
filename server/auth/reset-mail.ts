import type { Transaction } from 'kysely';
import { paths } from '../../contract/pages.ts';
import type { Database } from '../db/schema.ts';
import type { Mail } from '../providers/mail.ts';
import { writeBody } from '../providers/mail-body.ts';
import { greet } from './greeting.ts';
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

export type ResetLetter = { to: Addressee; token: string; reference: string; lifetime: number; needsSignIn: boolean };

const howToSignIn =
  'This address has not been confirmed. So first sign in with a code to the phone number of your account; then open the link in the same browser.';

/** Mails the link; `reference` names it once and tells nothing of the token, `lifetime` is in milliseconds. */
export async function mailResetLink(tx: Tx, mail: Mail, letter: ResetLetter) {
  const { to, token, reference, lifetime, needsSignIn } = letter;
  if (!to.email) return;
  const link = resetLink(mail, token);
  await mail.queue(tx, {
    dedupeKey: `password-reset:${reference}`,
    to: to.email,
    subject: 'Set a new password',
    link,
    ...writeBody([
      greet(to.first_name),
      'you asked to set a new password. Open this link to choose one:',
      { links: [['Set a new password', link]] },
      needsSignIn ? howToSignIn : '',
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
      greet(to.first_name),
      'the password of your account was changed, and every device that was signed in is signed out.',
      'If this was not you, set a new password at once and call us:',
      { links: [['Set a new password', new URL(paths.forgotPassword, mail.siteUrl).href]] },
    ]),
  });
}

/** Tells a student, once, why the password of the registration does not work any more and how to set one. */
export async function mailPasswordEnded(
  tx: Tx,
  mail: Mail,
  to: Addressee & { id: string },
  isConfirmed: boolean,
): Promise<void> {
  if (!to.email) return;
  await mail.queue(tx, {
    dedupeKey: `password-ended:${to.id}`,
    to: to.email,
    subject: 'Please set your password again',
    ...writeBody([
      greet(to.first_name),
      'your account was signed in to with a code for the first time. Nobody had confirmed a phone number or e-mail address of it before, so to be safe the password of the registration does not work any more, and other devices are signed out. Your bookings and documents are as they were.',
      'You can go on signing in with a code. To have a password again, ask for a link:',
      { links: [['Set a new password', new URL(paths.forgotPassword, mail.siteUrl).href]] },
      isConfirmed ? '' : howToSignIn,
      'If you have not signed in, somebody has registered with your address: you need not do anything.',
    ]),
  });
}
