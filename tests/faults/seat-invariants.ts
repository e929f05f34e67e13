import type { BookOrder, Books } from './books.ts';

/** Says what is wrong, one line each; nothing where all is well. */
export type Invariant = (books: Books) => string[];

/** Seats by batch that the order's courses need. */
export function demandOf({ chosen }: Books, orderId: string): Map<number, number> {
  const seats = new Map<number, number>();
  for (const { order_id, batch_id } of chosen)
    if (order_id === orderId) seats.set(batch_id, (seats.get(batch_id) ?? 0) + 1);
  return seats;
}

function isDemand(books: Books, order: BookOrder, kind: string): boolean {
  const demand = demandOf(books, order.id);
  const claims = books.claims.filter((claim) => claim.order_id === order.id);
  return (
    claims.length === demand.size &&
    claims.every((claim) => claim.kind === kind && claim.seats === demand.get(claim.batch_id))
  );
}

/** Booked plus held is at most the capacity, and the counter is what the rows say. */
const seatsFit: Invariant = ({ batches, claims }) =>
  batches.flatMap(({ id, capacity, taken }) => {
    const claimed = claims.filter(({ batch_id }) => batch_id === id).reduce((sum, { seats }) => sum + seats, 0);
    return [
      ...(claimed > capacity ? [`batch ${id}: ${claimed} seats are booked or held, it has ${capacity}`] : []),
      ...(claimed !== taken ? [`batch ${id}: counts ${taken} seats, its rows say ${claimed}`] : []),
    ];
  });

/** A completed order has booked all its seats, a live one holds them all or none, any other has none. */
const seatsFollowOrders: Invariant = (books) =>
  books.orders.flatMap((order) => {
    const claims = books.claims.filter((claim) => claim.order_id === order.id);
    if (order.state === 'completed' && !isDemand(books, order, 'booking'))
      return [`order ${order.id}: completed, but its seats are not booked as it says`];
    if (order.state === 'awaiting_payment' && claims.length > 0 && !isDemand(books, order, 'hold'))
      return [`order ${order.id}: holds other seats than it needs`];
    if (!['completed', 'awaiting_payment'].includes(order.state) && claims.length > 0)
      return [`order ${order.id}: ${order.state}, but has seats`];
    return [];
  });

/** Enrolments belong to completed orders, one a course, in the batch that was bought. */
const enrolmentsFollowOrders: Invariant = (books) =>
  books.orders.flatMap((order) => {
    const name = (one: { course_id: number; batch_id: number }) => `${one.course_id} in ${one.batch_id}`;
    const own = books.enrolments.filter(({ order_id }) => order_id === order.id);
    const bought = books.chosen.filter(({ order_id }) => order_id === order.id);
    const wanted = order.state === 'completed' ? bought.map(name).sort() : [];
    const isSame = own.map(name).sort().join() === wanted.join();
    const isOwn = own.every(({ student_id }) => student_id === order.student_id);
    return isSame && isOwn ? [] : [`order ${order.id}: ${order.state}, but its enrolments are ${own.map(name).join()}`];
  });

export const seatInvariants = { seatsFit, seatsFollowOrders, enrolmentsFollowOrders };
