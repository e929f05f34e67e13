import type { Kysely, RawBuilder } from 'kysely';
import type { BookingSettings } from '../../contract/booking.ts';
import type { CartItemType, LineTrouble } from '../../contract/cart.ts';
import type { OpenBatch, SeatDemand } from '../db/available-seats.ts';
import type { SqlRead } from '../db/connection/pipeline.ts';
import type { Database, Tx } from '../db/schema.ts';
import type { Clock } from '../http/clock.ts';
import type { Mail } from '../providers/mail/mail.ts';
import type { Payments } from '../providers/payments/payments.ts';

/** A line of the cart at its current price, in paise. */
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
  }>;
};

/** The seat functions of the booking domain (`server/booking/seats.repo.ts` documents each). */
export type Seats = {
  lock(tx: Tx, batchIds: readonly number[], orderId: string | null): Promise<void>;
  open(tx: Tx, batchIds: readonly number[], firstStart: string, waitForLocks: boolean): Promise<OpenBatch[]>;
  /** SQL of `open`; `batchIds` is an SQL expression for an array of ids. */
  openSql(batchIds: RawBuilder<unknown>, firstStart: string, waitForLocks: boolean): RawBuilder<OpenBatch>;
  /** SQL that takes the seats, to be included in the statement that inserts the orders. */
  takeSql(demand: readonly SeatDemand[]): RawBuilder<unknown>;
  release(tx: Tx, orderId: string): Promise<void>;
  /** SQL of `release`, for several orders. */
  releaseSql(orderIds: readonly string[]): RawBuilder<unknown>;
  extend(tx: Tx, orderId: string, seconds: number): Promise<void>;
  book(tx: Tx, orderId: string, demand: readonly SeatDemand[], firstStart: string): Promise<boolean>;
};

/** What orders need from other domains and from providers, bound in `server/composition/orders.ts`. */
export type OrderDeps = {
  db: Kysely<Database>;
  clock: Clock;
  payments: Payments;
  mail: Mail;
  seats: Seats;
  /** Reads as SQL, so that they can share a round trip with other statements. */
  queries: {
    /** Carts by student id, without checking for free seats; a student whose cart is empty has no entry. */
    carts(studentIds: readonly string[]): SqlRead<Map<string, OrderLine[]>>;
    settings: SqlRead<BookingSettings | null>;
  };
  /** The address of this site, if configured. A `redirect_url` may point here as well as to the request's own origin. */
  publicUrl: string | undefined;
};

/**
 * Seconds. A payment can be started during `session` (Cashfree's minimum is 15 minutes). A hold lasts `grace` longer, for
 * a payment started at the last moment. Each check that finds a payment pending extends the hold to at least `pending`
 * from then. Banks confirm some payments a day or two later, so the poller checks a closed attempt until `late` after its session.
 */
export const paymentTimes = { session: 1200, grace: 300, pending: 900, late: 3 * 86_400 } as const;
