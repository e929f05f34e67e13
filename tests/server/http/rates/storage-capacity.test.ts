import { randomBytes, randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { errorLengths } from '../../../../contract/telemetry.ts';
import { readEnv } from '../../../../server/env.ts';
import { startAcademyApp } from '../../../support/academy-content.ts';
import { createStudent, signIn, startTestApp } from '../../../support/server.ts';
import { contactForm } from '../form-samples.ts';

const megabyte = 1024 * 1024;
const defaults = readEnv({});
const limits = ['READ', 'WRITE', 'FORM', 'TELEMETRY', 'ORDER', 'LOOKUP', 'SIGN_IN'];
const app = await startAcademyApp({
  env: { ...Object.fromEntries(limits.map((name) => [`RATE_${name}`, '1000000'])), STAFF_EMAIL: 'desk@example.com' },
});

/**
 * What the default limits allow one address in a day: a full allowance at its start, which is refilled once.
 */
const allowance = 2 * defaults.RATE_WRITE * 128 * 1024;

/** Text that cannot be compressed, as somebody would send who wants to fill the disk. */
const noise = (length: number) => randomBytes(length).toString('base64').slice(0, length);

/**
 * Bytes of all tables, of their values stored apart and of their indexes. Without free space maps and visibility maps,
 * which autovacuum may create at any time: they are tiny beside large tables, but not beside those of a test.
 */
async function measureDatabase(): Promise<number> {
  const { rows } = await sql<{ bytes: number }>`
    select sum(pg_relation_size(oid, 'main'))::bigint as bytes from pg_class
    where relkind in ('r', 't', 'i') and relnamespace in ('public'::regnamespace, 'pg_toast'::regnamespace)`.execute(
    app.db,
  );
  return rows[0]?.bytes ?? 0;
}

type Sent = { method: 'POST' | 'PUT' | 'DELETE'; url: string; body: object; headers?: Record<string, string> };
/** The flat number of bytes that a call counts besides its body. */
const rowBytes = { keyed: 1024, repeatable: 256 };

/**
 * Makes calls one after another and returns the bytes by which the database grew for each byte that was counted. When
 * several connections wait to extend the same table, PostgreSQL adds many pages at once, which would be measured too.
 */
async function measureGrowth(
  kind: keyof typeof rowBytes,
  count: number,
  make: (index: number) => Sent,
  expected = 200,
): Promise<number> {
  let counted = 0;
  const before = await measureDatabase();
  for (let index = 0; index < count; index += 1) {
    const { method, url, body, headers = {} } = make(index);
    const key: Record<string, string> = kind === 'keyed' ? { 'idempotency-key': randomUUID() } : {};
    const { status } = await app.call(method, url, { body, headers: { ...headers, ...key } });
    expect(status).toBe(expected);
    counted += JSON.stringify(body).length + rowBytes[kind];
  }
  return ((await measureDatabase()) - before) / counted;
}

/** Adds every course that has an open batch to the student's cart. */
async function fillCart(headers: Record<string, string>): Promise<void> {
  const { rows } = await sql<{ course_id: number; batch_id: number }>`
    select course_id, min(b.id)::int as batch_id from batches b join courses c on c.id = course_id
    where c.is_active and b.status = 'open' and start_date > '2026-06-01' group by course_id`.execute(app.db);
  for (const batch of rows) await app.call('POST', '/api/cart/add', { body: { type: 'course', ...batch }, headers });
  const { text } = await app.call('GET', '/api/cart', { headers });
  expect(text.length).toBeGreaterThan(5000);
}

describe('a hostile day from one address', () => {
  it('everything that one IP address may send in a day adds at most 200 MB to the disk', {
    timeout: 120_000,
  }, async () => {
    const student = await createStudent(app.db);
    const headers = await signIn(app, student);
    const page = (length: number) => ({
      ...{ method: 'POST' as const, url: '/api/collect/user/activity/page' },
      body: { user_id: null, page_url: `/${noise(length)}`, action: 'enter' },
    });
    const contact = (length: number): Sent => ({
      ...{ method: 'POST', url: '/api/submissions/contact/add' },
      body: { formData: { ...contactForm, message: noise(length) } },
    });
    const register = (index: number): Sent => ({
      ...{ method: 'POST', url: '/api/users/student/add' },
      body: {
        ...{ first_name: noise(200), last_name: noise(200), email: `hostile.${index}@example.com`, dob: '2004-02-29' },
        ...{ mobile: String(9_300_000_000 + index), whatsapp_number: String(9_300_000_000 + index) },
        password: 'Landfall#2026',
      },
    });
    const profile = (index: number): Sent => {
      const entry = { position: noise(200), company: noise(200), period: noise(200), description: noise(2000) };
      const body = { city: String(index), experience: Array(50).fill(entry) };
      return { method: 'PUT', url: `/api/users/student/${student.id}`, body, headers };
    };
    const remove = (index: number): Sent => {
      const body = { item_type: 'course', course_id: index + 1 };
      return { method: 'DELETE', url: '/api/cart', body, headers };
    };
    const buyer = await createStudent(app.db);
    const buyerHeaders = await signIn(app, buyer);
    await fillCart(buyerHeaders);
    const outdatedOrder = (): Sent => ({
      ...{ method: 'POST', url: `/api/orders/create?id=${buyer.id}&redirect_url=http%3A%2F%2Flocalhost%2F` },
      ...{ body: { terms_version: 'outdated' }, headers: buyerHeaders },
    });
    // Each sample counts 40 KB or more: growth that breaks the limit adds 20 pages to it, so one page more does not matter.
    const factors = {
      'page reports': await measureGrowth('repeatable', 400, () => page(8)),
      'long page reports': await measureGrowth('repeatable', 200, () => page(450)),
      'long enquiries': await measureGrowth('keyed', 100, () => contact(5000)),
      'short enquiries': await measureGrowth('keyed', 100, () => contact(10)),
      registrations: await measureGrowth('keyed', 25, register),
      'large profiles': await measureGrowth('keyed', 10, profile),
      'refused orders of a long cart': await measureGrowth('keyed', 100, outdatedOrder, 409),
      'calls without effect': await measureGrowth('keyed', 150, remove),
    };
    // Sizes grow by pages of 8 KB and index splits, so small factors are rounded up generously.
    const worst = Math.max(...Object.values(factors));
    const calls = worst * allowance;
    const uploads = defaults.DAILY_UPLOAD_MB * megabyte;
    // A group has the longest texts, whose characters have up to three bytes, and a stack of 2 KB; then its index.
    const { name, message, release, agent, address } = errorLengths;
    const errors = 1000 * (3 * (2 * name + message + release + agent + address) + 2048 + 300);
    const inMegabytes = (bytes: number) => Math.ceil(bytes / megabyte);
    const plan = { calls: inMegabytes(calls), uploads: inMegabytes(uploads), errors: inMegabytes(errors) };
    console.log('bytes stored for each counted byte:', factors, 'MB a day:', plan);
    expect(calls + uploads + errors).toBeLessThanOrEqual(200 * megabyte);
  });
});

describe('the allowance of an address', () => {
  it('an IP address that has used up its storage allowance is refused until the allowance is refilled, unlike others', async () => {
    const limited = await startTestApp({ env: { RATE_WRITE: '1', RATE_FORM: '1000' } });
    const send = (address: string) =>
      limited.call('POST', '/api/submissions/contact/add', {
        ...{ body: { formData: { ...contactForm, message: noise(5000) } }, address },
      });
    const statuses: number[] = [];
    for (let sent = 0; sent < 30; sent++) statuses.push((await send('203.0.113.1')).status);
    expect(statuses.slice(0, 20)).toEqual(Array(20).fill(200));
    const refused = await send('203.0.113.1');
    expect([refused.status, refused.body]).toMatchObject([429, { code: 'RATE_LIMITED' }]);
    expect(refused.headers).toHaveProperty('retry-after');
    expect((await send('203.0.113.2')).status).toBe(200);
    limited.clock.advance(3_600_000);
    expect((await send('203.0.113.1')).status).toBe(200);
  });
});
