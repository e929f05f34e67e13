import * as z from 'zod';
import { readPaise } from './payment-amount.ts';
import type { ProviderOrder, ProviderPayment, ProviderRefund } from './payments.ts';

const idSchema = z.union([z.string().min(1), z.number().int()]).transform(String);

/** An amount in rupees as Cashfree sends it, parsed to integer paise. */
const paiseSchema = z.unknown().transform((amount, context) => {
  const paise = readPaise(amount);
  if (paise !== null) return paise;
  context.issues.push({ code: 'custom', message: 'no amount in rupees and whole paise', input: amount });
  return z.NEVER;
});

/** Cashfree's response to `POST /orders` and `GET /orders/{id}`. */
export const orderSchema = z.object({
  order_id: z.string(),
  order_status: z.string(),
  order_amount: paiseSchema,
  order_currency: z.literal('INR'),
  payment_session_id: z.string().min(1).optional(),
});
export type CashfreeOrder = z.output<typeof orderSchema>;

const paymentSchema = z.object({
  cf_payment_id: idSchema,
  payment_status: z.string(),
  payment_amount: paiseSchema,
  payment_currency: z.literal('INR').optional(),
  payment_group: z.string().nullish(),
  payment_time: z.string().nullish(),
});

/** Cashfree's response to `GET /orders/{id}/payments`. */
export const paymentsSchema = z.array(paymentSchema);

/** Cashfree's response to `POST /orders/{id}/refunds` and `GET /orders/{id}/refunds/{refund id}`. */
export const refundSchema = z.object({
  refund_id: z.string(),
  cf_refund_id: idSchema.nullish(),
  refund_status: z.string(),
  refund_amount: paiseSchema,
});

/**
 * Our status for each of Cashfree's order statuses. An order with TERMINATION_REQUESTED can still become paid.
 * Unknown statuses, which later API versions may have, count as active.
 */
const orderStatuses: Record<string, ProviderOrder['status']> = {
  ACTIVE: 'active',
  TERMINATION_REQUESTED: 'active',
  PAID: 'paid',
  EXPIRED: 'expired',
  TERMINATED: 'expired',
};

export function toOrderStatus(status: string): ProviderOrder['status'] {
  return orderStatuses[status] ?? 'active';
}

/**
 * Our status for each of Cashfree's payment statuses. `NOT_ATTEMPTED` has none, because it is not a payment yet.
 * Unknown statuses, which later API versions may have, count as pending.
 */
const paymentStatuses: Record<string, ProviderPayment['status'] | null> = {
  SUCCESS: 'approved',
  FAILED: 'declined',
  USER_DROPPED: 'declined',
  CANCELLED: 'declined',
  VOID: 'declined',
  PENDING: 'pending',
  NOT_ATTEMPTED: null,
};

/** Converts Cashfree's payments of an order to ours, oldest first. Payments without a time come first. */
export function toPayments(payments: z.output<typeof paymentsSchema>): ProviderPayment[] {
  const timeOf = ({ payment_time }: { payment_time?: string | null | undefined }) =>
    Date.parse(payment_time ?? '') || 0;
  return payments
    .toSorted((one, other) => timeOf(one) - timeOf(other))
    .flatMap(({ cf_payment_id, payment_status, payment_amount, payment_group }) => {
      const status = payment_status in paymentStatuses ? paymentStatuses[payment_status] : 'pending';
      return status ? [{ id: cf_payment_id, status, amountPaise: payment_amount, method: payment_group ?? null }] : [];
    });
}

const refundStatuses: Record<string, ProviderRefund['status']> = {
  SUCCESS: 'settled',
  CANCELLED: 'failed',
  FAILED: 'failed',
  REJECTED: 'failed',
};

/**
 * Converts a refund of Cashfree's to ours. `PENDING`, `ONHOLD` and unknown statuses, which later API versions may
 * have, count as pending, because such a refund may still succeed.
 */
export function toRefund(refund: z.output<typeof refundSchema>): ProviderRefund {
  return {
    reference: refund.cf_refund_id ?? null,
    status: refundStatuses[refund.refund_status] ?? 'pending',
    amountPaise: refund.refund_amount,
  };
}
