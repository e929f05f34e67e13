import type { Kysely } from 'kysely';
import type { Database, Tx } from '../../db/schema.ts';

type BookedLine = {
  itemId: number;
  type: 'course' | 'package';
  name: string;
  /** What was paid for the order line and can still be refunded, in paise. */
  paidPaise: number;
  courses: ReadonlyArray<{ batch_id: number; start_date: string }>;
  /** The ids of the cancelled batches in this order line. */
  cancelledBatchIds: readonly number[];
};

/** Who changes a booking, and why. `key` is the idempotency key: a repeat under the same key changes nothing. */
type Change = { orderId: string; actor: string; reason: string; key: string };

/** The functions of the orders domain that read and change bookings. They throw if a change is not allowed. */
export type BookingChanges = {
  /**
   * Locks an order, its batches and `batchIds`, so that nobody else changes its bookings until the transaction ends.
   */
  lock(tx: Tx, orderId: string, batchIds?: readonly number[]): Promise<unknown>;
  readLines(db: Kysely<Database>, orderId: string): Promise<readonly BookedLine[]>;
  /**
   * What a refund would pay back for each booking in a batch, in paise. `needsOffice`: the office must decide on the
   * refund, because another course of the same package has begun by `today` and its batch is not cancelled.
   */
  readBatchRefunds(
    db: Kysely<Database>,
    batchId: number,
    today: string,
  ): Promise<ReadonlyArray<{ orderId: string; paise: number; needsOffice: boolean }>>;
  /** Cancels one line of an order (a course or a package) and refunds it in full. */
  refundLine(tx: Tx, change: Change & { itemId: number }): Promise<unknown>;
  transfer(tx: Tx, change: Change & { courseId: number; fromBatchId: number; toBatchId: number }): Promise<unknown>;
  /** True for an error that `transfer` throws if `toBatchId` cannot be booked. */
  isRefusedTransfer(error: unknown): boolean;
};
