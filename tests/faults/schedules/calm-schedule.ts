import type { Action, PlainAction } from './schedule.ts';
import type { StaffSchedule } from './staff-schedule.ts';

const staff = { staff: 0, nth: 0, more: 0 } as const;
const paid: PlainAction = { do: 'pay', nth: 0, as: 'approved', isDouble: false };
const choose = { do: 'choose', nth: 0, more: 0 } as const;

/**
 * Two students wait for a full batch. Staff remove one of them from the waiting list, and add a seat to the batch. The
 * other student gets this seat.
 */
const freedSeats: PlainAction[] = [
  { do: 'join list', who: 2, nth: 0 },
  { do: 'join list', who: 3, nth: 0 },
  { ...staff, do: 'remove from list', more: 1 },
  { ...staff, do: 'resize', nth: 1 },
  { ...staff, do: 'offer seat' },
  { do: 'accept offer', nth: 0 },
  paid,
  { ...staff, do: 'recheck payment' },
  { do: 'join list', who: 3, nth: 0 },
  { ...staff, do: 'resize', nth: 1 },
  { do: 'run', job: 'offers' },
  { do: 'leave list', nth: 0 },
];

/** A booking moves to a dearer course. Two bookings are cancelled, and the provider pays neither refund at first. */
const changedBookings: PlainAction[] = [
  { ...staff, do: 'transfer', nth: 3, more: 3 },
  { ...staff, do: 'settle due' },
  { do: 'fail refund', how: 'refused' },
  { ...staff, do: 'cancel' },
  { do: 'run', job: 'refunds' },
  { ...staff, do: 'retry refund' },
  { do: 'fail refund', how: 'returned' },
  { do: 'run', job: 'refunds' },
  { do: 'age', minutes: 6 },
  { do: 'run', job: 'refunds' },
  { ...staff, do: 'settle refund' },
  { ...staff, do: 'repeat staff call' },
];

/** A batch is moved and another one is cancelled. Their students choose by the links in the emails. */
const changedBatches: PlainAction[] = [
  { ...staff, do: 'sell', nth: 1, more: 0 },
  { ...staff, do: 'sell', nth: 1, more: 3 },
  { ...staff, do: 'move batch', nth: 5, more: 5 },
  { do: 'run', job: 'batch runs' },
  { do: 'run', job: 'mail' },
  { ...choose, choice: 'accept' },
  { ...choose, choice: 'refund' },
  { ...choose, choice: 'refund', nth: 1 },
  { ...staff, do: 'cancel batch', nth: 7 },
  { do: 'run', job: 'batch runs' },
  { do: 'run', job: 'mail' },
  { ...choose, choice: 'transfer' },
];

/** A sequence without faults in which each action of staff, and of the students whom it concerns, succeeds. */
export const calmSchedule: StaffSchedule = {
  capacities: [2, 2, 2, 2, 2, 2],
  carts: [[0], [0], [2], [3]],
  actions: [...freedSeats, ...changedBookings, ...changedBatches].map(
    (plain): Action => ({ ...plain, on: 0, isBehind: false, fault: null }),
  ),
};
