import { paths } from '../../../contract/pages.ts';
import type { Tx } from '../../db/schema.ts';
import { writeBody } from '../../providers/mail/email-body.ts';
import type { Mail } from '../../providers/mail/mail.ts';
import type { Account } from '../account.repo.ts';
import { greet } from '../greeting.ts';

type Recipient = Pick<Account, 'first_name' | 'email'>;

const minute = 60_000;

/** The URL of a password reset link: `{PUBLIC_URL}/auth/reset-password?t=<token>`. */
function resetLink(mail: Mail, token: string): string {
  const link = new URL(paths.resetPassword, mail.siteUrl);
  link.searchParams.set('t', token);
  return link.href;
}

/**
 * An email with a password reset link. `reference` makes the email's dedupe key unique without revealing the token.
 * `lifetime`: how long the link is valid, in milliseconds. `needsSignIn`: the email address is locked, so the student
 * has to sign in before setting a password.
 */
type ResetEmail = { to: Recipient; token: string; reference: string; lifetime: number; needsSignIn: boolean };

const howToSignIn =
  'Your email address is not confirmed yet. Please sign in first with a code sent to the phone number of your account. Then open the link in the same browser.';

/** Queues the email with the reset link. */
export async function sendResetLink(tx: Tx, mail: Mail, email: ResetEmail) {
  const { to, token, reference, lifetime, needsSignIn } = email;
  if (!to.email) return;
  const link = resetLink(mail, token);
  await mail.queue(tx, {
    dedupeKey: `password-reset:${reference}`,
    to: to.email,
    subject: 'Set a new password',
    link,
    ...writeBody([
      greet(to.first_name),
      'You asked to set a new password. Open this link to choose one:',
      { links: [['Set a new password', link]] },
      needsSignIn ? howToSignIn : '',
      `The link works once and expires after ${lifetime / minute} minutes.`,
      'If you did not ask for this, you can ignore this email. Your password stays the same.',
    ]),
  });
}

/** The devices that the new password has signed out, in the words of the email. */
const endedSessions = { allDevices: 'all your devices', otherDevices: 'all your other devices' } as const;

/** Queues the email that informs a student that the password was changed, in case somebody else did it. */
export async function sendPasswordChanged(
  tx: Tx,
  mail: Mail,
  to: Recipient,
  { reference, ended }: { reference: string; ended: keyof typeof endedSessions },
): Promise<void> {
  if (!to.email) return;
  await mail.queue(tx, {
    dedupeKey: `password-changed:${reference}`,
    to: to.email,
    subject: 'Your password was changed',
    ...writeBody([
      greet(to.first_name),
      `The password of your account was changed, and ${endedSessions[ended]} were signed out.`,
      'If this was not you, please set a new password right away and call us:',
      { links: [['Set a new password', new URL(paths.forgotPassword, mail.siteUrl).href]] },
    ]),
  });
}

/** Queues the email that explains to a student, once, why the password chosen at registration no longer works. */
export async function sendPasswordRemoved(
  tx: Tx,
  mail: Mail,
  to: Recipient & { id: string },
  isConfirmed: boolean,
): Promise<void> {
  if (!to.email) return;
  await mail.queue(tx, {
    dedupeKey: `password-ended:${to.id}`,
    to: to.email,
    subject: 'Please set your password again',
    ...writeBody([
      greet(to.first_name),
      'Somebody signed in to your account with a code for the first time. No phone number or email address of the account had been confirmed before. To keep the account safe, the password from the registration no longer works, and all other devices were signed out. Your bookings and documents have not changed.',
      'You can continue to sign in with a code. To set a new password, request a link:',
      { links: [['Set a new password', new URL(paths.forgotPassword, mail.siteUrl).href]] },
      isConfirmed ? '' : howToSignIn,
      'If this was not you, somebody has registered with your email address. You do not need to do anything.',
    ]),
  });
}
