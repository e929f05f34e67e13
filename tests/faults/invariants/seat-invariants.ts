import type { StoredOrder, StoredRows } from './stored-rows.ts';

/** Checks a rule that the stored bookings and payments must obey. Returns one line of text for each violation. */
export type Invariant = (stored: StoredRows) => string[];

/** How many seats an order needs in each batch, by batch id. */
function demandOf({ chosen }: StoredRows, orderId: string): Map<number, number> {
  const seats = new Map<number, number>();
  for (const { order_id, batch_id } of chosen)
    if (order_id === orderId) seats.set(batch_id, (seats.get(batch_id) ?? 0) + 1);
  return seats;
}

function claimsMatch(stored: StoredRows, order: StoredOrder, kind: string): boolean {
  const demand = demandOf(stored, order.id);
  const claims = stored.claims.filter((claim) => claim.order_id === order.id);
  return (
    claims.length === demand.size &&
    claims.every((claim) => claim.kind === kind && claim.seats === demand.get(claim.batch_id))
  );
}

/**
 * The booked and held seats of a batch do not exceed its capacity, and their number equals the `taken` column of the
 * batch.
 */
const seatsWithinCapacity: Invariant = ({ batches, claims }) =>
  batches.flatMap(({ id, capacity, taken }) => {
    const claimed = claims.filter(({ batch_id }) => batch_id === id).reduce((sum, { seats }) => sum + seats, 0);
    return [
      ...(claimed > capacity ? [`batch ${id}: ${claimed} seats are booked or held, it has ${capacity}`] : []),
      ...(claimed !== taken ? [`batch ${id}: counts ${taken} seats, its rows say ${claimed}`] : []),
    ];
  });

/**
 * A completed order has booked exactly the seats that it needs. An order that awaits payment holds exactly the seats
 * that it needs, or none. Any other order has no seats.
 */
const seatsFollowOrders: Invariant = (stored) =>
  stored.orders.flatMap((order) => {
    const claims = stored.claims.filter((claim) => claim.order_id === order.id);
    if (order.state === 'completed' && !claimsMatch(stored, order, 'booking'))
      return [`order ${order.id}: completed, but its seats are not booked as it says`];
    if (order.state === 'awaiting_payment' && claims.length > 0 && !claimsMatch(stored, order, 'hold'))
      return [`order ${order.id}: holds other seats than it needs`];
    if (!['completed', 'awaiting_payment'].includes(order.state) && claims.length > 0)
      return [`order ${order.id}: ${order.state}, but has seats`];
    return [];
  });

/** A completed order has one enrolment for each course, in the batch that was bought; any other order has none. */
const enrolmentsFollowOrders: Invariant = (stored) =>
  stored.orders.flatMap((order) => {
    const name = (one: { course_id: number; batch_id: number }) => `${one.course_id} in ${one.batch_id}`;
    const own = stored.enrolments.filter(({ order_id }) => order_id === order.id);
    const bought = stored.chosen.filter(({ order_id }) => order_id === order.id);
    const wanted = order.state === 'completed' ? bought.map(name).sort() : [];
    const isSame = own.map(name).sort().join() === wanted.join();
    const isOwn = own.every(({ student_id }) => student_id === order.student_id);
    return isSame && isOwn ? [] : [`order ${order.id}: ${order.state}, but its enrolments are ${own.map(name).join()}`];
  });

export const seatInvariants = { seatsWithinCapacity, seatsFollowOrders, enrolmentsFollowOrders };
