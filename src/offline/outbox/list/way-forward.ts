import { paths } from '../../../../contract/pages.ts';
import { type FaultCode, isCartRow, type OutboxRow } from '../row.ts';
import { unconfirmedCode } from '../row-rules.ts';

/** A page on which the student can do something about a refused or unconfirmed change. */
export type WayForward = { text: string; href: string };

const seeCart: WayForward = { text: 'See your cart', href: paths.cart };

const inCart: readonly FaultCode[] = ['COURSE_ALREADY_IN_CART', 'PACKAGE_ALREADY_IN_CART'];
const otherBatches: readonly FaultCode[] = [
  'BATCH_FULL',
  'BATCH_CLOSED',
  'BATCH_STARTED',
  'BATCH_NOT_OF_COURSE',
  'ALREADY_BOOKED',
  'PACKAGE_INCOMPLETE',
];
/**
 * Error codes of refused additions to the cart that may succeed later: a seat may become free, and the academy may open
 * a batch again.
 */
const mayChange: readonly FaultCode[] = ['BATCH_FULL', 'BATCH_CLOSED'];

/** If the row is an addition to the cart that the server refused, the error code of the refusal; otherwise null. */
function refusedAddCode({ kind, state, lastError }: OutboxRow): FaultCode | null {
  return kind === 'cart.add' && state === 'needsAttention' && lastError?.isFinal ? lastError.code : null;
}

/**
 * The page on which the student can continue, as a link. After a refused add: the cart if it contains the course or
 * package already, else Book Online. For an unconfirmed change: the cart, which shows whether the change has arrived.
 * Null if no page would help.
 */
export function wayForward(row: OutboxRow): WayForward | null {
  if (isCartRow(row) && row.lastError?.code === unconfirmedCode) return seeCart;
  const code = refusedAddCode(row);
  if (code === null || row.kind !== 'cart.add') return null;
  const { payload } = row;
  if (inCart.includes(code)) return seeCart;
  if (code === 'NOT_FOUND') return { text: 'See what you can book', href: paths.bookOnline };
  if (!otherBatches.includes(code)) return null;
  return payload.type === 'course'
    ? { text: 'Choose another batch', href: `${paths.bookOnline}?tab=individual&course=${payload.course_id}` }
    : { text: 'Choose batches again', href: `${paths.bookOnline}?tab=packages&package=${payload.package_id}` };
}

/** Whether the server may accept the row if it is sent again unchanged. */
export function isRetryUseful(row: OutboxRow): boolean {
  if (row.kind === 'unreadable') return false;
  const code = refusedAddCode(row);
  return code === null || mayChange.includes(code) || wayForward(row) === null;
}
