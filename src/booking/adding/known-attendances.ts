import { useMemo, useSyncExternalStore } from 'react';
import { useOwnAttendances, withQueued } from '../../cart/warnings/attendances.ts';
import type { OutboxRow } from '../../offline/outbox/row.ts';
import type { BookingContext } from '../booking-context.ts';
import { useQueuedAttendances } from '../queued-attendances.ts';

const none: readonly OutboxRow[] = [];

/**
 * The batches that the student has booked, has in the cart, or has put into the outbox. `isLoading`: the cart or the
 * bookings are still loading, so batches may be missing.
 */
export function useKnownAttendances({ studentId, adds: { outbox } }: BookingContext) {
  const { attendances: own, isLoading } = useOwnAttendances(studentId);
  const rows = useSyncExternalStore(
    outbox.subscribe,
    () => outbox.rows,
    () => none,
  );
  const queued = useQueuedAttendances(studentId, rows);
  const attendances = useMemo(() => withQueued(own, queued), [own, queued]);
  return { attendances, isLoading };
}
