import { sql } from 'kysely';
import { beforeEach, describe, expect, it } from 'vitest';
import { claimEmail, markFailed } from '../../../server/mail/email.repo.ts';
import { createSender } from '../../../server/mail/sender.ts';
import { type MailCarrier, type QueuedEmail, Undeliverable } from '../../../server/providers/mail/mail.ts';
import { outboxMail } from '../../../server/providers/mail/mail-outbox.ts';
import { sandboxCarrier } from '../../../server/providers/mail/sandbox-carrier.ts';
import { smtpCarrier } from '../../../server/providers/mail/smtp-carrier.ts';
import { fakeClock } from '../../support/clock.ts';
import { createTestDatabase } from '../../support/database.ts';
import { statementsOf } from '../../support/statements.ts';
import { startSmtpServer } from '../providers/mail/smtp-server.ts';

const { db } = await createTestDatabase();
const mail = outboxMail({ clock: fakeClock(), siteUrl: 'https://site.example' });

beforeEach(async () => {
  await db.deleteFrom('mail_outbox').execute();
  await db.deleteFrom('sandbox_messages').execute();
});

const queue = (dedupeKey: string) =>
  mail.queue(db, { dedupeKey, to: 'asha@example.com', subject: 'Booked', text: `About ${dedupeKey}.` });
const readRow = (key: string) =>
  db.selectFrom('mail_outbox').selectAll().where('dedupe_key', '=', key).executeTakeFirstOrThrow();
/**
 * Makes every waiting email due now, as if the pause before its next attempt or its reservation by a sender had ended.
 */
const skipPauses = () => sql`update mail_outbox set next_at = now() where state = 'waiting'`.execute(db);
const messages = () => db.selectFrom('sandbox_messages').select('dedupe_key').execute();

/** A mail carrier that records the keys of the emails it gets. `carry` decides whether they are delivered. */
function recording(carry: (email: QueuedEmail, signal: AbortSignal) => Promise<void> = async () => {}, atOnce = 2) {
  const taken: string[] = [];
  const carrier: MailCarrier = {
    atOnce,
    carry(email, signal) {
      taken.push(email.dedupeKey);
      return carry(email, signal);
    },
    close() {},
  };
  return { taken, carrier };
}

const never = () => new Promise<void>(() => {});
const down = async () => {
  throw new Error('no line\u0000 to the server');
};

