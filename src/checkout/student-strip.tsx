import { CartCount } from '../cart/cart-count.tsx';
import { useTappedPrices } from '../cart/tapped-prices.ts';
import { useWaitingChanges } from '../offline/use-waiting-changes.ts';
import { ResumeNotice } from './resume-notice.tsx';

type StudentStripProps = { studentId: string; onCount: (count: number | null) => void };

/** What every page does for a student's booking: counts the cart, remembers prices, says what can go on. */
export function StudentStrip({ studentId, onCount }: StudentStripProps) {
  useTappedPrices(studentId, useWaitingChanges(studentId));
  return (
    <>
      <CartCount studentId={studentId} onCount={onCount} />
      <ResumeNotice studentId={studentId} />
    </>
  );
}
