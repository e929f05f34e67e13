import { beforeEach, describe, expect, it } from 'vitest';
import type { StaffPendingPayment, StaffRefund } from '../../../../contract/staff/order-money.ts';
import { openAcademy } from '../../booking/academy.ts';
import { batches } from '../../booking/academy-seed.ts';
import { bookOrder, cancel } from '../changes/booked-order.ts';
import { orderFire, pressPaymentButton, recheckOrder } from '../ordering.ts';
import { openConsole, reason } from './staff-calls.ts';

const academy = await openAcademy();
const { db } = academy;
const accounts = await openConsole(academy, 'accounts');

beforeEach(async () => {
  await db.deleteFrom('refund_transitions').execute();
  await db.deleteFrom('refunds').execute();
});

/** Books and cancels an order. Returns the id of the order and of its refund. */
async function refundOrder() {
  const { orderId, student } = await bookOrder(academy, { fire: batches.fireOpen });
  await cancel(academy, { orderId, lines: 'all' });
  const refund = db.selectFrom('refunds').select('id').where('order_id', '=', orderId);
  return { orderId, student, id: (await refund.executeTakeFirstOrThrow()).id };
}

const list = async (query = '') =>
  (await accounts.call('GET', `/refunds${query}`)).body as { data: StaffRefund[]; next: string | null };
const idsOf = (refunds: readonly StaffRefund[]) => refunds.map(({ refund_id }) => refund_id);
const setRefund = (id: string, set: object) => db.updateTable('refunds').set(set).where('id', '=', id).execute();
const failed = { state: 'failed', next_try_at: null };
const settled = { state: 'settled', next_try_at: null };
const auditOf = (orderId: string, command: string) =>
  db
    .selectFrom('audit_entries')
    .selectAll()
    .where('subject', '=', `order:${orderId}`)
    .where('command', '=', command)
    .execute();

describe('the list of refunds', () => {
  it('the list of refunds shows unpaid refunds, oldest first, and with a filter all refunds in one state', async () => {
    const [due, broken, paid] = [await refundOrder(), await refundOrder(), await refundOrder()];
    await setRefund(broken.id, failed);
    await setRefund(paid.id, settled);
    const { data, next } = await list();
    expect(idsOf(data)).toEqual([due.id, broken.id]);
    expect(data[0]).toEqual({
      ...{ refund_id: due.id, order_id: due.orderId, state: 'requested', amount: 5500.5, reason: 'fell ill' },
      ...{ provider: 'sandbox', payment_id: expect.any(String), reference: null, created_at: expect.any(String) },
      ...{ method: 'sandbox', payment_reference: null },
      student: { id: due.student.id, name: 'Asha Nair', contact: expect.stringMatching(/^98766/) },
      ...{ is_by_hand: false, is_of_former_provider: false },
    });
    expect(data[1]).toMatchObject({ state: 'failed', is_by_hand: true });
    expect(next).toBeNull();
    expect(idsOf((await list('?state=settled')).data)).toEqual([paid.id]);
    expect(idsOf((await list('?state=failed')).data)).toEqual([broken.id]);
  });

  it('a refund of an office payment is listed as “to be paid by hand” until the refund is settled', async () => {
    const { id } = await refundOrder();
    await setRefund(id, { provider: 'office' });
    expect((await list()).data).toMatchObject([{ is_by_hand: true }]);
    await setRefund(id, settled);
    expect((await list('?state=settled')).data).toMatchObject([{ is_by_hand: false }]);
  });

  it('a refund through a former payment provider is listed as “to be paid by hand” and is not sent to the new provider', async () => {
    const { id } = await refundOrder();
    await setRefund(id, { provider: 'cashfree', next_try_at: new Date(0) });
    expect((await academy.app.sendRefunds()).failures).toEqual([]);
    expect((await list()).data).toMatchObject([
      { state: 'requested', provider: 'cashfree', is_by_hand: true, is_of_former_provider: true },
    ]);
    const attention = (await accounts.call('GET', '/today')).body.data.attention;
    expect(attention).toContainEqual(expect.objectContaining({ kind: 'refundsByHand', count: 1 }));
    const { id: other } = await refundOrder();
    expect((await list()).data).toMatchObject([
      { refund_id: id },
      { refund_id: other, is_by_hand: false, is_of_former_provider: false },
    ]);
  });

  it('the pages of the list of refunds contain each refund once, even if all refunds were requested at the same moment', async () => {
    const { id } = await refundOrder();
    const { cause: _, ...refund } = await db
      .selectFrom('refunds')
      .selectAll()
      .where('id', '=', id)
      .executeTakeFirstOrThrow();
    const parts = Array.from({ length: 51 }, (_part, index) => ({
      ...{ ...refund, id: `P${String(index).padStart(3, '0')}`, amount_paise: 1, cause: `part:${index}` },
    }));
    await setRefund(id, { amount_paise: 1 });
    await db.insertInto('refunds').values(parts).execute();
    const first = await list();
    expect(first.data).toHaveLength(50);
    expect(first.next).toBe(first.data.at(-1)?.refund_id);
    const second = await list(`?after=${first.next}`);
    expect(second.next).toBeNull();
    const ids = idsOf([...first.data, ...second.data]);
    expect(ids).toHaveLength(52);
    expect(new Set(ids).size).toBe(52);
  });

  it('a list of exactly fifty refunds has only one page', async () => {
    const { id } = await refundOrder();
    const refund = await db.selectFrom('refunds').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
    await setRefund(id, { amount_paise: 1 });
    const parts = Array.from({ length: 49 }, (_, index) => ({
      ...{ ...refund, id: `Q${index}`, amount_paise: 1, cause: `part:${index}` },
    }));
    await db.insertInto('refunds').values(parts).execute();
    const { data, next } = await list();
    expect([data.length, next]).toEqual([50, null]);
  });
});

