import { sql } from 'kysely';
import { expect, onTestFinished, test } from 'vitest';
import { openDatabase } from '../../../server/db/connection/client.ts';
import { createMetrics } from '../../../server/metrics/metrics.ts';
import { serveMetrics } from '../../../server/metrics/metrics-server.ts';
import { createStudent, signIn, startTestApp } from '../../support/server.ts';
import { parseMetrics } from './parse-metrics.ts';

const app = await startTestApp({ env: { METRICS_PORT: '0' } });

/** The values of the metrics by name and labels, as Prometheus reads them. */
async function readMetrics(metrics = app.metrics): Promise<Record<string, number>> {
  return parseMetrics((await metrics?.read()) ?? '');
}

test('a server without METRICS_PORT has no metrics', async () => {
  const other = await startTestApp();
  expect(other.metrics).toBeNull();
});

test('the metrics count requests by route pattern and status, without ids or search terms in the labels', async () => {
  await app.call('GET', '/api/course?search=secret-term');
  await app.call('GET', '/api/files/5f0c6a1e-0000-4000-8000-000000000000');
  await app.call('GET', '/no/such/page');
  const metrics = await readMetrics();
  expect(metrics['landfall_http_requests_total{method="GET",route="/api/course",status="200"}']).toBe(1);
  expect(metrics['landfall_http_requests_total{method="GET",route="/api/files/:id",status="401"}']).toBe(1);
  expect(metrics['landfall_http_requests_total{method="GET",route="unmatched",status="404"}']).toBe(1);
  expect(metrics['landfall_http_request_duration_seconds_count{method="GET",route="/api/course"}']).toBe(1);
  expect(Object.keys(metrics).join('\n')).not.toMatch(/secret-term|5f0c6a1e/);
});

const reportedError = {
  source: 'page',
  name: 'TypeError',
  message: 'x is undefined',
  release: 'test',
  timestamp: '2026-03-10T06:30:00.000Z',
  userAgent: 'Browser',
  urlLocation: '/',
};

test('the metrics count the errors that browsers report', async () => {
  const { status } = await app.call('POST', '/api/collect/error/client-error-log', { body: reportedError });
  expect(status).toBe(200);
  expect((await readMetrics()).landfall_client_errors_total).toBe(1);
});

test('the metrics contain the numbers of orders, emails, push messages and overdue payment checks in the database', async () => {
  const { id } = await createStudent(app.db);
  await signIn(app, { id });
  await sql`with device as (
      insert into push_subscriptions (student_id, session_id, endpoint, p256dh, auth, device)
      select student_id, id, 'https://push.example.com/1', 'p', 'a', 'Firefox' from sessions where student_id = ${id}
      returning id
    )
    insert into push_outbox (dedupe_key, subscription_id, kind, tag, content, expires_at, created_at)
    select 'a', id, 'seat', 'a', '{}', now(), now() - interval '3 minutes' from device`.execute(app.db);
  await sql`insert into orders (id, student_id, state, subtotal_paise, discount_paise, total_paise, terms_version,
    terms_accepted_at) values ('LF-2026-000001', ${id}, 'awaiting_payment', 100, 0, 100, '1', now())`.execute(app.db);
  await sql`insert into payment_attempts (id, order_id, number, provider, provider_order_id, state, amount_paise,
    expires_at, next_check_at) values ('LF-2026-000001-1', 'LF-2026-000001', 1, 'sandbox', 'LF-2026-000001-1', 'open',
    100, now(), now() - interval '90 seconds')`.execute(app.db);
  // This payment attempt is not overdue, because the server checks no payments at a former payment provider.
  await sql`insert into payment_attempts (id, order_id, number, provider, provider_order_id, state, amount_paise,
    expires_at, next_check_at) values ('LF-2026-000001-2', 'LF-2026-000001', 2, 'former', 'LF-2026-000001-2', 'open',
    100, now(), now() - interval '1 day')`.execute(app.db);
  await sql`insert into mail_outbox (dedupe_key, recipient, subject, body, created_at)
    values ('a', 'joy@example.com', 's', 'b', now() - interval '2 minutes')`.execute(app.db);
  app.clock.advance(15_000);
  const metrics = await readMetrics();
  expect(metrics['landfall_orders{state="awaiting_payment"}']).toBe(1);
  expect(metrics['landfall_mail{state="waiting"}']).toBe(1);
  expect(metrics['landfall_mail{state="dead"}']).toBe(0);
  expect(metrics.landfall_mail_oldest_seconds).toBeGreaterThanOrEqual(120);
  expect(metrics['landfall_push{state="waiting"}']).toBe(1);
  expect(metrics.landfall_push_oldest_seconds).toBeGreaterThanOrEqual(180);
  expect(metrics.landfall_payment_checks_due).toBe(1);
  expect(metrics.landfall_payment_check_lag_seconds).toBeGreaterThanOrEqual(90);
  expect(metrics.landfall_payment_check_lag_seconds).toBeLessThan(3600);
  expect(metrics['landfall_queue_length{queue="orders"}']).toBe(0);
  expect(metrics['landfall_queue_length{queue="cart"}']).toBe(0);
  expect(metrics.landfall_database_up).toBe(1);
});

test('a request for the metrics returns the current length of each queue of the server', async () => {
  let pages = 2;
  app.metrics?.observeQueue('pages', () => pages);
  expect((await readMetrics())['landfall_queue_length{queue="pages"}']).toBe(2);
  pages = 0;
  expect((await readMetrics())['landfall_queue_length{queue="pages"}']).toBe(0);
});

test('while the database is down, the metrics report the outage and still contain all values that need no database', async () => {
  const db = openDatabase('postgres://landfall@127.0.0.1:9/landfall');
  onTestFinished(() => db.destroy());
  const poolStatus = () => ({ open: 3, idle: 1, waiting: 7 });
  const metrics = await readMetrics(createMetrics({ db, clock: app.clock, poolStatus, paymentProvider: 'sandbox' }));
  expect(metrics.landfall_database_up).toBe(0);
  expect(metrics.landfall_mail_oldest_seconds).toBeNaN();
  expect(metrics['landfall_database_pool{state="waiting"}']).toBe(7);
  expect(metrics).toHaveProperty('nodejs_eventloop_lag_seconds');
});

test('the metrics are served on a separate port, on which the path / returns 404', async () => {
  if (!app.metrics) throw new Error('no metrics');
  const { address, close } = await serveMetrics(app.metrics, { host: '127.0.0.1', port: 0 });
  onTestFinished(close);
  const response = await fetch(address);
  expect(response.headers.get('content-type')).toContain('text/plain');
  expect(await response.text()).toContain('landfall_http_requests_total');
  expect((await fetch(address.replace('/metrics', '/'))).status).toBe(404);
});
