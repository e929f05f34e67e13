import { expect, it } from 'vitest';
import type { OrderLine } from '../../../../server/orders/order-deps.ts';
import type { AddressHold } from '../../../../server/orders/place/address-holds.repo.ts';
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
/**
 * The plan for two batches: `full`, with the given numbers of reserved and free seats, and `other`, with five free
 * seats.
 */
const planOf = (reserved: number, free = 0, addressHolds: AddressHold[] = []) => {
  const open = [batch(full, free), batch(other, 5)];
  return new SeatPlan({ open, reserved: [{ batch_id: full, reserved }], addressHolds }, 50);
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

it('a student for whom a seat is reserved gets the last free seat, even if more seats are reserved than free', () => {
  expect(planOf(3, 1).assign(request('asha', full, { reserved: [seat] }))).toEqual([seat]);
});

it('if one seat is free but reserved for two students, only the first who orders gets the seat', () => {
  const plan = planOf(2, 1);
  plan.assign(request('asha', full, { reserved: [seat] }));
  expect(() => plan.assign(request('dev', full, { reserved: [seat] }))).toThrow(fullRefusal);
});

it('an order is refused if the batch has no free seat left, even if a seat should be reserved for the student', () => {
  expect(() => planOf(1).assign(request('asha', full, { reserved: [seat] }))).toThrow(fullRefusal);
});

it('if two seats are free and one is reserved, an order for the reserved seat leaves the other seat for another student', () => {
  const plan = planOf(1, 2);
  plan.assign(request('asha', full, { reserved: [seat] }));
  expect(plan.assign(request('dev', full))).toEqual([seat]);
  expect(() => plan.assign(request('ravi', full))).toThrow(fullRefusal);
});

it('with a limit of half a batch, unpaid orders from one IP address hold at most half of its seats, not counting replaced orders', () => {
  const address_hash = Buffer.from('the crew');
  const plan = planOf(0, 9, [{ batch_id: full, address_hash, student_id: 'asha', seats: 4 }]);
  const atCrew = (...of: Parameters<typeof request>) => ({ ...request(...of), addressHash: address_hash });
  expect(plan.assign(atCrew('dev', full))).toEqual([seat]);
  const tooMany = expect.objectContaining({ code: 'TOO_MANY_HOLDS', data: { course_id: 7, batch_id: full } });
  expect(() => plan.assign(atCrew('ravi', full))).toThrow(tooMany);
  expect(plan.assign(request('nila', full))).toEqual([seat]);
  expect(plan.assign(atCrew('asha', other, { replaced: [{ batch_id: full, seats: 4 }] }))).toEqual([
    { batch_id: other, seats: 1 },
  ]);
  expect(plan.assign(atCrew('ravi', full))).toEqual([seat]);
});

it('an order is refused as busy if another transaction has locked a batch of this order or of the order to be replaced', () => {
  const busy = expect.objectContaining({ status: 503, code: 'UNAVAILABLE' });
  const locked = { batch_id: 3, seats: 1 };
  expect(() => planOf(0, 9).assign(request('asha', locked.batch_id))).toThrow(busy);
  expect(() => planOf(0, 9).assign(request('asha', full, { replaced: [seat, locked] }))).toThrow(busy);
});

it('an order for a closed batch without free seats is refused with the reason that the batch is closed, not that it is full', () => {
  const open = [{ ...batch(full, 0), trouble: 'closed' as const }];
  const plan = new SeatPlan({ open, reserved: [], addressHolds: [] }, 50);
  expect(() => plan.assign(request('asha', full))).toThrow(expect.objectContaining({ code: 'BATCH_CLOSED' }));
});
