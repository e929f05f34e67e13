import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { sql } from 'kysely';
import { expect, it, onTestFinished } from 'vitest';
import { createSender } from '../../../server/mail/sender.ts';
import { outboxMail } from '../../../server/providers/mail/mail-outbox.ts';
import { smtpCarrier } from '../../../server/providers/mail/smtp-carrier.ts';
import { fakeClock } from '../../support/clock.ts';
import { createTestDatabase } from '../../support/database.ts';
import { startSmtpServer } from '../providers/mail/smtp-server.ts';

const { db, url } = await createTestDatabase();
const from = 'bookings@example.com';
const server = join(import.meta.dirname, '../../../server');

const program = `
import { openDatabase } from ${JSON.stringify(join(server, 'db/connection/client.ts'))};
import { createSender } from ${JSON.stringify(join(server, 'mail/sender.ts'))};
import { smtpCarrier } from ${JSON.stringify(join(server, 'providers/mail/smtp-carrier.ts'))};
const [database, smtp] = process.argv.slice(1);
const carrier = smtpCarrier({ url: smtp, from: '${from}' });
await createSender({ db: openDatabase(database, { max: 2 }), carrier }).sendDue();`;

it('if the sending process is killed before the mail server confirms an email, the email is sent again with the same content', async () => {
  const smtp = await startSmtpServer();
  const mail = outboxMail({ clock: fakeClock(), siteUrl: 'https://site.example' });
  await mail.queue(db, { dedupeKey: 'killed', to: 'asha@example.com', subject: 'Booked', text: 'Paid: ₹1.00' });
  smtp.fail('content', 'hang');
  const child = spawn(process.execPath, ['--input-type=module', '--eval', program, url, smtp.url], {
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  await expect.poll(() => smtp.received.length, { timeout: 20_000 }).toBe(1);
  child.kill('SIGKILL');
  await once(child, 'exit');

  smtp.heal();
  const sender = createSender({ db, carrier: smtpCarrier({ url: smtp.url, from }) });
  expect(await sender.sendDue()).toEqual({ sent: 0, failed: 0 });
  await sql`update mail_outbox set next_at = now()`.execute(db);
  expect(await sender.sendDue()).toEqual({ sent: 1, failed: 0 });
  await sender.end();
  expect(smtp.received).toHaveLength(2);
  expect(smtp.received[1]?.content).toBe(smtp.received[0]?.content);
  const row = await db.selectFrom('mail_outbox').select(['state', 'attempts']).executeTakeFirst();
  expect(row).toEqual({ state: 'sent', attempts: 2 });
}, 30_000);
