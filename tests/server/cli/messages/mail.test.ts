import { sql } from 'kysely';
import { beforeEach, expect, it } from 'vitest';
import { systemClock } from '../../../../server/http/clock.ts';
import { createSender } from '../../../../server/mail/sender.ts';
import { outboxMail } from '../../../../server/providers/mail/mail-outbox.ts';
import { sandboxCarrier } from '../../../../server/providers/mail/sandbox-carrier.ts';
import { createTestDatabase } from '../../../support/database.ts';
import { countAudit, readAudit, readReadings, staffOf } from '../staff.ts';

const { db, url } = await createTestDatabase();
const landfall = staffOf(url);
const mail = outboxMail({ clock: systemClock, siteUrl: 'https://site.example' });

beforeEach(() => db.deleteFrom('mail_outbox').execute());

/** Queues an email whose last attempt has failed. Returns its id. */
async function queueDead(dedupeKey: string, to = 'asha@example.com'): Promise<number> {
  await mail.queue(db, { dedupeKey, to, subject: 'Your booking', text: `The secret of ${dedupeKey}.` });
  const { id } = await db
    .updateTable('mail_outbox')
    .set({ state: 'dead', attempts: 12, last_error: '550 no such mailbox' })
    .where('dedupe_key', '=', dedupeKey)
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}
const stateOf = async (id: number) =>
  db.selectFrom('mail_outbox').select(['state', 'attempts']).where('id', '=', id).executeTakeFirst();

it('“landfall mail list” shows undelivered emails with the reason of the failure, but without their content', async () => {
  expect((await landfall('mail', 'list')).out).toBe('no undelivered emails\n');
  const id = await queueDead('order-completed:LF-1', 'a\u202eb@example.com');
  await mail.queue(db, { dedupeKey: 'order-completed:LF-2', to: 'b@example.com', subject: 'Other', text: 'x' });
  const { code, out } = await landfall('mail', 'list');
  expect(code).toBe(0);
  const [head, line, ...others] = out.trimEnd().split('\n');
  expect(head).toMatch(/^ *id +state +tries +since +to +subject +cause +last error$/);
  expect(line).toContain(`${id}  dead `);
  expect(line).toContain('a\\u202eb@example.com');
  expect(line).toMatch(/Your booking +order-completed:LF-1 +550 no such mailbox$/);
  expect(out).not.toContain('secret');
  expect(others).toEqual([]);
  expect((await landfall('mail', 'list', '--state', 'waiting')).out).toContain('order-completed:LF-2');
  expect((await landfall('mail', 'list', '--state', 'lost')).code).toBe(2);
  expect((await readReadings(db)).at(-1)).toMatchObject({
    actor: 'Priya (accounts)',
    command: 'mail list',
    arguments: { state: 'waiting' },
  });
});

it('“landfall mail retry” queues a failed email again and adds an audit entry, and a second retry changes nothing', async () => {
  const id = await queueDead('order-completed:LF-3');
  const dry = await landfall('mail', 'retry', String(id), '--dry-run');
  expect(dry.out).toContain(`email ${id} to asha@example.com: Your booking: queued to be sent again`);
  expect(await stateOf(id)).toEqual({ state: 'dead', attempts: 12 });
  expect(await countAudit(db)).toBe(0);
  expect((await landfall('mail', 'retry', String(id))).code).toBe(0);
  expect(await stateOf(id)).toEqual({ state: 'waiting', attempts: 0 });
  expect(await readAudit(db)).toMatchObject([
    {
      command: 'mail retry',
      arguments: { id },
      before: [{ id, state: 'dead', attempts: 12 }],
      after: [{ id, state: 'waiting', attempts: 0 }],
    },
  ]);
  expect((await landfall('mail', 'retry', String(id))).out).toBe('done already: no email to send again\n');
  expect(await countAudit(db)).toBe(1);
  expect(await createSender({ db, carrier: sandboxCarrier({ db }) }).sendDue()).toEqual({ sent: 1, failed: 0 });
});

it('the audit log records a read for “landfall mail retry all --dry-run”, which prints every recipient and subject', async () => {
  const id = await queueDead('a:0');
  const [changes, reads] = [await countAudit(db), await readReadings(db)];
  const { out } = await landfall('mail', 'retry', 'all', '--dry-run');
  expect(out).toContain(`email ${id} to asha@example.com: Your booking`);
  expect((await readReadings(db)).slice(reads.length)).toEqual([
    {
      actor: 'Priya (accounts)',
      command: 'mail retry',
      arguments: { id: null, 'dry-run': true },
      before: null,
      after: null,
    },
  ]);
  await landfall('mail', 'retry', String(id));
  expect(await countAudit(db)).toBe(changes + 1);
  expect(await readReadings(db)).toHaveLength(reads.length + 1);
});

it('“landfall mail retry all” queues every failed email again, except those whose password link has expired', async () => {
  const [one, two, link] = [await queueDead('a:1'), await queueDead('a:2'), await queueDead('password-reset:1')];
  const fresh = await queueDead('password-reset:2');
  await sql`update mail_outbox set created_at = now() - interval '31 minutes' where id = ${link}`.execute(db);
  const { code, out } = await landfall('mail', 'retry', 'all');
  expect(code).toBe(0);
  expect(out).toContain(`email ${link} to asha@example.com: Your booking: skipped, it is out of date`);
  for (const id of [one, two, fresh]) expect((await stateOf(id))?.state).toBe('waiting');
  expect((await stateOf(link))?.state).toBe('dead');
  const alone = await landfall('mail', 'retry', String(link));
  expect(alone).toMatchObject({
    code: 1,
    err: `what email ${link} says, or its link, is out of date\n`,
  });
});

it('“landfall mail retry” refuses a delivered email, an unknown email and an argument that is not a number', async () => {
  const id = await queueDead('a:3');
  await sql`update mail_outbox set state = 'sent', sent_at = now(), body = '' where id = ${id}`.execute(db);
  expect((await landfall('mail', 'retry', String(id))).err).toBe(
    `email ${id} was delivered; its text is no longer stored\n`,
  );
  expect((await landfall('mail', 'retry', '999999')).err).toBe('there is no email 999999\n');
  const wrong = await landfall('mail', 'retry', 'some');
  expect(wrong.code).toBe(2);
  expect(wrong.err).toContain("must be an email's id, or the word all");
});
