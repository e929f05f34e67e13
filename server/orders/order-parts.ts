import type { Kysely, RawBuilder, Transaction } from 'kysely';
import type { BookingSettings } from '../../contract/booking.ts';
import type { CartItemType, LineTrouble } from '../../contract/cart.ts';
import type { Database } from '../db/schema.ts';
import type { Reading } from '../db/together.ts';
import type { Clock } from '../providers/clock.ts';
import type { Mail } from '../providers/mail.ts';
import type { Payments } from '../providers/payments.ts';

type Tx = Transaction<Database>;

/** A line of the cart with its price of now, in paise. */
export type BuyLine = {
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

export type SeatDemand = { batch_id: number; seats: number };

/** A batch under its lock: why nobody can book it whatever its seats, and how many are free. */
export type OpenBatch = { batch_id: number; trouble: 'started' | 'closed' | null; free: number };

/** The seats of booking (`server/booking/seats.ts`). */
export type Seats = {
  lock(tx: Tx, batchIds: readonly number[], orderId: string | null): Promise<void>;
  open(tx: Tx, batchIds: readonly number[], firstStart: string, isPatient: boolean): Promise<OpenBatch[]>;
  /** The statement of `open`, for an array of batches that is itself a part of it. */
  opening(batchIds: RawBuilder<unknown>, firstStart: string, isPatient: boolean): RawBuilder<OpenBatch>;
  /** A statement, to be part of the one that writes the orders. */
  taking(demand: readonly SeatDemand[]): RawBuilder<unknown>;
  release(tx: Tx, orderId: string): Promise<void>;
  extend(tx: Tx, orderId: string, seconds: number): Promise<void>;
  book(tx: Tx, orderId: string, demand: readonly SeatDemand[], firstStart: string): Promise<boolean>;
};

/** What orders need of the other domains and of the world, bound in `app.ts`. */
export type OrderParts = {
  db: Kysely<Database>;
  clock: Clock;
  payments: Payments;
  mail: Mail;
  seats: Seats;
  /** Carts by student, without a look at the seats; no entry where a cart is empty. */
  readCarts(db: Kysely<Database>, studentIds: readonly string[]): Promise<Map<string, BuyLine[]>>;
  readSettings(db: Kysely<Database>): Promise<BookingSettings | null>;
  /** The same as statements that share a round trip with others. */
  reading: {
    carts(studentIds: readonly string[]): Reading<Map<string, BuyLine[]>>;
    settings: Reading<BookingSettings | null>;
  };
  /** Origins that a `redirect_url` may have beside the call's own. */
  publicUrl: string | undefined;
};

/**
 * Seconds. A payment can be begun for `session` (Cashfree takes no less than 15 minutes); a hold outlives it by `grace`,
 * for a payment that was begun last, and one that is `pending` keeps it that long from each look. Banks confirm some
 * payments a day or two later: until `late` they are still looked for, now and then.
 */
export const paymentTimes = { session: 1200, grace: 300, pending: 900, late: 3 * 86_400 } as const;
