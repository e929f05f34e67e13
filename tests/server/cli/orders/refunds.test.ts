import { sql } from 'kysely';
import { beforeAll, expect, it } from 'vitest';
import { openAcademy } from '../../booking/academy.ts';
import {
  addFire,
  type Created,
  expireHolds,
  placeOrder,
  pressPaymentButton,
  recheckOrder,
} from '../../orders/ordering.ts';
import { countAudit, readAudit, readReadings, staffOf } from '../staff.ts';

const academy = await openAcademy();
const { db, url, enrol } = academy;
const landfall = staffOf(url);
const settle = (orderId: string, reference: string, ...more: string[]) =>
  landfall('refunds', 'settle', orderId, '--reference', reference, ...more);

let due: Created;

/** Creates an order that was paid after its batch had closed, so that a refund is due. */
async function payForNothing(): Promise<Created> {
  const student = await enrol({ first_name: 'Ro,y' });
  await addFire(student);
  const created = await placeOrder(student);
  await expireHolds(academy, created.order_id);
  await sql`delete from seat_claims where order_id = ${created.order_id}`.execute(db);
  await sql`update batches set taken = taken - 1 where id = 1`.execute(db);
  await sql`update batches set status = 'closed' where id = 1`.execute(db);
  await pressPaymentButton(academy, created, 'pay');
  await recheckOrder(student, created.attempt_id);
  await sql`update batches set status = 'open' where id = 1`.execute(db);
  return created;
}

const fail = (orderId: string) =>
  sql`update refunds set state = 'failed', next_try_at = null where order_id = ${orderId}`.execute(db);
const stateOf = async (orderId: string) =>
  (await db.selectFrom('orders').select('state').where('id', '=', orderId).executeTakeFirstOrThrow()).state;
const ledgerOf = (orderId: string) =>
  db
    .selectFrom('ledger_entries')
    .select(['account', 'amount_paise', 'source'])
    .where('order_id', '=', orderId)
    .orderBy('id')
    .execute();

beforeAll(async () => {
  due = await payForNothing();
});

it('“landfall refunds list” shows the refunds that are still to be paid', async () => {
  const { code, out } = await landfall('refunds', 'list');
  expect(code).toBe(0);
  const [head, line, ...others] = out.trimEnd().split('\n');
  expect(head).toMatch(/^order +refund +state +rupees +since +provider +payment +reference +why +student +contact$/);
  expect(line).toMatch(
    new RegExp(`^${due.order_id} .+ requested +5500\\.50 .+ seats gone +Ro,y Nair +\\S+@example\\.com$`),
  );
  expect(others).toEqual([]);
  expect((await landfall('refunds', 'list', '--state', 'settled')).out).toBe('no refunds settled\n');
  expect((await landfall('refunds', 'list', '--state', 'lost')).code).toBe(2);
  expect((await readReadings(db)).at(-1)).toMatchObject({
    actor: 'Priya (accounts)',
    command: 'refunds list',
    arguments: { state: 'settled' },
  });
});

it('“landfall refunds settle” refuses a refund that the payment provider may still pay', async () => {
  const { code, err } = await settle(due.order_id, 'NEFT-1');
  expect(code).toBe(1);
  expect(err).toContain('only a refund that failed is settled by hand, or it would be paid twice');
  expect(await stateOf(due.order_id)).toBe('refund_due');
  expect(await countAudit(db)).toBe(0);
});

it('“landfall refunds settle” marks a failed refund as settled, and records this once in the ledger and in the audit log', async () => {
  await fail(due.order_id);
  const before = await ledgerOf(due.order_id);
  const dry = await settle(due.order_id, 'NEFT-1', '--dry-run');
  expect(dry.out).toContain(`order ${due.order_id}: refund_due before, refunded now`);
  expect(await stateOf(due.order_id)).toBe('refund_due');
  expect(await ledgerOf(due.order_id)).toEqual(before);
  expect(await countAudit(db)).toBe(0);

  const { code, out } = await settle(due.order_id, 'NEFT-1');
  expect(code).toBe(0);
  expect(out).toContain("5500.50 rupees settled by 'NEFT-1'");
  expect(await stateOf(due.order_id)).toBe('refunded');
  const posted = (await ledgerOf(due.order_id)).slice(before.length);
  expect(posted).toMatchObject([
    { account: 'refunds_payable', amount_paise: 550_050 },
    { account: 'office', amount_paise: -550_050 },
  ]);
  const refund = await db
    .selectFrom('refunds')
    .selectAll()
    .where('order_id', '=', due.order_id)
    .executeTakeFirstOrThrow();
  expect(refund).toMatchObject({ state: 'settled', provider_ref: 'NEFT-1' });
  expect(await readAudit(db)).toMatchObject([
    {
      command: 'refunds settle',
      arguments: { order_id: due.order_id, reference: 'NEFT-1' },
      before: { order_id: due.order_id, state: 'refund_due', refunds: [{ id: refund.id, state: 'failed' }] },
      after: { state: 'refunded', refunds: [{ id: refund.id, state: 'settled', provider_ref: 'NEFT-1' }] },
    },
  ]);
  const again = await settle(due.order_id, 'NEFT-1');
  expect(again).toMatchObject({ code: 0, err: '' });
  expect(again.out).toMatch(/^done already: .+ is refunded\n$/);
  expect(await ledgerOf(due.order_id)).toHaveLength(before.length + 2);
  expect(await countAudit(db)).toBe(1);
});

it('running “landfall refunds settle” three times at once settles the refund only once', async () => {
  const other = await payForNothing();
  await fail(other.order_id);
  const ended = await Promise.all(['NEFT-2', 'NEFT-3', 'NEFT-4'].map((reference) => settle(other.order_id, reference)));
  expect(ended.map(({ code }) => code)).toEqual([0, 0, 0]);
  expect(ended.filter(({ out }) => out.includes('settled by'))).toHaveLength(1);
  const paid = (await ledgerOf(other.order_id)).filter(({ source }) => source.startsWith('refund:'));
  expect(paid).toHaveLength(2);
  expect((await landfall('refunds', 'list')).out).toBe('no refunds to be settled\n');
});

it('“landfall refunds settle” refuses an order without a refund, an unknown order and a missing reference', async () => {
  const student = await enrol();
  await addFire(student);
  const created = await placeOrder(student);
  expect((await settle(created.order_id, 'X')).err).toBe(`order ${created.order_id} has no refunds\n`);
  expect((await settle('LF-1', 'X')).err).toBe("there is no order 'LF-1'\n");
  expect((await landfall('refunds', 'settle', created.order_id)).err).toContain('--reference: is missing');
});
