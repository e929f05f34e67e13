import * as z from 'zod';
import { type Cart, cartAddCodes } from '../../../contract/cart.ts';
import { cartChangeSchema, orderCodes, pendingPaymentSchema } from '../../../contract/orders.ts';
import type { OrderOutcome, OrderRefusalCode, QuoteChange } from '../../../machines/checkout.context.ts';
import { lineCourses, lineName } from '../../cart/line-courses.ts';
import { ApiError } from '../../lib/api.ts';
import { quoteChanges } from '../order-changes/quote.ts';

const refusalCodes: readonly string[] = [...orderCodes, ...cartAddCodes];
const batchTroubles = {
  ALREADY_BOOKED: 'booked',
  BATCH_FULL: 'full',
  BATCH_CLOSED: 'closed',
  BATCH_STARTED: 'started',
} as const;
const batchDataSchema = z.object({ batch_id: z.number() });

function readChanges(data: unknown, seen: Cart | undefined): QuoteChange[] {
  const parsed = cartChangeSchema.safeParse(data);
  if (!parsed.success) return [];
  const { before, after } = parsed.data;
  const hasNewTerms = before.terms_version !== undefined && before.terms_version !== after.terms_version;
  return [...quoteChanges(before, after, { carts: [seen] }), ...(hasNewTerms ? [{ kind: 'terms' as const }] : [])];
}

/** The course in the cart whose batch was refused; empty if the cart does not contain it. */
function readTrouble({ code, failure }: ApiError, seen: Cart | undefined): QuoteChange[] {
  const trouble = Object.entries(batchTroubles).find(([known]) => known === code)?.[1];
  const refused = batchDataSchema.safeParse(failure?.data);
  if (!trouble || !refused.success) return [];
  return (seen?.items ?? []).flatMap((line) =>
    lineCourses(line)
      .filter(({ batch }) => batch.id === refused.data.batch_id)
      .map(({ courseId, courseName, batch: { start_date, end_date } }): QuoteChange => {
        const course = { type: line.type, id: line.id, name: lineName(line), courseId, courseName };
        return { kind: 'unavailable', ...course, trouble, days: { start_date, end_date } };
      }),
  );
}

/** Whether the order may still have been placed. It is then sent again with the same key. */
function isUnresolved({ kind, status, code }: ApiError): boolean {
  if (kind !== 'refused' || status === 401 || code === 'IN_PROGRESS') return true;
  return status >= 500 && code !== 'PROVIDER_UNAVAILABLE';
}

/**
 * Translates a failed `createOrder` call. `seen`: the cart that the screen showed.
 * @throws the given error if the order may still have been placed
 */
export function readOrderFailure(error: unknown, seen: Cart | undefined): OrderOutcome {
  if (!(error instanceof ApiError) || isUnresolved(error)) throw error;
  if (error.code === 'CART_CHANGED') return { kind: 'changed', changes: readChanges(error.failure?.data, seen) };
  const pending = pendingPaymentSchema.safeParse(error.failure?.data);
  if (error.code === 'PAYMENT_PENDING' && pending.success)
    return { kind: 'pending', orderId: pending.data.order_id, attemptId: pending.data.attempt_id };
  const changes = readTrouble(error, seen);
  if (changes.length > 0) return { kind: 'changed', changes };
  const code = error.code !== null && refusalCodes.includes(error.code) ? error.code : 'UNKNOWN_ERROR';
  return { kind: 'refused', refusal: { code: code as OrderRefusalCode, message: error.failure?.message ?? null } };
}
