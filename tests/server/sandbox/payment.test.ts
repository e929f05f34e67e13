import { describe, expect, it } from 'vitest';
import { statementsOf } from '../../support/statements.ts';
import { openAcademy } from '../booking/academy.ts';
import { batches } from '../booking/academy-seed.ts';
import { addFire, addSea, placeOrder, pressPaymentButton } from '../orders/ordering.ts';

const academy = await openAcademy();
const { db, enrol, visit, app } = academy;

await db
  .insertInto('cms_documents')
  .values({ key: 'brand', body: JSON.stringify({ name: 'Landfall <Maritime> Academy' }) })
  .execute();

async function openPage() {
  const student = await enrol();
  await addSea(student, batches.fireOpen, batches.radarOpen);
  const created = await placeOrder(student);
  return { created, page: await visit(new URL(created.checkout_url).pathname) };
}

describe('the sandbox payment page', () => {
  it('the sandbox payment page shows the academy, the order and the amount and has no script', async () => {
    const { created, page } = await openPage();
    expect(page.statusCode).toBe(200);
    expect(page.headers['content-type']).toContain('text/html');
    expect(page.headers['cache-control']).toBe('no-store');
    expect(page.headers['content-security-policy']).toMatch(/default-src 'none'; img-src 'self'; style-src 'sha256-/);
    expect(page.body).toContain('Landfall &lt;Maritime&gt; Academy');
    expect(page.body).toContain(`Order ${created.order_id}<`);
    expect(page.body).toContain('₹13,500.00');
    expect(page.body).not.toContain('<script');
    for (const label of ['Pay', 'Decline', 'Leave pending', 'Pay without returning'])
      expect(page.body).toContain(`>${label}</button>`);
  });

  it('the sandbox payment page ignores a second decision about a payment and links back to the site', async () => {
    const { created } = await openPage();
    await pressPaymentButton(academy, created, 'decline');
    await pressPaymentButton(academy, created, 'pay');
    const page = await visit(`/sandbox/pay/${created.data}`);
    expect(page.body).toContain('This payment was declined. Nothing was charged.');
    expect(page.body).toContain(`/course-booking/checkout/confirmation/${created.attempt_id}`);
    expect(page.body).not.toContain('<form');
  });

  it('a sandbox payment left pending can be paid later', async () => {
    const { created } = await openPage();
    await pressPaymentButton(academy, created, 'pending');
    expect((await visit(`/sandbox/pay/${created.data}`)).body).toContain('still pending');
    expect((await pressPaymentButton(academy, created, 'pay')).statusCode).toBe(303);
    expect((await visit(`/sandbox/pay/${created.data}`)).body).toContain('This payment is complete.');
  });

  it('simultaneous decisions about sandbox payments share SQL statements, and each student returns to their own order', async () => {
    const orders: Awaited<ReturnType<typeof openPage>>['created'][] = [];
    for (let count = 0; count < 4; count++) orders.push((await openPage()).created);
    const targets: string[] = [];
    const statements = await statementsOf(async () => {
      const pressed = await Promise.all(
        orders.map((order, index) => pressPaymentButton(academy, order, index === 0 ? 'decline' : 'pay')),
      );
      targets.push(...pressed.map(({ headers }) => headers.location ?? ''));
    });
    expect(statements.filter((text) => text === 'update sandbox_payments').length).toBeLessThan(orders.length);
    for (const [index, { attempt_id }] of orders.entries()) expect(targets[index]).toContain(attempt_id);
    const ids = orders.map(({ attempt_id }) => attempt_id);
    const stored = await db
      .selectFrom('sandbox_payments as p')
      .innerJoin('payment_attempts as a', 'a.provider_order_id', 'p.provider_order_id')
      .select('p.state')
      .where('a.id', 'in', ids)
      .orderBy('a.id')
      .execute();
    expect(stored.map(({ state }) => state)).toEqual(['declined', 'paid', 'paid', 'paid']);
  });

  it('the sandbox payment page accepts forms from its own origin only', async () => {
    const student = await enrol();
    await addFire(student);
    const { data } = await placeOrder(student);
    const send = (headers: Record<string, string>) =>
      app.server.inject({ method: 'POST', url: `/sandbox/pay/${data}/pay`, headers });
    expect((await send({ 'sec-fetch-site': 'cross-site' })).statusCode).toBe(403);
    expect((await send({ origin: 'https://evil.example' })).statusCode).toBe(403);
    expect((await send({ origin: 'null' })).statusCode).toBe(403);
    expect((await visit(`/sandbox/pay/${data}`)).body).toContain('<form');
    expect((await send({ host: 'localhost:3000', origin: 'http://localhost:3000' })).statusCode).toBe(303);
  });

  it('the sandbox payment page returns 404 for an unknown payment session and for an unknown decision', async () => {
    expect((await visit('/sandbox/pay/short')).statusCode).toBe(404);
    expect((await visit(`/sandbox/pay/${'a'.repeat(32)}`)).statusCode).toBe(404);
    const { created } = await openPage();
    const wrong = await app.server.inject({ method: 'POST', url: `/sandbox/pay/${created.data}/steal` });
    expect(wrong.statusCode).toBe(404);
  });
});
