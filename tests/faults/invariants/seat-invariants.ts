import type { SeatRows, StoredEntry, StoredOrder, StoredRows } from './stored-rows.ts';

/** Checks a rule that the stored bookings and payments must obey. Returns one line of text for each violation. */
export type Invariant = (stored: StoredRows) => string[];
/** A rule about seats that holds at every moment, even while orders and offers are being processed. */
type SeatInvariant = (stored: SeatRows) => string[];

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
const seatsWithinCapacity: SeatInvariant = ({ batches, claims }) =>
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

/**
 * Whether an offer may lack the seats of its entry. It may if its deadline has passed, an order has taken the seats, a
 * batch is cancelled, or the student has or had a booking in one of the batches. The job of the waiting lists then ends
 * the entry or offers it seats again.
 */
function mayLackSeats({ batches, enrolments, leftBatches }: SeatRows, entry: StoredEntry): boolean {
  const { batch_ids, student_id, order_id, is_over } = entry;
  const isCancelled = batches.some(({ id, is_cancelled }) => is_cancelled && batch_ids.includes(id));
  const isBooked = [...enrolments, ...leftBatches].some(
    (one) => one.student_id === student_id && batch_ids.includes(one.batch_id),
  );
  return is_over || order_id !== null || isCancelled || isBooked;
}

/**
 * An offer from a waiting list holds exactly one seat in each batch of its entry, until the deadline of the offer. An
 * entry holds no seat if it has no offer, or if an order holds or has booked its seats.
 */
const offersHoldSeats: SeatInvariant = (stored) =>
  stored.entries.flatMap((entry) => {
    const { id, state, batch_ids, offer_until } = entry;
    const held = stored.claims.filter(({ waiting_entry_id }) => waiting_entry_id === id);
    const order = stored.orders.find((one) => one.id === entry.order_id);
    const isTaken = order?.state === 'awaiting_payment' || order?.state === 'completed';
    if (state !== 'offered' || isTaken) return held.length === 0 ? [] : [`entry ${id}: ${state}, but holds seats`];
    const isRight = held.every(
      ({ kind, seats, batch_id, expires_at }) =>
        kind === 'hold' && seats === 1 && batch_ids.includes(batch_id) && expires_at === offer_until,
    );
    const isWhole = held.length === batch_ids.length || mayLackSeats(stored, entry);
    return isRight && isWhole ? [] : [`entry ${id}: its offer does not hold the seats of ${batch_ids.join()}`];
  });

/**
 * At the end of a test, each entry that still waits has at least one full batch, and none of its batches is closed for
 * booking.
 */
const freeSeatsAreOffered: Invariant = ({ entries, batches }) =>
  entries
    .filter(({ state }) => state === 'waiting')
    .flatMap(({ id, batch_ids }) => {
      const own = batches.filter((batch) => batch_ids.includes(batch.id));
      if (own.some(({ is_open }) => !is_open)) return [`entry ${id}: waits for a batch that cannot be booked`];
      return own.some(({ capacity, taken }) => taken >= capacity) ? [] : [`entry ${id}: waits although seats are free`];
    });

export const constantInvariants = { seatsWithinCapacity, offersHoldSeats };

export const seatInvariants = {
  ...constantInvariants,
  seatsFollowOrders,
  enrolmentsFollowOrders,
  freeSeatsAreOffered,
};
