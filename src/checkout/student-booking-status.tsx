import { CartCount } from '../cart/cart-count.tsx';
import { useSavePricesWhenAdded } from '../cart/price-when-added.ts';
import { useWaitingChanges } from '../offline/outbox/list/use-waiting-changes.ts';
import { ResumeNotice } from './resume/resume-notice.tsx';

type StudentBookingStatusProps = { studentId: string; onCount: (count: number | null) => void };

/**
 * Runs on every page of a signed-in student: counts the cart for the header's badge, saves the prices of queued adds, and
 * shows a notice when a booking can be continued.
 */
export function StudentBookingStatus({ studentId, onCount }: StudentBookingStatusProps) {
  useSavePricesWhenAdded(studentId, useWaitingChanges(studentId));
  return (
    <>
      <CartCount studentId={studentId} onCount={onCount} />
      <ResumeNotice studentId={studentId} />
    </>
  );
}
