import { afterEach, describe, expect, it } from 'vitest';
import type { StaffOpenBatch } from '../../../../contract/staff/orders.ts';
import { readBatchRefunds } from '../../../../server/orders/changes/booked-lines.repo.ts';
import { openAcademy } from '../../booking/academy.ts';
import { batches, courses } from '../../booking/academy-seed.ts';
import { openConsole, reason } from '../staff/staff-calls.ts';
import { bookOrder, cancel, expectConsistent, refundsOf, transfer } from './booked-order.ts';

const academy = await openAcademy();
const { db } = academy;
const registrar = await openConsole(academy, 'registrar');

type Chosen = { course_id: number; to_batch_id: number };
const preview = async (orderId: string, { course_id, to_batch_id }: Chosen) =>
  (await registrar.call('GET', `/orders/${orderId}/transfer?course_id=${course_id}&to_batch_id=${to_batch_id}`)).body;
const move = (orderId: string, chosen: Chosen, money: { refund: number; due: number }, key?: string) =>
  registrar.call('POST', `/orders/${orderId}/transfer`, { ...chosen, ...money, reason }, key);
const setFee = (courseId: number, total_fee_paise: number) =>
  db.updateTable('courses').set({ total_fee_paise }).where('id', '=', courseId).execute();

afterEach(() => expectConsistent(academy));

describe('the price difference of a transfer', () => {
  it('a transfer to a cheaper course refunds exactly the difference that the preview showed to staff', async () => {
    const { orderId } = await bookOrder(academy, { radar: batches.radarOpen });
    const chosen = { course_id: courses.radar, to_batch_id: batches.firstAidOpen };
    expect((await preview(orderId, chosen)).data).toMatchObject({ paid: 8750.09, refund: 4750.09, due: 0 });
    expect((await move(orderId, chosen, { refund: 4750.08, due: 0 })).body.code).toBe('PREVIEW_CHANGED');
    expect((await move(orderId, chosen, { refund: 4750.09, due: 0 })).body.data).toEqual({ refund: 4750.09, due: 0 });
    expect(await refundsOf(academy, orderId)).toMatchObject([{ amount_paise: 475_009 }]);
  });

  it('a transfer to another batch of the same course is free even if the course costs more by now', async () => {
    const { orderId } = await bookOrder(academy, { fire: batches.fireOpen });
    await setFee(courses.fire, 700_000);
    const chosen = { course_id: courses.fire, to_batch_id: batches.fireSeven };
    expect((await preview(orderId, chosen)).data).toMatchObject({ paid: 5500.5, refund: 0, due: 0 });
    expect((await move(orderId, chosen, { refund: 0, due: 0 })).status).toBe(200);
    await setFee(courses.fire, 550_050);
  });

  it('a course of a booked package can be moved only to a batch of the same course, without a price difference', async () => {
    const { orderId } = await bookOrder(academy, {
      ...{ fire: batches.fireOpen, radar: batches.radarOpen, isPackage: true },
    });
    const other = { course_id: courses.fire, to_batch_id: batches.firstAidOpen };
    expect((await preview(orderId, other)).data).toMatchObject({ paid: 13_500, refund: 0, due: 0 });
    expect((await move(orderId, other, { refund: 0, due: 0 })).body.code).toBe('PACKAGE_WHOLE');
    const same = { course_id: courses.fire, to_batch_id: batches.fireSeven };
    expect((await move(orderId, same, { refund: 0, due: 0 })).status).toBe(200);
  });

  it('a transfer repeated with the same idempotency key moves and refunds once', async () => {
    const { orderId } = await bookOrder(academy, { radar: batches.radarOpen });
    const chosen = { course_id: courses.radar, to_batch_id: batches.firstAidOpen };
    for (const _ of ['first', 'again'])
      expect((await move(orderId, chosen, { refund: 4750.09, due: 0 }, 'one-key-moves')).body.data).toEqual({
        ...{ refund: 4750.09, due: 0 },
      });
    expect(await refundsOf(academy, orderId)).toHaveLength(1);
  });

  it.each([
    [
      'a course that the order does not contain',
      { course_id: courses.radar, to_batch_id: batches.radarOpen },
      'NO_SUCH_BOOKING',
    ],
    ['a batch that starts today', { course_id: courses.fire, to_batch_id: batches.fireToday }, 'BATCH_CLOSED'],
    ['a closed batch', { course_id: courses.fire, to_batch_id: batches.fireClosed }, 'BATCH_CLOSED'],
  ])('the preview of a transfer with %s is refused', async (_, chosen, code) => {
    const { orderId } = await bookOrder(academy, { fire: batches.fireOpen });
    expect((await preview(orderId, chosen)).code).toBe(code);
  });
});

