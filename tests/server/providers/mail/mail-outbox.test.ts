import { expect, it } from 'vitest';
import { outboxMail } from '../../../../server/providers/mail/mail-outbox.ts';
import { fakeClock } from '../../../support/clock.ts';
import { createTestDatabase } from '../../../support/database.ts';

const { db } = await createTestDatabase();
const mail = outboxMail({ clock: fakeClock(), siteUrl: 'https://site.example' });

it('the mail outbox queues one email for each deduplication key and removes line breaks from names and subjects', async () => {
  const email = {
    dedupeKey: 'one',
    to: 'asha@example.com\r\n',
    toName: 'Asha\r\nBcc: evil@example.com\u0007 Nair',
    subject: 'Booked\n\nX-Evil: yes',
    text: 'Two\nlines.',
  };
  await mail.queue(db, email);
  await mail.queue(db, { ...email, text: 'Another.' });
  const rows = await db.selectFrom('mail_outbox').selectAll().execute();
  expect(rows).toHaveLength(1);
  expect(rows[0]).toMatchObject({
    recipient: 'asha@example.com',
    recipient_name: 'Asha Bcc: evil@example.com Nair',
    subject: 'Booked X-Evil: yes',
    body: 'Two\nlines.',
    state: 'waiting',
    attempts: 0,
  });
});
