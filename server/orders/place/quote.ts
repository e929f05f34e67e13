import type { Quote } from '../../../contract/orders.ts';
import type { SeatDemand } from '../../db/available-seats.ts';
import { toRupees } from '../../db/paise.ts';
import type { OrderLine } from '../order-deps.ts';

/** The price quote of cart lines: their current prices in rupees, their batches and dates. */
export function toQuote(lines: readonly OrderLine[]): Quote {
  return {
    total: toRupees(lines.reduce((sum, line) => sum + line.price.main, 0)),
    items: lines.map((line) => ({
      type: line.type,
      id: line.id,
      price: toRupees(line.price.main),
      batch_ids: line.courses.map((chosen) => chosen.batch.id),
      days: line.courses.map(({ batch }) => ({
        batch_id: batch.id,
        start_date: batch.start_date,
        end_date: batch.end_date,
      })),
    })),
  };
}

/**
 * Whether two quotes have the same items, prices and dates, in any order. Dates are compared only if both quotes have
 * them.
 */
export function isSameQuote(one: Quote, other: Quote): boolean {
  const isDated = [one, other].every(({ items }) => items.every(({ days }) => days));
  return fingerprint(one, isDated) === fingerprint(other, isDated);
}

function fingerprint({ total, items }: Quote, isDated: boolean): string {
  const lines = items.map(({ type, id, price, batch_ids, days = [] }) => {
    const dates = days.map(({ batch_id, start_date, end_date }) => `${batch_id}:${start_date}:${end_date}`);
    return [type, id, price, ...batch_ids.toSorted((a, b) => a - b), ...(isDated ? dates.sort() : [])].join(' ');
  });
  return [total, ...lines.sort()].join('\n');
}

/** Adds up the seats needed in each batch. The result is sorted by batch id. */
export function sumSeats(demand: readonly SeatDemand[]): SeatDemand[] {
  const sums = new Map<number, number>();
  for (const { batch_id, seats } of demand) sums.set(batch_id, (sums.get(batch_id) ?? 0) + seats);
  return [...sums].map(([batch_id, seats]) => ({ batch_id, seats })).sort((a, b) => a.batch_id - b.batch_id);
}

/**
 * The seats that the lines of a cart need. If two packages in the cart contain the same batch, they need two of its
 * seats.
 */
export function sumDemand(lines: readonly OrderLine[]): SeatDemand[] {
  return sumSeats(lines.flatMap((line) => line.courses.map(({ batch }) => ({ batch_id: batch.id, seats: 1 }))));
}
