import pg from 'pg';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { openAcademy } from '../../booking/academy.ts';
import { addFire, clearSeats, expectInvariants, placeOrder, pressPaymentButton, recheckOrder } from '../ordering.ts';

const academy = await openAcademy();

afterEach(async () => {
  await expectInvariants(academy);
  await clearSeats(academy);
});

/**
 * Returns the SQL statements that the process sends while `work` runs, in groups. The statements of a group are sent
 * together, without waiting for each other's results.
 */
async function roundTripsOf(work: () => Promise<unknown>): Promise<string[][]> {
  const groups: string[][] = [];
  let isTogether = false;
  const original = pg.Client.prototype.query;
  const query = vi.spyOn(pg.Client.prototype, 'query').mockImplementation(function (
    this: pg.Client,
    ...args: unknown[]
  ) {
    const { text } = args[0] as { text: string };
    if (!isTogether) groups.push([]);
    groups.at(-1)?.push(text.trim().replace(/\s+/g, ' '));
    isTogether = true;
    queueMicrotask(() => {
      isTogether = false;
    });
    return Reflect.apply(original, this, args) as never;
  });
  try {
    await work();
    return groups;
  } finally {
    query.mockRestore();
  }
}

describe('the SQL statements of a payment', () => {
  it('the transaction that completes a paid order takes two database round trips, and the second assigns the receipt number', async () => {
    const student = await academy.enrol();
    await addFire(student);
    const created = await placeOrder(student);
    await pressPaymentButton(academy, created, 'pay-away');
    const trips = await roundTripsOf(() => recheckOrder(student, created.attempt_id));
    const isOfTransaction = (trip: string[]) => trip.includes('begin') || trip.includes('commit');
    const first = trips.findIndex(isOfTransaction);
    expect(trips.filter(isOfTransaction)).toEqual(trips.slice(first, first + 2));
    expect(trips[first + 1]?.at(-2)).toContain('receipt_numbers');
    expect(trips[first + 1]?.at(-1)).toBe('commit');
    // These statements store the payment, end the attempt, store the booking with all that belongs to it, and commit.
    expect(trips[first + 1]).toHaveLength(4);
    // Four round trips are outside the transaction: three before it read the session, the attempt and the provider's
    // order, and one after it reads the order for the response.
    expect(trips).toHaveLength(6);
  });

  it('the transaction that checks an unpaid order locks no batch and writes only the time of the next check', async () => {
    const student = await academy.enrol();
    await addFire(student);
    const created = await placeOrder(student);
    const trips = await roundTripsOf(() => recheckOrder(student, created.attempt_id));
    const first = trips.findIndex((trip) => trip.includes('begin'));
    expect(trips[first]).toEqual([
      'begin',
      expect.stringContaining('from students'),
      expect.stringContaining('for update'),
      expect.stringContaining('known_outcomes'),
    ]);
    expect(trips[first + 1]).toEqual([expect.stringContaining('update payment_attempts'), 'commit']);
  });
});
