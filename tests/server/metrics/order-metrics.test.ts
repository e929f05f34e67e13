import { sql } from 'kysely';
import { beforeEach, expect, test } from 'vitest';
import { openAcademy } from '../booking/academy.ts';
import { batches, courses } from '../booking/academy-seed.ts';
import {
  addCourse,
  addFire,
  addSea,
  clearSeats,
  expireHolds,
  orderFire,
  orderState,
  placeOrder,
  pressPaymentButton,
  recheckOrder,
} from '../orders/ordering.ts';
import { waitingOffer } from '../waiting-lists/waiting-entry.ts';
import { parseMetrics } from './parse-metrics.ts';

const academy = await openAcademy({ METRICS_PORT: '0' });
const { db, clock, app, enrol } = academy;

/** The values of a metric by state, read from the database again. */
async function readStates(metric: string): Promise<Record<string, number>> {
  clock.advance(15_000);
  const prefix = `${metric}{state="`;
  const values = Object.entries(parseMetrics((await app.metrics?.read()) ?? ''));
  return Object.fromEntries(
    values.flatMap(([name, value]) => (name.startsWith(prefix) ? [[name.slice(prefix.length, -2), value]] : [])),
  );
}

beforeEach(() => clearSeats(academy));

test('the metrics count the seats held by unpaid orders and by waiting-list offers, and count seats of expired holds separately', async () => {
  expect(await readStates('landfall_held_seats')).toEqual({ live: 0, expired: 0 });
  await orderFire(academy);
  const sailor = await enrol();
  await addSea(sailor, batches.fireOpen, batches.radarOpen);
  await placeOrder(sailor);
  expect(await readStates('landfall_held_seats')).toEqual({ live: 3, expired: 0 });
  const { student, created } = await orderFire(academy, batches.fireSeven);
  expect(await readStates('landfall_held_seats')).toEqual({ live: 4, expired: 0 });
  await expireHolds(academy, created.order_id);
  expect(await readStates('landfall_held_seats')).toEqual({ live: 3, expired: 1 });
  await waitingOffer(academy, student.id);
  expect(await readStates('landfall_held_seats')).toEqual({ live: 4, expired: 1 });
  // The next order for the batch frees the seat whose hold has expired.
  await orderFire(academy, batches.fireSeven);
  expect(await readStates('landfall_held_seats')).toEqual({ live: 5, expired: 0 });
});

/** Pays an order that a newer order has replaced, so that a refund of the payment is due. Returns the order's id. */
async function payReplacedOrder(): Promise<string> {
  const student = await enrol();
  await addFire(student);
  const first = await placeOrder(student);
  await addCourse(student, courses.firstAid, batches.firstAidOpen);
  const second = await placeOrder(student);
  await pressPaymentButton(academy, first, 'pay');
  await pressPaymentButton(academy, second, 'pay');
  await recheckOrder(student);
  expect(await orderState(academy, first.order_id)).toBe('refund_due');
  return first.order_id;
}

test('the metrics count unpaid orders and orders to refund, and the refunds that are requested, sent and failed', async () => {
  const before = await readStates('landfall_orders');
  expect(before.refund_due).toBe(0);
  expect(await readStates('landfall_refunds')).toEqual({ requested: 0, sent: 0, failed: 0 });
  const refundable: string[] = [];
  while (refundable.length < 4) refundable.push(await payReplacedOrder());
  await orderFire(academy);
  expect(await readStates('landfall_orders')).toEqual({
    awaiting_payment: (before.awaiting_payment ?? 0) + 1,
    refund_due: 4,
  });
  expect(await readStates('landfall_refunds')).toEqual({ requested: 4, sent: 0, failed: 0 });
  const [first, second, third] = refundable;
  await sql`update refunds set state = 'sent' where order_id = ${first}`.execute(db);
  await sql`update refunds set state = 'failed', next_try_at = null where order_id = ${second}`.execute(db);
  await sql`update refunds set state = 'settled', next_try_at = null where order_id = ${third}`.execute(db);
  expect(await readStates('landfall_refunds')).toEqual({ requested: 1, sent: 1, failed: 1 });
});
