import type { Quote } from '../../contract/orders.ts';
import { toRupees } from '../db/paise.ts';
import type { BuyLine, SeatDemand } from './order-parts.ts';

/** What the lines cost now, in rupees, with their batches. */
export function toQuote(lines: readonly BuyLine[]): Quote {
  return {
    total: toRupees(lines.reduce((sum, line) => sum + line.price.main, 0)),
    items: lines.map((line) => ({
      type: line.type,
      id: line.id,
      price: toRupees(line.price.main),
      batch_ids: line.courses.map((chosen) => chosen.batch.id),
    })),
  };
}

/** The same things at the same price, whatever their order. */
export function isSameQuote(one: Quote, other: Quote): boolean {
  return fingerprint(one) === fingerprint(other);
}

function fingerprint({ total, items }: Quote): string {
  const lines = items.map(({ type, id, price, batch_ids }) =>
    [type, id, price, ...batch_ids.toSorted((a, b) => a - b)].join(' '),
  );
  return [total, ...lines.sort()].join('\n');
}

/** Seats by batch: two packages may share one. */
export function sumDemand(lines: readonly BuyLine[]): SeatDemand[] {
  const seats = new Map<number, number>();
  for (const { batch } of lines.flatMap((line) => line.courses)) seats.set(batch.id, (seats.get(batch.id) ?? 0) + 1);
  return [...seats].map(([batch_id, count]) => ({ batch_id, seats: count }));
}
