import type { OpenBatch, ReservedSeats, SeatDemand } from '../../db/available-seats.ts';
import { type Clock, today } from '../../http/clock.ts';
import type { OrderLine } from '../order-deps.ts';
import type { AddressHold } from './address-holds.repo.ts';
import { batchRefusal, busyRefusal, tooManyHoldsRefusal } from './order-refusals.ts';
import { sumDemand } from './quote.ts';

/** The earliest start date of a batch that can be booked: tomorrow. A batch that starts today counts as started. */
export function firstStart(clock: Clock): string {
  return new Date(Date.parse(today(clock)) + 86_400_000).toISOString().slice(0, 10);
}

/**
 * The unpaid orders of one IP address may always hold this many seats of a batch, even if the limit in percent of the
 * batch's seats allows fewer.
 */
const minAddressSeats = 2;

/**
 * What one order needs: the seats of its lines.
 * - `replaced`: seats that are held for the student already, by the unpaid order that the new one replaces or by
 *   waiting list offers. The new order frees them.
 * - `reserved`: seats that a waiting list has offered to the student without holding them. The new order ends these
 *   reservations.
 */
export type SeatRequest = {
  studentId: string;
  addressHash: Buffer;
  lines: readonly OrderLine[];
  replaced: readonly SeatDemand[];
  reserved: readonly SeatDemand[];
};

type StoredSeats = {
  open: readonly OpenBatch[];
  reserved: readonly ReservedSeats[];
  addressHolds: readonly AddressHold[];
};

/**
 * Assigns the free seats of locked batches to orders, one order after the other. An order gets all its seats or none.
 * The unpaid orders of one IP address get only a share of each batch.
 */
export class SeatPlan {
  readonly #open: Map<number, OpenBatch>;
  /** How many of the free seats are reserved for waiting lists, by batch. */
  readonly #reserved: Map<number, number>;
  readonly #assigned = new Map<number, number>();
  /**
   * How many seats unpaid orders hold. The outer keys combine a batch and the hash of an IP address; the inner keys are
   * the ids of the students.
   */
  readonly #held = new Map<string, Map<string, number>>();
  readonly #addressPercent: number;

  constructor({ open, reserved, addressHolds }: StoredSeats, addressPercent: number) {
    this.#open = new Map(open.map((batch) => [batch.batch_id, batch]));
    this.#reserved = new Map(reserved.map((one) => [one.batch_id, one.reserved]));
    this.#addressPercent = addressPercent;
    for (const { batch_id, address_hash, student_id, seats } of addressHolds)
      this.#holdsOf(batch_id, address_hash).set(student_id, seats);
  }

  /**
   * Assigns the order its seats and returns them. The seats held for the student so far (`replaced`) become free for
   * this order and for later calls of `assign`.
   * @throws Refusal 409 for the first batch that can't be booked, 503 if a batch is locked
   */
  assign(request: SeatRequest): SeatDemand[] {
    const { studentId, addressHash, lines, replaced, reserved } = request;
    if (replaced.some(({ batch_id }) => !this.#open.has(batch_id))) throw busyRefusal();
    const demand = sumDemand(lines);
    for (const one of demand) this.#requireSeats(one, request);
    for (const { batch_id, seats } of reserved) this.#reserved.set(batch_id, this.#reservedIn(batch_id) - seats);
    for (const { batch_id, seats } of replaced) {
      this.#add(batch_id, -seats);
      this.#holdsOf(batch_id, addressHash).delete(studentId);
    }
    for (const { batch_id, seats } of demand) {
      this.#add(batch_id, seats);
      this.#holdsOf(batch_id, addressHash).set(studentId, seats);
    }
    return demand;
  }

  #add(batchId: number, seats: number): void {
    this.#assigned.set(batchId, (this.#assigned.get(batchId) ?? 0) + seats);
  }

  #reservedIn(batchId: number): number {
    return this.#reserved.get(batchId) ?? 0;
  }

  #holdsOf(batchId: number, addressHash: Buffer): Map<string, number> {
    const key = `${batchId} ${addressHash.toString('hex')}`;
    const held = this.#held.get(key) ?? new Map<string, number>();
    this.#held.set(key, held);
    return held;
  }

  /** How many seats of the batch are held by unpaid orders that other students have placed from the same IP address. */
  #heldByOthers(batchId: number, { studentId, addressHash }: SeatRequest): number {
    let held = 0;
    for (const [holder, seats] of this.#holdsOf(batchId, addressHash)) if (holder !== studentId) held += seats;
    return held;
  }

  #requireSeats({ batch_id, seats }: SeatDemand, request: SeatRequest): void {
    const batch = this.#open.get(batch_id);
    if (!batch) throw busyRefusal();
    const own = (some: readonly SeatDemand[]) => some.find((one) => one.batch_id === batch_id)?.seats ?? 0;
    const free = batch.free - (this.#assigned.get(batch_id) ?? 0);
    const unreserved = Math.max(0, free - this.#reservedIn(batch_id));
    const isFull = Math.min(free, unreserved + own(request.reserved)) + own(request.replaced) < seats;
    const trouble = batch.trouble ?? (isFull ? 'full' : null);
    const mostForAddress = Math.max(minAddressSeats, Math.floor((batch.capacity * this.#addressPercent) / 100));
    const isCrowded = this.#heldByOthers(batch_id, request) + seats > mostForAddress;
    if (!trouble && !isCrowded) return;
    const chosen = request.lines.flatMap((line) => line.courses).find((one) => one.batch.id === batch_id);
    const courseId = chosen?.course.id ?? 0;
    throw trouble ? batchRefusal(trouble, courseId, batch_id) : tooManyHoldsRefusal(courseId, batch_id);
  }
}