describe('a refund in the hands of staff', () => {
  it('when staff request a failed refund again, the next attempt is due at once, and the audit log records the refund before and after', async () => {
    const { id, orderId } = await refundOrder();
    const retry = () => accounts.call('POST', `/refunds/${id}/retry`, { reason });
    expect((await retry()).body).toMatchObject({
      code: 'REFUND_NOT_FAILED',
      message: 'Only a refund that the provider refused is requested again.',
    });
    expect(await auditOf(orderId, 'refund retry')).toEqual([]);
    await setRefund(id, { ...failed, tries: 7 });
    expect((await retry()).status).toBe(200);
    const refund = db.selectFrom('refunds').select(['state', 'round', 'tries', 'next_try_at']).where('id', '=', id);
    expect(await refund.executeTakeFirst()).toMatchObject({
      ...{ state: 'requested', round: 2, tries: 0, next_try_at: expect.any(Date) },
    });
    expect(await auditOf(orderId, 'refund retry')).toMatchObject([
      {
        ...{ staff_id: accounts.member.id, reason, arguments: { refund_id: id } },
        before: { id, order_id: orderId, state: 'failed', amount_paise: 550_050 },
        after: { id, order_id: orderId, state: 'requested', amount_paise: 550_050 },
      },
    ]);
  });

  it('a failed refund of an office payment cannot be requested from a payment provider', async () => {
    const { id } = await refundOrder();
    await setRefund(id, { ...failed, provider: 'office' });
    expect((await accounts.call('POST', `/refunds/${id}/retry`, { reason })).body.code).toBe('REFUND_NOT_FAILED');
  });

  it('when staff settle a refund that they paid by hand, the audit log records its reference and their reason', async () => {
    const { id, orderId } = await refundOrder();
    const settle = () => accounts.call('POST', `/refunds/${id}/settle`, { reference: 'UTR 5', reason });
    expect((await settle()).body).toMatchObject({
      code: 'REFUND_NOT_BY_HAND',
      message:
        'The payment provider is paying this refund. Only one that failed, or of a payment at the office or by a former provider, is paid by hand.',
    });
    await setRefund(id, failed);
    expect((await settle()).status).toBe(200);
    expect(await auditOf(orderId, 'refund settle')).toMatchObject([
      {
        ...{ staff_id: accounts.member.id, reason, arguments: { refund_id: id } },
        ...{ before: { state: 'failed' }, after: { state: 'settled', reference: 'UTR 5' } },
      },
    ]);
  });

  it('when two staff members settle the same refund at the same time, the second gets 409 REFUND_SETTLED', async () => {
    const { id, orderId } = await refundOrder();
    await setRefund(id, failed);
    const colleague = await openConsole(academy, 'accounts');
    const answers = await Promise.all(
      [accounts, colleague].map(({ call }) => call('POST', `/refunds/${id}/settle`, { reference: 'UTR 5', reason })),
    );
    const [settledNow, refused] = answers.toSorted((one, other) => one.status - other.status);
    expect(settledNow?.status).toBe(200);
    expect(refused?.body).toMatchObject({
      code: 'REFUND_SETTLED',
      message: 'This refund has been recorded as paid back already. If you have paid it as well, it was paid twice.',
    });
    expect(await auditOf(orderId, 'refund settle')).toHaveLength(1);
  });

  it.each(['requested', 'sent', 'failed'] as const)(
    'a refund through a former payment provider in the state “%s” cannot be requested again and can be marked as settled only once',
    async (state) => {
      const { id, orderId } = await refundOrder();
      await setRefund(id, { state, provider: 'cashfree', next_try_at: state === 'failed' ? null : new Date() });
      expect((await accounts.call('POST', `/refunds/${id}/retry`, { reason })).body.code).toBe('REFUND_NOT_FAILED');
      const settle = () => accounts.call('POST', `/refunds/${id}/settle`, { reference: 'UTR 6', reason });
      expect((await settle()).status).toBe(200);
      expect((await settle()).body.code).toBe('REFUND_SETTLED');
      expect(await auditOf(orderId, 'refund settle')).toHaveLength(1);
      expect((await list('?state=settled')).data).toMatchObject([{ refund_id: id, is_by_hand: false }]);
    },
  );

  it.each(['retry', 'settle'])('the staff API call “%s” returns 404 for an unknown refund', async (call) => {
    const body = { reason, ...(call === 'settle' ? { reference: 'UTR 5' } : {}) };
    expect((await accounts.call('POST', `/refunds/nothing/${call}`, body)).status).toBe(404);
  });
});

it('the list of pending payments has only unpaid orders, oldest first, and says which payments the bank has yet to decide', async () => {
  const pending = async () => (await accounts.call('GET', '/payments/pending')).body.data as StaffPendingPayment[];
  const [first, second, paid] = [await orderFire(academy), await orderFire(academy), await orderFire(academy)];
  await pressPaymentButton(academy, first.created, 'pending');
  await recheckOrder(first.student, first.created.attempt_id);
  await pressPaymentButton(academy, paid.created, 'pay');
  await recheckOrder(paid.student, paid.created.attempt_id);
  expect(await pending()).toMatchObject([
    {
      ...{ attempt_id: first.created.attempt_id, order_id: first.created.order_id, amount: 5500.5, is_pending: true },
      ...{ student: { id: first.student.id, name: 'Asha Nair' }, next_check_at: expect.any(String) },
    },
    { attempt_id: second.created.attempt_id, is_pending: false },
  ]);
});
