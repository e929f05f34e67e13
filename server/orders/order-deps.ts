import type { Kysely, RawBuilder } from 'kysely';
import type { BookingSettings } from '../../contract/booking.ts';
import type { CartItemType, LineTrouble } from '../../contract/cart.ts';
import type { DatesClash } from '../../contract/orders.ts';
import type { OpenBatch, ReservedSeats, SeatDemand, SeatOffer } from '../db/available-seats.ts';
import type { SqlRead } from '../db/connection/pipeline.ts';
import type { Database, Tx } from '../db/schema.ts';
import type { Clock } from '../http/clock.ts';
import type { Mail } from '../providers/mail/mail.ts';
import type { Payments } from '../providers/payments/payments.ts';
import type { Notifications } from '../providers/push/push.ts';

/** A line of the cart or of a new order at its current price, in paise. */
export type OrderLine = {
  type: CartItemType;
  id: number;
  name: string;
  feePaise: number;
  price: { main: number };
  courses: Array<{
    course: { id: number; course_name: string };
    batch: { id: number; start_date: string; end_date: string };
    trouble: LineTrouble | null;
    /** The first batch in the student's cart or bookings that shares a day with `batch`; null if there is none. */
    clash: DatesClash['other'] | null;
  }>;
};

/** The seat functions of the booking domain. `server/booking/seats.repo.ts` describes each of them. */
export type Seats = {
  lock(tx: Tx, batchIds: readonly number[], orderId: string | null): Promise<void>;
  /** SQL that locks batches. `batchIds` is an SQL expression for an array of ids. */
  lockSql(batchIds: RawBuilder<unknown>): RawBuilder<unknown>;
  open(tx: Tx, batchIds: readonly number[], firstStart: string, waitForLocks: boolean): Promise<OpenBatch[]>;
  openFor(tx: Tx, student: RawBuilder<unknown>, batchIds: readonly number[], firstStart: string): Promise<OpenBatch[]>;
  /**
   * SQL that locks batches and reads their free seats. Unlike `open`, it counts seats that are reserved for waiting
   * lists as free. `batchIds` is an SQL expression for an array of ids.
   */
  openSql(batchIds: RawBuilder<unknown>, firstStart: string, waitForLocks: boolean): RawBuilder<OpenBatch>;
  /** SQL that counts the seats reserved for waiting lists. Run it after the batches are locked. */
  reservedSql(batchIds: RawBuilder<unknown>): RawBuilder<ReservedSeats>;
  /**
   * `offersSql`: SQL for the seats that waiting lists offer to students. `offeredBatchIdsSql`: SQL for the ids of the
   * batches with these seats.
   */
  offersSql(studentIds: readonly string[]): RawBuilder<SeatOffer>;
  offeredBatchIdsSql(studentIds: readonly string[]): RawBuilder<unknown>;
  /**
   * `withdrawSql`: SQL that releases the seats offered to waiting list entries. `acceptSql`: SQL that stores in these
   * entries which order got the seats.
   */
  withdrawSql(entryIds: readonly number[]): RawBuilder<unknown>;
  acceptSql(accepted: ReadonlyArray<{ entryId: number; orderId: string }>): RawBuilder<unknown>;
  /**
   * SQL that takes seats by raising the number of taken seats of each batch. It is included in the statement that
   * inserts the orders.
   */
  takeSql(demand: readonly SeatDemand[]): RawBuilder<unknown>;
  release(tx: Tx, orderId: string): Promise<void>;
  /** SQL that releases the seats of several orders, as `release` does for one. */
  releaseSql(orderIds: readonly string[]): RawBuilder<unknown>;
  extend(tx: Tx, orderId: string, seconds: number): Promise<void>;
  book(tx: Tx, orderId: string, demand: readonly SeatDemand[], firstStart: string): Promise<boolean>;
  /** SQL that books the seats of orders. The orders must still hold all of them. */
  bookHoldsSql(orderIds: readonly string[]): RawBuilder<unknown>;
  addBookings(tx: Tx, orderId: string, demand: readonly SeatDemand[]): Promise<void>;
  releaseBookings(tx: Tx, orderId: string, batchIds: readonly number[]): Promise<void>;
  releaseOfficeSeat(tx: Tx, batchId: number): Promise<boolean>;
};

/**
 * What the orders domain needs from other domains and from providers, put together in `server/composition/orders.ts`.
 */
export type OrderDeps = {
  db: Kysely<Database>;
  clock: Clock;
  payments: Payments;
  mail: Mail;
  notifications: Notifications;
  seats: Seats;
  /** SQL statements that read data of other domains. They can share a round trip with other statements. */
  queries: {
    /** Reads carts by student id. A student with an empty cart has no entry. Free seats are not checked. */
    carts(studentIds: readonly string[]): SqlRead<Map<string, OrderLine[]>>;
    settings: SqlRead<BookingSettings | null>;
  };
  /** The URL of this site, if configured. A `redirect_url` must have the origin of this URL or of the request. */
  publicUrl: string | undefined;
  /** Computes the keyed hash of an IP address, which is stored with an unpaid seat hold instead of the address. */
  hashAddress(address: string): Buffer;
  /**
   * The share of a batch's seats that unpaid orders from one IP address may hold, in percent. Two seats are always
   * allowed.
   */
  addressHoldPercent: number;
};

/**
 * Times of a payment, in seconds.
 * - `session`: for how long the payment can be started. Cashfree's minimum is 15 minutes.
 * - `grace`: how much longer the seats are held, for a payment that was started at the last moment.
 * - `pending`: how long the seats are held at least after a check has found the payment pending.
 * - `late`: how long after the session the payment poller still checks an unpaid attempt, because banks confirm some
 *   payments a day or two later.
 * - `short`: replaces both `session` and the hold for a student whose orders keep expiring.
 */
export const paymentTimes = { session: 1200, grace: 300, pending: 900, late: 3 * 86_400, short: 300 } as const;

/**
 * The times of one order, in seconds from when it is placed. `session`: for how long its payment can be started;
 * `hold`: for how long its seats are held.
 */
export type HoldTimes = { session: number; hold: number };

/** A student with at least this many orders that expired unpaid within the last day gets short holds. */
const expiredOrdersForShortHold = 2;

/**
 * The payment times of a student's new order. `expiredOrders`: how many of the student's orders expired unpaid within
 * the last day.
 */
export function holdTimesOf(expiredOrders: number): HoldTimes {
  if (expiredOrders >= expiredOrdersForShortHold) return { session: paymentTimes.short, hold: paymentTimes.short };
  return { session: paymentTimes.session, hold: paymentTimes.session + paymentTimes.grace };
}
