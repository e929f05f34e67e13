import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { startAcademyApp } from '../../../support/academy-content.ts';
import { createStudent, signIn, startTestApp } from '../../../support/server.ts';
import { contactForm } from '../form-samples.ts';
import { expectWithinDay, type Kind, measureGrowth, noise, type Sent, unlimited } from './hostile-day.ts';

const app = await startAcademyApp({ env: { ...unlimited, STAFF_EMAIL: 'desk@example.com' } });
const measure = (kind: Kind, count: number, make: (index: number) => Sent, expected?: number) =>
  measureGrowth(
    app,
    kind,
    Array.from({ length: count }, (_, index) => make(index)),
    expected,
  );

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
  it('enquiries, registrations, page visits, profile changes and refused calls from one IP address use at most 200 MB of disk space a day', {
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
        password: 'Compass#2026',
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
    // An error of one page does not matter: the rate limits count at least 40 KB for each sample, and a kind of call
    // that broke the limit would add 20 pages or more.
    const factors = {
      'page reports': await measure('repeatable', 400, () => page(8)),
      'long page reports': await measure('repeatable', 200, () => page(450)),
      'long enquiries': await measure('keyed', 100, () => contact(5000)),
      'short enquiries': await measure('keyed', 100, () => contact(10)),
      registrations: await measure('keyed', 25, register),
      'large profiles': await measure('keyed', 10, profile),
      'refused orders of a long cart': await measure('keyed', 100, outdatedOrder, 409),
      'calls without effect': await measure('keyed', 150, remove),
    };
    expectWithinDay(factors);
  });
});

describe('the allowance of an address', () => {
  it('an IP address that has used up its storage allowance gets 429 until the allowance refills, and other addresses do not', async () => {
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
    // Small page reports use up what is left of the allowance. A sign-in must then be refused, because it stores a
    // session and no other limit counts successful sign-ins.
    const visit = { user_id: null, page_url: '/', action: 'enter' };
    const report = () =>
      limited.call('POST', '/api/collect/user/activity/page', { body: visit, address: '203.0.113.1' });
    while ((await report()).status === 200);
    const student = await createStudent(limited.db, { password: 'Landfall#2026' });
    const claim = { identifier: student.email, field: 'email', user_id: student.id, type: 'student' };
    const enter = (address: string) =>
      limited.call('POST', '/api/auth/login', { body: { ...claim, password: 'Landfall#2026' }, address });
    expect((await enter('203.0.113.1')).body).toMatchObject({ code: 'RATE_LIMITED' });
    expect((await enter('203.0.113.2')).status).toBe(200);
    limited.clock.advance(2 * 3_600_000);
    expect((await send('203.0.113.1')).status).toBe(200);
  });
});
