import type { OpenBatch, SeatDemand } from '../../db/available-seats.ts';
import { type Clock, today } from '../../http/clock.ts';
import type { OrderLine } from '../order-deps.ts';
import { batchRefusal, busyRefusal } from './order-refusals.ts';
import { sumDemand } from './quote.ts';

/** The earliest start date of a batch that can be booked: tomorrow, because a batch that starts today has started. */
export function firstStart(clock: Clock): string {
  return new Date(Date.parse(today(clock)) + 86_400_000).toISOString().slice(0, 10);
}

/**
 * Assigns the free seats of locked batches to orders, one order after the other. An order gets all its seats or none.
 */
export class SeatPlan {
  readonly #open: Map<number, OpenBatch>;
  readonly #assigned = new Map<number, number>();

  constructor(open: readonly OpenBatch[]) {
    this.#open = new Map(open.map((batch) => [batch.batch_id, batch]));
  }

  /**
   * Returns the seats that the order gets. `replaced` are the seats of the order that it replaces. They become free for
   * this order and for those after it.
   * @throws Refusal 409 for the first batch that can't be booked, 503 if a batch is locked
   */
  assign(lines: readonly OrderLine[], replaced: readonly SeatDemand[] = []): SeatDemand[] {
    if (replaced.some(({ batch_id }) => !this.#open.has(batch_id))) throw busyRefusal();
    const demand = sumDemand(lines);
    const freed = new Map(replaced.map(({ batch_id, seats }) => [batch_id, seats]));
    for (const one of demand) this.#requireSeats(one, freed.get(one.batch_id) ?? 0, lines);
    for (const { batch_id, seats } of demand) this.#add(batch_id, seats);
    for (const { batch_id, seats } of replaced) this.#add(batch_id, -seats);
    return demand;
  }

  #add(batchId: number, seats: number): void {
    this.#assigned.set(batchId, (this.#assigned.get(batchId) ?? 0) + seats);
  }

  #requireSeats({ batch_id, seats }: SeatDemand, freed: number, lines: readonly OrderLine[]): void {
    const batch = this.#open.get(batch_id);
    if (!batch) throw busyRefusal();
    const isFull = batch.free + freed - (this.#assigned.get(batch_id) ?? 0) < seats;
    const trouble = batch.trouble ?? (isFull ? 'full' : null);
    if (!trouble) return;
    const chosen = lines.flatMap((line) => line.courses).find((one) => one.batch.id === batch_id);
    throw batchRefusal(trouble, chosen?.course.id ?? 0, batch_id);
  }
}
