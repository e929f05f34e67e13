import { expect, it } from 'vitest';
import { withoutReserved } from '../../../../server/db/available-seats.ts';
import type { OrderLine } from '../../../../server/orders/order-deps.ts';
import { SeatPlan } from '../../../../server/orders/place/seat-plan.ts';

const [full, other] = [1, 2];
const open = [full, other].map((batch_id) => ({
  batch_id,
  trouble: null,
  capacity: 10,
  free: batch_id === full ? 0 : 5,
}));
const line = (batchId: number) =>
  ({ courses: [{ course: { id: 7 }, batch: { id: batchId } }] }) as unknown as OrderLine;
const request = (studentId: string, batchId: number, replaced: Array<{ batch_id: number; seats: number }> = []) => ({
  ...{ studentId, addressHash: Buffer.from(studentId), lines: [line(batchId)], replaced },
});

it('a seat freed by a replaced order goes to the waiting list, not to the next order in the same transaction', () => {
  const reserved = [{ batch_id: full, reserved: 1 }];
  const plan = new SeatPlan({ open: withoutReserved(open, reserved), addressHolds: [] }, 50);
  plan.assign(request('asha', other, [{ batch_id: full, seats: 1 }]));
  expect(() => plan.assign(request('dev', full))).toThrow(expect.objectContaining({ code: 'BATCH_FULL' }));
});

it('a seat freed by a replaced order goes to the next order in the same transaction if nobody is on the waiting list', () => {
  const plan = new SeatPlan({ open, addressHolds: [] }, 50);
  plan.assign(request('asha', other, [{ batch_id: full, seats: 1 }]));
  expect(plan.assign(request('dev', full))).toEqual([{ batch_id: full, seats: 1 }]);
});

it('a student who orders again keeps the seat already held, even if more students are waiting than seats are free', () => {
  const reserved = [{ batch_id: full, reserved: 3 }];
  const plan = new SeatPlan({ open: withoutReserved(open, reserved), addressHolds: [] }, 50);
  const kept = { batch_id: full, seats: 1 };
  expect(plan.assign(request('asha', full, [kept]))).toEqual([kept]);
});
