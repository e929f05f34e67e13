import { expect, it } from 'vitest';
import type { OrderLine } from '../../../../server/orders/order-deps.ts';
import { SeatPlan, type SeatRequest } from '../../../../server/orders/place/seat-plan.ts';

const [full, other] = [1, 2];
const batch = (batch_id: number, free: number) => ({ batch_id, trouble: null, capacity: 10, free });
const line = (batchId: number) =>
  ({ courses: [{ course: { id: 7 }, batch: { id: batchId } }] }) as unknown as OrderLine;
const request = (
  studentId: string,
  batchId: number,
  { replaced = [], reserved = [] }: Partial<Pick<SeatRequest, 'replaced' | 'reserved'>> = {},
) => ({ ...{ studentId, addressHash: Buffer.from(studentId), lines: [line(batchId)], replaced, reserved } });
/** The plan for the batch `full` with so many reserved and free seats, and the batch `other` with five free seats. */
const planOf = (reserved: number, free = 0) => {
  const open = [batch(full, free), batch(other, 5)];
  return new SeatPlan({ open, reserved: [{ batch_id: full, reserved }], addressHolds: [] }, 50);
};

it('a seat freed by a replaced order goes to the waiting list, not to the next order in the same transaction', () => {
  const plan = planOf(1);
  plan.assign(request('asha', other, { replaced: [{ batch_id: full, seats: 1 }] }));
  expect(() => plan.assign(request('dev', full))).toThrow(expect.objectContaining({ code: 'BATCH_FULL' }));
});

it('a seat freed by a replaced order goes to the next order in the same transaction if nobody is on the waiting list', () => {
  const plan = planOf(0);
  plan.assign(request('asha', other, { replaced: [{ batch_id: full, seats: 1 }] }));
  expect(plan.assign(request('dev', full))).toEqual([{ batch_id: full, seats: 1 }]);
});

it('a student who orders again keeps the seat already held, even if more students are waiting than seats are free', () => {
  const plan = planOf(3);
  const kept = { batch_id: full, seats: 1 };
  expect(plan.assign(request('asha', full, { replaced: [kept] }))).toEqual([kept]);
});

const seat = { batch_id: full, seats: 1 };
const fullRefusal = expect.objectContaining({ code: 'BATCH_FULL' });

it('a student with a reserved seat gets the last free seat, even if more seats are reserved than are free', () => {
  expect(planOf(3, 1).assign(request('asha', full, { reserved: [seat] }))).toEqual([seat]);
});

it('if two students have reserved seats and one seat is free, only the first who orders gets it', () => {
  const plan = planOf(2, 1);
  plan.assign(request('asha', full, { reserved: [seat] }));
  expect(() => plan.assign(request('dev', full, { reserved: [seat] }))).toThrow(fullRefusal);
});

it('a student with a reserved seat is refused if no seat of the batch is free', () => {
  expect(() => planOf(1).assign(request('asha', full, { reserved: [seat] }))).toThrow(fullRefusal);
});

it('after a student has taken a reserved seat, the remaining free seat can be sold to another student', () => {
  const plan = planOf(1, 2);
  plan.assign(request('asha', full, { reserved: [seat] }));
  expect(plan.assign(request('dev', full))).toEqual([seat]);
  expect(() => plan.assign(request('ravi', full))).toThrow(fullRefusal);
});
