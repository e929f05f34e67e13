import { beforeEach, describe, expect, it } from 'vitest';
import {
  sendPasswordChanged,
  sendPasswordRemoved,
  sendResetLink,
} from '../../../../server/auth/password/password-emails.ts';
import type { Tx } from '../../../../server/db/schema.ts';
import { outboxMail } from '../../../../server/providers/mail/mail-outbox.ts';
import { fakeClock } from '../../../support/clock.ts';
import { createTestDatabase } from '../../../support/database.ts';

const { db } = await createTestDatabase();
const mail = outboxMail({ clock: fakeClock(), siteUrl: 'https://academy.example.com' });
const asha = { id: 'asha', first_name: 'Asha', email: 'asha@example.com' };
const reset = { to: asha, token: 'a/token', reference: 'abc', lifetime: 1_800_000, needsSignIn: false };
const howToSignIn =
  'Your email address is not confirmed yet. Please sign in first with a code sent to the phone number of your account. Then open the link in the same browser.';
const setLink = 'Set a new password: https://academy.example.com/auth/forgot-password';

beforeEach(() => db.deleteFrom('mail_outbox').execute());

/** Queues an email and returns it as it is stored. */
async function send(queue: (tx: Tx) => Promise<void>) {
  await db.transaction().execute(queue);
  const columns = ['dedupe_key', 'recipient', 'subject', 'link', 'body'] as const;
  return db.selectFrom('mail_outbox').select(columns).executeTakeFirst();
}

describe('the email with a reset link', () => {
  const link = 'https://academy.example.com/auth/reset-password?t=a%2Ftoken';
  it.each([
    ['at a confirmed address, open the link', false, []],
    ['at an unconfirmed address, sign in first and then open the link', true, [howToSignIn]],
  ])('the email with a password-reset link says how to set a new password: %s', async (_, needsSignIn, extra) => {
    expect(await send((tx) => sendResetLink(tx, mail, { ...reset, needsSignIn }))).toEqual({
      ...{ dedupe_key: 'password-reset:abc', recipient: asha.email, subject: 'Set a new password', link },
      body: [
        'Dear Asha,',
        'You asked to set a new password. Open this link to choose one:',
        `Set a new password: ${link}`,
        ...extra,
        'The link works once and expires after 30 minutes.',
        'If you did not ask for this, you can ignore this email. Your password stays the same.',
      ].join('\n\n'),
    });
  });
});

describe('the email about a changed password', () => {
  it.each([
    ['allDevices', 'all your devices'],
    ['otherDevices', 'all your other devices'],
  ] as const)('the email about a changed password says which devices were signed out: %s', async (ended, devices) => {
    const email = await send((tx) => sendPasswordChanged(tx, mail, asha, { reference: 'abc', ended }));
    expect(email).toEqual({
      ...{
        dedupe_key: 'password-changed:abc',
        recipient: asha.email,
        subject: 'Your password was changed',
        link: null,
      },
      body: [
        'Dear Asha,',
        `The password of your account was changed, and ${devices} were signed out.`,
        'If this was not you, please set a new password right away and call us:',
        setLink,
      ].join('\n\n'),
    });
  });
});

describe('the email about a removed password', () => {
  it.each([
    ['with a confirmed email address', true, []],
    ['whose email address is not confirmed', false, [howToSignIn]],
  ])(
    'after the removal of the password, a student gets an email that says how to set a new one (a student %s)',
    async (_, isConfirmed, extra) => {
      expect(await send((tx) => sendPasswordRemoved(tx, mail, asha, isConfirmed))).toEqual({
        ...{ dedupe_key: 'password-ended:asha', recipient: asha.email, link: null },
        subject: 'Please set your password again',
        body: [
          'Dear Asha,',
          'Somebody signed in to your account with a code for the first time. No phone number or email address of the account had been confirmed before. To keep the account safe, the password from the registration no longer works, and all other devices were signed out. Your bookings and documents have not changed.',
          'You can continue to sign in with a code. To set a new password, request a link:',
          setLink,
          ...extra,
          'If this was not you, somebody has registered with your email address. You do not need to do anything.',
        ].join('\n\n'),
      });
    },
  );
});

it('no email about a password is queued for a student without an email address', async () => {
  const nobody = { ...asha, email: null };
  expect(await send((tx) => sendResetLink(tx, mail, { ...reset, to: nobody }))).toBeUndefined();
  const changed = { reference: 'abc', ended: 'allDevices' as const };
  expect(await send((tx) => sendPasswordChanged(tx, mail, nobody, changed))).toBeUndefined();
  expect(await send((tx) => sendPasswordRemoved(tx, mail, nobody, true))).toBeUndefined();
});
