import type { RawBuilder } from 'kysely';
import type { PaymentRequest } from '../providers/payments.ts';
import { type DrawnNumber, insertingOrders, type NewOrder, totalOf } from './insert-orders.repo.ts';
import { toCreated } from './open-payment.ts';
import type { OrderParts, SeatDemand } from './order-parts.ts';
import type { Judged } from './place-set.ts';
import { sumSeats } from './quote.ts';

type Written = {
  demands: ReadonlyMap<Judged, readonly SeatDemand[]>;
  /** A number for each, or more. */
  drawn: readonly DrawnNumber[];
  termsVersion: string;
};

function toRequest({ buyer, ask, lines }: Judged, { id, expires_at }: DrawnNumber): PaymentRequest {
  const attemptId = `${id}-1`;
  const name = `${buyer?.first_name} ${buyer?.last_name}`;
  const customer = { id: ask.studentId, name, email: buyer?.email ?? null, phone: buyer?.mobile ?? null };
  const money = { amountPaise: totalOf(lines), expiresAt: expires_at };
  return { orderId: attemptId, ...money, customer, idempotencyKey: attemptId, returnUrl: ask.returnTo(attemptId) };
}

/**
 * Gives each ask its verdict and answers the statement that writes their orders: with their payment sessions and the whole
 * answers where the provider's are our own rows, else the sessions come after the commit (design 4).
 */
export function writeOrders(parts: OrderParts, placing: readonly Judged[], written: Written): RawBuilder<unknown> {
  const { payments, seats } = parts;
  const numbered = placing.map((one, place) => {
    const drawn = written.drawn[place];
    if (!drawn) throw new Error('too few numbers were drawn');
    return { one, drawn, request: toRequest(one, drawn) };
  });
  const own = payments.openOwn?.(numbered.map(({ request }) => request));
  const orders = numbered.map(({ one, drawn, request }, place): NewOrder => {
    const placed = { orderId: drawn.id, attemptId: request.orderId, isFree: false };
    const session = own?.sessions[place];
    const created = session ? toCreated(placed, session) : null;
    one.outcome = { answer: { kind: 'placed', placed, request, created } };
    const { studentId, callKey } = one.ask;
    const opened = session && created ? { session, answer: created } : null;
    return { ...drawn, studentId, lines: one.lines, demand: written.demands.get(one) ?? [], callKey, opened };
  });
  const taking = seats.taking(sumSeats(orders.flatMap(({ demand }) => demand)));
  return insertingOrders(orders, {
    termsVersion: written.termsVersion,
    provider: payments.name,
    parts: [taking, ...(own ? [own.statement] : [])],
  });
}
