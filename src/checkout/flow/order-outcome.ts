import type { Cart } from '../../../contract/cart.ts';
import { type CartChange, createOrder } from '../../../contract/orders.ts';
import { lineCourses, lineName } from '../../../machines/cart-lines.ts';
import type { OrderOutcome, OrderRefusalCode } from '../../../machines/checkout.context.ts';
import { type QuoteChange, quoteChanges } from '../../../machines/order-quote.ts';
import { ApiError } from '../../lib/api.ts';
import { isRefusal, refusalCode } from '../../lib/refusals.ts';

const batchTroubles = {
  ALREADY_BOOKED: 'booked',
  BATCH_FULL: 'full',
  BATCH_CLOSED: 'closed',
  BATCH_STARTED: 'started',
} as const;

function toChanges({ before, after }: CartChange, seen: Cart | undefined): QuoteChange[] {
  const hasNewTerms = before.terms_version !== undefined && before.terms_version !== after.terms_version;
  return [...quoteChanges(before, after, { carts: [seen] }), ...(hasNewTerms ? [{ kind: 'terms' as const }] : [])];
}

/**
 * Returns a change of the cart that says why a batch is unavailable, if the server refused the order because of this
 * batch. Returns an empty list after any other refusal, or if the cart does not contain the batch.
 */
function readTrouble(error: ApiError, seen: Cart | undefined): QuoteChange[] {
  if (!isRefusal(error, createOrder, 'ALREADY_BOOKED', 'BATCH_FULL', 'BATCH_CLOSED', 'BATCH_STARTED')) return [];
  const { batch_id } = error.data;
  const trouble = batchTroubles[error.code];
  return (seen?.items ?? []).flatMap((line) =>
    lineCourses(line)
      .filter(({ batch }) => batch.id === batch_id)
      .map(({ courseId, courseName, batch: { start_date, end_date } }): QuoteChange => {
        const course = { type: line.type, id: line.id, name: lineName(line), courseId, courseName };
        return { kind: 'unavailable', ...course, trouble, days: { start_date, end_date } };
      }),
  );
}

/**
 * Whether the order may have been placed despite the error. If so, the order is sent again with the same idempotency
 * key.
 */
function isUnresolved(error: ApiError): boolean {
  const { status } = error;
  if (status < 400 || status === 401 || isRefusal(error, createOrder, 'IN_PROGRESS')) return true;
  return status >= 500 && !isRefusal(error, createOrder, 'PROVIDER_UNAVAILABLE');
}

/**
 * Error codes of `createOrder` that have an outcome of their own in the checkout machine. All other codes are shown as
 * a refused order.
 */
const ownOutcomes: readonly string[] = ['CART_CHANGED', 'DATES_CLASH', 'PAYMENT_PENDING', 'CONTACT_NOT_VERIFIED'];

const isOwnCode = (code: string): code is Exclude<OrderRefusalCode, 'UNKNOWN_ERROR'> =>
  code in createOrder.refusals && !ownOutcomes.includes(code);

/** The code by which the screen chooses the text of a refusal. An unexpected code counts as `UNKNOWN_ERROR`. */
function shownCode(error: ApiError): OrderRefusalCode {
  const code = refusalCode(error, createOrder);
  return code !== null && isOwnCode(code) ? code : 'UNKNOWN_ERROR';
}

/**
 * Returns the outcome of a failed `createOrder` call for the checkout machine. `seen`: the cart that the screen showed.
 * @throws the given error if the order may still have been placed
 */
export function readOrderFailure(error: unknown, seen: Cart | undefined): OrderOutcome {
  if (!(error instanceof ApiError) || isUnresolved(error)) throw error;
  if (isRefusal(error, createOrder, 'CART_CHANGED')) return { kind: 'changed', changes: toChanges(error.data, seen) };
  if (isRefusal(error, createOrder, 'PAYMENT_PENDING'))
    return { kind: 'pending', orderId: error.data.order_id, attemptId: error.data.attempt_id };
  if (isRefusal(error, createOrder, 'DATES_CLASH')) return { kind: 'clashing', clashes: error.data.clashes };
  if (isRefusal(error, createOrder, 'CONTACT_NOT_VERIFIED')) return { kind: 'contactNeeded' };
  const changes = readTrouble(error, seen);
  if (changes.length > 0) return { kind: 'changed', changes };
  return { kind: 'refused', refusal: { code: shownCode(error), message: error.failure?.message ?? null } };
}