describe('the mail sender', () => {
  it('the email sender deletes the content of a delivered email from the database', async () => {
    const link = 'https://site.example/auth/reset-password?t=a-secret';
    await mail.queue(db, {
      dedupeKey: 'with-a-link',
      to: 'asha@example.com',
      subject: 'Set a new password',
      text: link,
      html: `<a href="${link}">Set</a>`,
      link,
    });
    const emails: QueuedEmail[] = [];
    const { carrier } = recording(async (email) => void emails.push(email));
    await createSender({ db, carrier }).sendDue();
    expect(emails).toMatchObject([{ text: link, html: `<a href="${link}">Set</a>`, link }]);
    const row = await readRow('with-a-link');
    expect(JSON.stringify(row)).not.toContain('a-secret');
    expect(row).toMatchObject({
      state: 'sent',
      recipient: 'asha@example.com',
      subject: 'Set a new password',
      body: '',
    });
  });

  it('the email sender needs only four SQL statements to send three emails', async () => {
    for (const key of ['one', 'two', 'three']) await queue(key);
    const sender = createSender({ db, carrier: recording(undefined, 1).carrier });
    const statements = await statementsOf(() => sender.sendDue());
    expect(statements).toHaveLength(4);
    for (const key of ['one', 'two', 'three']) expect(await readRow(key)).toMatchObject({ state: 'sent', attempts: 1 });
  });

  it('the email sender does not delete the content of an email that has finally failed', async () => {
    await queue('refused');
    const refuse = async () => {
      throw new Undeliverable('550 no such mailbox');
    };
    await createSender({ db, carrier: recording(refuse).carrier }).sendDue();
    expect(await readRow('refused')).toMatchObject({ state: 'dead', body: 'About refused.' });
  });

  it('three email senders that run at the same time send each email once', async () => {
    const keys = Array.from({ length: 60 }, (_, place) => `email-${place}`);
    for (const key of keys) await queue(key);
    const { taken, carrier } = recording();
    const results = await Promise.all([1, 2, 3].map(() => createSender({ db, carrier }).sendDue()));
    expect(taken.toSorted()).toEqual(keys.toSorted());
    expect(results.reduce((sum, { sent }) => sum + sent, 0)).toBe(60);
    expect(results.every(({ failed }) => failed === 0)).toBe(true);
    expect((await readRow('email-0')).state).toBe('sent');
    expect(await createSender({ db, carrier }).sendDue()).toEqual({ sent: 0, failed: 0 });
  });

  it('the email sender sends no email of a transaction that was rolled back', async () => {
    const failing = db.transaction().execute(async (tx) => {
      await mail.queue(tx, { dedupeKey: 'undone', to: 'asha@example.com', subject: 'Booked', text: 'No.' });
      throw new Error('rolled back');
    });
    await expect(failing).rejects.toThrow('rolled back');
    expect(await createSender({ db, carrier: sandboxCarrier({ db }) }).sendDue()).toEqual({ sent: 0, failed: 0 });
    expect(await messages()).toEqual([]);
  });

  it('an email that was delivered but not marked as sent before a crash is sent again, and appears once in the sandbox mailbox', async () => {
    await queue('crashed');
    const sandbox = sandboxCarrier({ db });
    let hasTaken: () => void = () => {};
    const isTaken = new Promise<void>((resolve) => {
      hasTaken = resolve;
    });
    const dying = recording(async (email, signal) => {
      await sandbox.carry(email, signal);
      hasTaken();
      await never();
    }, 1);
    void createSender({ db, carrier: dying.carrier }).sendDue();
    await isTaken;
    const heir = createSender({ db, carrier: sandbox });
    expect(await heir.sendDue()).toEqual({ sent: 0, failed: 0 });
    await skipPauses();
    expect(await heir.sendDue()).toEqual({ sent: 1, failed: 0 });
    expect(await messages()).toEqual([{ dedupe_key: 'crashed' }]);
    expect(await readRow('crashed')).toMatchObject({ state: 'sent', attempts: 2 });
  });

  it('the email sender reserves an email for more than a minute, so that no other sender takes it', async () => {
    await queue('leased');
    const { carrier } = recording(never);
    void createSender({ db, carrier }).sendDue();
    await expect
      .poll(async () => {
        const { rows } = await sql<{ seconds: number }>`
          select extract(epoch from next_at - now())::float as seconds from mail_outbox where attempts = 1`.execute(db);
        return rows[0]?.seconds;
      })
      .toBeGreaterThan(60);
  });

  it('the email sender aborts the delivery of an email that takes too long and tries it again later', async () => {
    await queue('slow');
    const { carrier } = recording(
      (_, signal) => new Promise((_resolve, reject) => signal.addEventListener('abort', () => reject(signal.reason))),
    );
    const sender = createSender({ db, carrier, times: { timeout: 0.05, lease: 1 } });
    expect(await sender.sendDue()).toEqual({ sent: 0, failed: 1 });
    expect(await readRow('slow')).toMatchObject({ state: 'waiting', attempts: 1 });
  });

  it('the email sender waits longer after each failed attempt and marks the email as dead after 12 attempts', async () => {
    await queue('hopeless');
    const failures: boolean[] = [];
    const { carrier, taken } = recording(down);
    const sender = createSender({ db, carrier, onFailure: (_, { isDead }) => failures.push(isDead) });
    const pauses: number[] = [];
    for (let attempt = 1; attempt <= 12; attempt++) {
      await sender.sendDue();
      expect(await sender.sendDue()).toEqual({ sent: 0, failed: 0 });
      const { rows } = await sql<{ seconds: number }>`
        select round(extract(epoch from next_at - now()) / 10)::integer * 10 as seconds from mail_outbox`.execute(db);
      if (attempt < 12) pauses.push(rows[0]?.seconds ?? 0);
      await skipPauses();
    }
    expect(pauses).toEqual([60, 120, 240, 480, 960, 1920, 3840, 7680, 15_360, 21_600, 21_600]);
    expect(await readRow('hopeless')).toMatchObject({
      state: 'dead',
      attempts: 12,
      last_error: 'no line  to the server',
    });
    expect(failures.filter(Boolean)).toHaveLength(1);
    expect(failures.at(-1)).toBe(true);
    await sender.sendDue();
    expect(taken).toHaveLength(12);
  });

  it('the email sender continues after a permanently refused email, and never tries this email again', async () => {
    await queue('refused');
    await queue('fine');
    const { carrier, taken } = recording(async ({ dedupeKey }) => {
      if (dedupeKey === 'refused') throw new Undeliverable('550 no such mailbox');
    }, 1);
    expect(await createSender({ db, carrier }).sendDue()).toEqual({ sent: 1, failed: 1 });
    await skipPauses();
    await createSender({ db, carrier }).sendDue();
    expect(taken).toEqual(['refused', 'fine']);
    expect(await readRow('refused')).toMatchObject({ state: 'dead', last_error: '550 no such mailbox' });
  });

  it('the email sender tries only one of several waiting emails while the mail server is down', async () => {
    for (const key of ['one', 'two', 'three']) await queue(key);
    const { carrier, taken } = recording(down, 1);
    expect(await createSender({ db, carrier }).sendDue()).toEqual({ sent: 0, failed: 1 });
    expect(taken).toHaveLength(1);
    expect((await readRow('three')).attempts).toBe(0);
  });

  it('a late failure report of an email sender is ignored if another sender has taken over the email', async () => {
    await queue('passed on');
    const late = await claimEmail(db, 120);
    await skipPauses();
    const { carrier } = recording(async () => {
      throw new Error('second');
    });
    await createSender({ db, carrier }).sendDue();
    if (late) await markFailed(db, late, 'first', null);
    expect(await readRow('passed on')).toMatchObject({ state: 'waiting', last_error: 'second' });
  });

  it('an email sender that is stopped finishes its current email and starts no further email', async () => {
    await queue('at hand');
    await queue('next');
    let arrive: () => void = () => {};
    const { carrier, taken } = recording(
      () =>
        new Promise<void>((resolve) => {
          arrive = resolve;
        }),
      1,
    );
    const sender = createSender({ db, carrier });
    const run = sender.sendDue();
    await expect.poll(() => taken).toEqual(['at hand']);
    let hasEnded = false;
    const ending = sender.end().then(() => {
      hasEnded = true;
    });
    await new Promise((resolve) => setImmediate(resolve));
    expect(hasEnded).toBe(false);
    arrive();
    await ending;
    expect(await run).toEqual({ sent: 1, failed: 0 });
    expect(taken).toEqual(['at hand']);
    expect((await readRow('next')).state).toBe('waiting');
  });

  it('the email sender delivers queued emails by SMTP and retries those that the mail server temporarily refuses', async () => {
    const server = await startSmtpServer();
    const carrier = smtpCarrier({ url: server.url, from: 'bookings@example.com' });
    const sender = createSender({ db, carrier });
    server.fail('RCPT', '450 later', 1);
    await queue('by smtp');
    expect(await sender.sendDue()).toEqual({ sent: 0, failed: 1 });
    expect((await readRow('by smtp')).last_error).toContain('450 later');
    await skipPauses();
    expect(await sender.sendDue()).toEqual({ sent: 1, failed: 0 });
    expect(server.received).toHaveLength(1);
    expect(await readRow('by smtp')).toMatchObject({ state: 'sent', last_error: null });
    await sender.end();
  });
});
