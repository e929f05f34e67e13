import { type Answer, failure, isAmount, type Sent } from './cashfree-rules.ts';

export type StandInRefund = {
  cf_refund_id: string;
  refund_id: string;
  order_id: string;
  refund_amount: number;
  refund_currency: string;
  refund_status: string;
};

type PaidOrder = { order_id: string; order_amount: number; order_status: string };

function create(refunds: Map<string, StandInRefund>, order: PaidOrder, body: Record<string, unknown>): Answer {
  const refund_id = String(body.refund_id);
  if (!/^[a-zA-Z0-9]{3,40}$/.test(refund_id)) return failure(400, 'refund_id_invalid', 'refund_id : invalid');
  if (String(body.refund_note ?? '').length > 100) return failure(400, 'refund_note_invalid', 'refund_note : invalid');
  if (!isAmount(body.refund_amount)) return failure(400, 'refund_amount_invalid', 'refund_amount : invalid');
  if (refunds.has(refund_id)) return failure(400, 'refund_id_already_exists', 'refund_id : already exists');
  if (order.order_status !== 'PAID') return failure(409, 'refund_not_allowed', 'order is not paid');
  const refund = {
    cf_refund_id: String(11_325_632 + refunds.size),
    refund_id,
    order_id: order.order_id,
    refund_amount: Number(body.refund_amount),
    refund_currency: 'INR',
    refund_status: 'PENDING',
  };
  refunds.set(refund_id, refund);
  return { status: 200, body: refund };
}

/** Responds to requests for `/orders/{id}/refunds` as Cashfree does; returns undefined for other paths. */
export function answerRefunds(
  refunds: Map<string, StandInRefund>,
  order: PaidOrder,
  { method, path: [, , part, refundId], text }: Pick<Sent, 'method' | 'path' | 'text'>,
): Answer | undefined {
  if (part !== 'refunds') return undefined;
  if (method === 'POST' && refundId === undefined) return create(refunds, order, JSON.parse(text));
  const refund = refunds.get(refundId ?? '');
  if (method !== 'GET') return undefined;
  return refund ? { status: 200, body: refund } : failure(404, 'refund_not_found', 'Refund does not exist');
}
