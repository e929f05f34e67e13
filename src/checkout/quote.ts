import type { BatchTrouble, Cart, CartItem } from '../../contract/cart.ts';
import type { Quote } from '../../contract/orders.ts';
import type { QuoteChange } from '../../machines/checkout.types.ts';

type QuoteLine = Quote['items'][number];
/** A quote of which the server may repeat only what it was told. */
type Shown = { total?: number | undefined; items?: QuoteLine[] | undefined };

function batchesOf(line: CartItem): { id: number; trouble: BatchTrouble | null }[] {
  if (line.course) return [{ id: line.course.batch.id, trouble: line.course.trouble }];
  return (line.package?.batches ?? []).map(({ batch, trouble }) => ({ id: batch.id, trouble }));
}

/** What the review screen shows of a cart: each line's price and batches, in rupees. */
export function quoteOf(cart: Cart): Quote {
  return {
    total: cart.totals.total,
    items: cart.items.map((line) => ({
      type: line.type,
      id: line.id,
      price: line.price.main,
      batch_ids: batchesOf(line).map(({ id }) => id),
    })),
  };
}

const sameThing = (one: QuoteLine) => (other: QuoteLine) => one.type === other.type && one.id === other.id;
const batchKey = ({ batch_ids }: QuoteLine) => [...batch_ids].sort((a, b) => a - b).join(' ');

function lineChanges(was: QuoteLine, now: QuoteLine): QuoteChange[] {
  const thing = { type: now.type, id: now.id };
  const changes: QuoteChange[] = [];
  if (was.price !== now.price) changes.push({ kind: 'price', ...thing, was: was.price, now: now.price });
  if (batchKey(was) !== batchKey(now)) changes.push({ kind: 'dates', ...thing });
  return changes;
}

/** What differs between what was shown and what holds now. */
export function quoteChanges(before: Shown, after: Quote): QuoteChange[] {
  const { total, items } = before;
  const changes: QuoteChange[] = [];
  for (const was of items ?? []) {
    const now = after.items.find(sameThing(was));
    if (now) changes.push(...lineChanges(was, now));
    else changes.push({ kind: 'removed', type: was.type, id: was.id });
  }
  if (items) {
    const added = after.items.filter((now) => !items.some(sameThing(now)));
    changes.push(...added.map(({ type, id }): QuoteChange => ({ kind: 'added', type, id })));
  }
  if (total !== undefined && total !== after.total) changes.push({ kind: 'total', was: total, now: after.total });
  return changes;
}

/** Lines of the cart that cannot be booked any more: seats gone or closed, or begun. */
export function troubleChanges(cart: Cart): QuoteChange[] {
  return cart.items.flatMap((line): QuoteChange[] => {
    const troubles = batchesOf(line).flatMap(({ trouble }) => trouble ?? []);
    if (troubles.length === 0) return [];
    const kind = troubles.every((trouble) => trouble === 'started') ? 'dates' : 'seats';
    return [{ kind, type: line.type, id: line.id }];
  });
}
