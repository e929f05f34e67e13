import { seatChecks } from '../booking/reconcile.repo.ts';
import type { ConsistencyCheck } from '../db/consistency-check.ts';
import { isPaymentPending } from '../orders/pay/pending-payment.ts';
import { moneyChecks, orderChecks } from '../orders/staff/reconcile.repo.ts';

/** All checks of `landfall seats reconcile`, in the order in which their results are printed. */
export const consistencyChecks: readonly ConsistencyCheck[] = [
  ...seatChecks(isPaymentPending),
  ...orderChecks,
  ...moneyChecks,
];
