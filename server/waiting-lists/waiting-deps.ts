import type { Kysely, RawBuilder } from 'kysely';
import type { BookingSettings } from '../../contract/booking.ts';
import type { CartAdd } from '../../contract/cart.ts';
import type { OpenBatch, SeatDemand } from '../db/available-seats.ts';
import type { Database, Tx } from '../db/schema.ts';
import type { Clock } from '../http/clock.ts';
import type { Mail } from '../providers/mail/mail.ts';
import type { Notifications } from '../providers/push/push.ts';

/** What waiting lists need from other domains and from providers, bound in `server/composition/waiting-lists.ts`. */
export type WaitingDeps = {
  db: Kysely<Database>;
  clock: Clock;
  mail: Mail;
  notifications: Notifications;
  /** Maximum time for which a seat is offered. */
  offerHours: number;
  /** The seat functions of the booking domain, described in `server/booking/seats.repo.ts`. */
  offeredSeats: {
    openSql(batchIds: RawBuilder<unknown>, firstStart: string, waitForLocks: boolean): RawBuilder<OpenBatch>;
    takeSql(demand: readonly SeatDemand[]): RawBuilder<unknown>;
    offerSql(entryId: number): RawBuilder<unknown>;
    withdrawSql(entryIds: readonly number[]): RawBuilder<unknown>;
  };
  readSettings(db: Kysely<Database>): Promise<BookingSettings | null>;
  /** Puts an item into the student's cart. Lines with the same item, or with one of its courses, are removed. */
  putInCart(tx: Tx, studentId: string, add: CartAdd): Promise<void>;
};
