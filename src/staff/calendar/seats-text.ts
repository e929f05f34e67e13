import { counted } from '../../../contract/counted.ts';
import type { CalendarBatch } from '../../../contract/staff/batches.ts';

/** How many seats of a batch are taken, and how many of those are kept for the office. */
export function seatsText({ capacity, free, office }: CalendarBatch): string {
  const kept = office > 0 ? `, ${office} of them kept for the office` : '';
  return `${capacity - free} of ${counted(capacity, 'seat')} taken${kept}`;
}
