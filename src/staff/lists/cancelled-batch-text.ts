import type { CancelledBooking } from '../../../contract/enrolments.ts';
import { formatInstant } from '../../lib/format/format.ts';

/** Says that the batch of a booking is cancelled, and who decides what happens to the booking. */
export function cancelledBatchText({ choose_until }: CancelledBooking): string {
  if (choose_until === null) return 'batch cancelled: the office must settle it';
  if (Date.parse(choose_until) <= Date.now())
    return 'batch cancelled: the student has not chosen in time and gets a refund';
  return `batch cancelled: the student may choose another batch or a refund until ${formatInstant(choose_until)}`;
}