describe('the refund of several lines', () => {
  it('cancelling two courses of an order refunds the amount that the preview showed for each course', async () => {
    const { orderId } = await bookOrder(academy, { fire: batches.fireOpen, radar: batches.radarOpen });
    const { lines } = (await registrar.call('GET', `/orders/${orderId}/cancellation`)).body.data;
    const refunds = lines.map(({ refund }: { refund: number }) => refund);
    expect(refunds).toEqual([4950.45, 7875.08]);
    const item_ids = lines.map(({ item_id }: { item_id: number }) => item_id);
    const cancelBoth = (refund: number) =>
      registrar.call('POST', `/orders/${orderId}/cancel`, { item_ids, refund, reason });
    expect((await cancelBoth(4950.45)).body.code).toBe('PREVIEW_CHANGED');
    expect((await cancelBoth(12_825.53)).body.data).toEqual({ refund: 12_825.53, due: 0 });
    expect((await refundsOf(academy, orderId)).map(({ amount_paise }) => amount_paise).toSorted()).toEqual([
      495_045, 787_508,
    ]);
  });

  it('the preview of cancelling a batch shows no refund for a booking that was cancelled before', async () => {
    const { orderId, lines } = await bookOrder(academy, { fire: batches.fireSeven, radar: batches.radarOpen });
    const [fire] = lines.filter(({ name }) => name === 'Fire Fighting');
    await cancel(academy, { orderId, lines: [{ itemId: fire?.itemId ?? 0, refundPaise: 100_000 }] });
    await transfer(academy, { orderId, courseId: courses.radar, toBatchId: batches.fireSeven });
    const { body } = await registrar.call('GET', `/batches/${batches.fireSeven}/cancellation`);
    const listed = body.data.students.filter((one: { order_id: string }) => one.order_id === orderId);
    expect(listed).toMatchObject([{ refund: 8750.09 }]);
    const refunds = (await readBatchRefunds(db, batches.fireSeven, '2026-03-10')).filter(
      (one) => one.orderId === orderId,
    );
    expect(refunds).toEqual([{ orderId, paise: 875_009, needsOffice: false }]);
    await cancel(academy, { orderId, lines: 'all' });
  });
});

describe('the batches to which staff can transfer a booking or that they can sell', () => {
  const openBatches = async (query: string) =>
    (await registrar.call('GET', `/open-batches?${query}`)).body.data as StaffOpenBatch[];
  const idsOf = (listed: readonly StaffOpenBatch[]) => listed.map(({ batch_id }) => batch_id);

  it('the list of a course’s open batches shows the batches from tomorrow on, sorted by date, with price and seats', async () => {
    const listed = await openBatches(`course_id=${courses.fire}`);
    expect(idsOf(listed)).toEqual([batches.fireOpen, batches.fireSeven, batches.fireFull]);
    expect(listed.at(-1)).toEqual({
      ...{ batch_id: batches.fireFull, course_id: courses.fire, course_name: 'Fire Fighting', price: 5500.5 },
      ...{ start_date: '2026-04-21', end_date: '2026-04-23', free: 0, office: 2 },
    });
    const radar = await openBatches(`course_id=${courses.radar}`);
    expect(radar[0]).toMatchObject({ price: 8750.09, office: 0 });
  });

  it.each([
    ['starts tomorrow', { start_date: '2026-03-11' }, true],
    ['starts today', { start_date: '2026-03-10' }, false],
    ['is a draft', { publication: 'draft' as const }, false],
    ['is cancelled', { publication: 'cancelled' as const }, false],
    ['is closed', { status: 'closed' as const }, false],
  ])('a batch that %s is listed as open for transfers and office sales: %o', async (_, set, isListed) => {
    const change = (values: object) =>
      db.updateTable('batches').set(values).where('id', '=', batches.fireSeven).execute();
    await change(set);
    expect(idsOf(await openBatches(`course_id=${courses.fire}`)).includes(batches.fireSeven)).toBe(isListed);
    await change({ publication: 'published' });
    await change({ status: 'open', start_date: '2026-04-11' });
  });

  it('the list of open batches leaves out the batches of a course that is no longer offered', async () => {
    const setActive = (is_active: boolean) =>
      db.updateTable('courses').set({ is_active }).where('id', '=', courses.firstAid).execute();
    expect(idsOf(await openBatches(`course_id=${courses.firstAid}`))).toEqual([batches.firstAidOpen]);
    await setActive(false);
    expect(await openBatches(`course_id=${courses.firstAid}`)).toEqual([]);
    await setActive(true);
  });
});
