import type { Kysely, RawBuilder } from 'kysely';
import type { BookingSettings } from '../../contract/booking.ts';
import type { CartAdd } from '../../contract/cart.ts';
import type { OpenBatch, SeatDemand } from '../db/available-seats.ts';
import type { Database, Tx } from '../db/schema.ts';
import type { Clock } from '../http/clock.ts';
import type { Mail } from '../providers/mail/mail.ts';
import type { Notifications } from '../providers/push/push.ts';

/** What waiting lists need from other domains and from providers. `server/composition/waiting-lists.ts` provides it. */
export type WaitingDeps = {
  db: Kysely<Database>;
  clock: Clock;
  mail: Mail;
  notifications: Notifications;
  /** For how many hours a seat is offered at most. */
  offerHours: number;
  /**
   * Functions of the booking domain that take, hold and release seats. `server/booking/seats.repo.ts` describes them.
   */
  offeredSeats: {
    openSql(batchIds: RawBuilder<unknown>, firstStart: string, waitForLocks: boolean): RawBuilder<OpenBatch>;
    takeSql(demand: readonly SeatDemand[]): RawBuilder<unknown>;
    offerSql(entryId: number): RawBuilder<unknown>;
    withdrawSql(entryIds: readonly number[]): RawBuilder<unknown>;
  };
  readSettings(db: Kysely<Database>): Promise<BookingSettings | null>;
  /**
   * Puts an item into the student's cart. It first removes the line with the same item, and lines with single courses
   * that the item contains.
   */
  putInCart(tx: Tx, studentId: string, add: CartAdd): Promise<void>;
};
