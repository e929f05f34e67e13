import { type Clock, today } from '../providers/clock.ts';
import type { BuyLine, OpenBatch, SeatDemand } from './order-parts.ts';
import { lockedOut, refuseBatch } from './order-refusals.ts';
import { sumDemand } from './quote.ts';

/** The first day on which a batch that can be booked may begin: one that begins today has started. */
export function firstStart(clock: Clock): string {
  return new Date(Date.parse(today(clock)) + 86_400_000).toISOString().slice(0, 10);
}

/** Deals the seats of locked batches out to orders, one after the other: each gets all that it wants or nothing. */
export class SeatPlan {
  readonly #open: Map<number, OpenBatch>;
  readonly #given = new Map<number, number>();

  constructor(open: readonly OpenBatch[]) {
    this.#open = new Map(open.map((batch) => [batch.batch_id, batch]));
  }

  /** Answers the seats. @throws Refusal 409 with the first batch that refuses, 503 where others hold it locked */
  deal(lines: readonly BuyLine[]): SeatDemand[] {
    const demand = sumDemand(lines);
    for (const one of demand) this.#require(one, lines);
    for (const { batch_id, seats } of demand) this.#given.set(batch_id, (this.#given.get(batch_id) ?? 0) + seats);
    return demand;
  }

  #require({ batch_id, seats }: SeatDemand, lines: readonly BuyLine[]): void {
    const batch = this.#open.get(batch_id);
    if (!batch) throw lockedOut();
    const isFull = batch.free - (this.#given.get(batch_id) ?? 0) < seats;
    const trouble = batch.trouble ?? (isFull ? 'full' : null);
    if (!trouble) return;
    const chosen = lines.flatMap((line) => line.courses).find((one) => one.batch.id === batch_id);
    throw refuseBatch(trouble, chosen?.course.id ?? 0, batch_id);
  }
}
