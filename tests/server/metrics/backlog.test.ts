import { sql } from 'kysely';
import { expect, onTestFinished, test } from 'vitest';
import { seedHistory } from '../../../bench/server/order-history.ts';
import { openDatabase } from '../../../server/db/connection/client.ts';
import { createMetrics } from '../../../server/metrics/metrics.ts';
import { rowsReadBy } from '../../support/rows-read.ts';
import { createStudent, signIn } from '../../support/server.ts';
import { openAcademy } from '../booking/academy.ts';

const academy = await openAcademy({}, { max: 1 });
const { db, clock } = academy;

test('the queries for the metrics read almost no rows of paid orders, settled refunds, sent emails and sent push messages', async () => {
  await sql`insert into students (first_name, last_name, mobile)
    select 'Cadet' || n, 'Other', '98' || lpad(n::text, 8, '0') from generate_series(1, 3000) n`.execute(db);
  const student = await createStudent(db);
  await signIn({ db, clock }, student);
  await sql`insert into push_subscriptions (student_id, session_id, endpoint, p256dh, auth, device)
    select student_id, id, 'https://push.example.com/1', 'p', 'a', 'Firefox' from sessions`.execute(db);
  await sql`insert into push_outbox (dedupe_key, subscription_id, kind, tag, state, sent_at, expires_at)
    select n, s.id, 'seat', 'a', 'sent', now(), now() from push_subscriptions s, generate_series(1, 3000) n`.execute(
    db,
  );
  await seedHistory(db, sql`select id from students`, 1);
  await sql`insert into refunds (id, order_id, attempt_id, provider, payment_id, amount_paise, reason, state, next_try_at)
    select a.id, a.order_id, a.id, p.provider, p.payment_id, p.amount_paise, 'r', 'settled', null
    from provider_payments p join payment_attempts a on a.id = p.attempt_id`.execute(db);
  await sql`vacuum analyze`.execute(db);
  const metrics = createMetrics({ db, clock, poolStatus: undefined, paymentProvider: 'sandbox' });
  const read = await rowsReadBy(db, () => metrics.read());
  for (const [table, rows] of Object.entries(read)) expect(rows, table).toBeLessThan(10);
});

test('if the queries for the metrics time out, the metrics still report the database as up', async () => {
  const text = await db.transaction().execute(async (tx) => {
    await sql`lock table mail_outbox in access exclusive mode`.execute(tx);
    const other = openDatabase(academy.url, { lockTimeoutMs: 1 });
    onTestFinished(() => other.destroy());
    return createMetrics({ db: other, clock, poolStatus: undefined, paymentProvider: 'sandbox' }).read();
  });
  expect(text).toContain('\nlandfall_database_up 1\n');
  expect(text).toContain('\nlandfall_mail_oldest_seconds Nan\n');
});
