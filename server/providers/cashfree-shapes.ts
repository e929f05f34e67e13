import * as z from 'zod';
import { readPaise } from './payment-amount.ts';
import type { ProviderOrder, ProviderPayment, ProviderRefund } from './payments.ts';

const idSchema = z.union([z.string().min(1), z.number().int()]).transform(String);

/** Rupees on the wire, integer paise in here. */
const paiseSchema = z.unknown().transform((amount, context) => {
  const paise = readPaise(amount);
  if (paise !== null) return paise;
  context.issues.push({ code: 'custom', message: 'no amount in rupees and whole paise', input: amount });
  return z.NEVER;
});

/** Order of `POST /orders` and `GET /orders/{id}`. */
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

/** `GET /orders/{id}/payments`. */
export const paymentsSchema = z.array(paymentSchema);

/** `POST /orders/{id}/refunds` and `GET /orders/{id}/refunds/{refund id}`. */
export const refundSchema = z.object({
  refund_id: z.string(),
  cf_refund_id: idSchema.nullish(),
  refund_status: z.string(),
  refund_amount: paiseSchema,
});

/** An order whose ending was asked for may still be paid, and a status of later versions decides nothing. */
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

/** `NOT_ATTEMPTED` is no payment yet; a status of later versions may still become a success. */
const paymentStatuses: Record<string, ProviderPayment['status'] | null> = {
  SUCCESS: 'approved',
  FAILED: 'declined',
  USER_DROPPED: 'declined',
  CANCELLED: 'declined',
  VOID: 'declined',
  PENDING: 'pending',
  NOT_ATTEMPTED: null,
};

/** Payments oldest first; those without a time came before any with one. */
export function toPayments(told: z.output<typeof paymentsSchema>): ProviderPayment[] {
  const moment = ({ payment_time }: { payment_time?: string | null | undefined }) =>
    Date.parse(payment_time ?? '') || 0;
  return told
    .toSorted((one, other) => moment(one) - moment(other))
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

/** `PENDING`, `ONHOLD` and what later versions say may still become a success. */
export function toRefund(told: z.output<typeof refundSchema>): ProviderRefund {
  return { reference: told.cf_refund_id ?? null, status: refundStatuses[told.refund_status] ?? 'pending' };
}
