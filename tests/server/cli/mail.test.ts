import { sql } from 'kysely';
import { beforeEach, expect, it } from 'vitest';
import { createSender } from '../../../server/mail/sender.ts';
import { systemClock } from '../../../server/providers/clock.ts';
import { outboxMail } from '../../../server/providers/mail-outbox.ts';
import { sandboxCarrier } from '../../../server/providers/mail-sandbox.ts';
import { createTestDatabase } from '../../support/database.ts';
import { countAudit, readAudit, staffOf } from './staff.ts';

const { db, url } = await createTestDatabase();
const landfall = staffOf(url);
const mail = outboxMail({ clock: systemClock, siteUrl: 'https://site.example' });

beforeEach(() => db.deleteFrom('mail_outbox').execute());

/** A letter that was tried in vain for the last time; answers its number. */
async function givenUp(dedupeKey: string, to = 'asha@example.com'): Promise<number> {
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

it('lists what was given up, why, and nothing that it says', async () => {
  expect((await landfall('mail', 'list')).out).toBe('no mail was given up\n');
  const id = await givenUp('order-completed:LF-1', 'a\u202eb@example.com');
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
});

it('sends one again, with an audit row, and says so when it is done already', async () => {
  const id = await givenUp('order-completed:LF-3');
  const dry = await landfall('mail', 'retry', String(id), '--dry-run');
  expect(dry.out).toContain(`mail ${id} to asha@example.com: Your booking: waits to be sent again`);
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
  expect((await landfall('mail', 'retry', String(id))).out).toBe('done already: no mail to send again\n');
  expect(await countAudit(db)).toBe(1);
  expect(await createSender({ db, carrier: sandboxCarrier({ db }) }).sendDue()).toEqual({ sent: 1, failed: 0 });
});

it('sends all again but password links that have run out', async () => {
  const [one, two, link] = [await givenUp('a:1'), await givenUp('a:2'), await givenUp('password-reset:1')];
  const fresh = await givenUp('password-reset:2');
  await sql`update mail_outbox set created_at = now() - interval '31 minutes' where id = ${link}`.execute(db);
  const { code, out } = await landfall('mail', 'retry', 'all');
  expect(code).toBe(0);
  expect(out).toContain(`mail ${link} to asha@example.com: Your booking: left, its link has run out`);
  for (const id of [one, two, fresh]) expect((await stateOf(id))?.state).toBe('waiting');
  expect((await stateOf(link))?.state).toBe('dead');
  const alone = await landfall('mail', 'retry', String(link));
  expect(alone).toMatchObject({
    code: 1,
    err: `the link in mail ${link} has run out: the student must ask for a new one\n`,
  });
});

it('refuses what was delivered, what is not there, and what is no number', async () => {
  const id = await givenUp('a:3');
  await sql`update mail_outbox set state = 'sent', sent_at = now(), body = '' where id = ${id}`.execute(db);
  expect((await landfall('mail', 'retry', String(id))).err).toBe(
    `mail ${id} was delivered; what it said is no longer kept\n`,
  );
  expect((await landfall('mail', 'retry', '999999')).err).toBe('there is no mail 999999\n');
  const wrong = await landfall('mail', 'retry', 'some');
  expect(wrong.code).toBe(2);
  expect(wrong.err).toContain("must be a mail's number, or the word all");
});
