import type { Cart, CartItem } from '../../contract/cart.ts';
import type { Quote } from '../../contract/orders.ts';
import type { BatchDays, ChangedLine, QuoteChange } from '../../machines/checkout.types.ts';
import { lineName, partsOf } from '../cart/line-parts.ts';

type QuoteLine = Quote['items'][number];
/** A quote of which the server may repeat only what it was told. */
type Shown = { total?: number | undefined; items?: QuoteLine[] | undefined };
/** Where names are known from: carts, the freshest first, and what was told of lines that have gone. */
type Known = { carts: readonly (Cart | undefined)[]; changes?: readonly QuoteChange[] | null };

/** What the review screen shows of a cart: each line's price, batches and days, in rupees. */
export function quoteOf(cart: Cart): Quote {
  const items = cart.items.map((line) => {
    const batches = partsOf(line).map(({ batch }) => batch);
    return {
      type: line.type,
      id: line.id,
      price: line.price.main,
      batch_ids: batches.map(({ id }) => id),
      days: batches.map(({ id, start_date, end_date }) => ({ batch_id: id, start_date, end_date })),
    };
  });
  return { total: cart.totals.total, items };
}

type Thing = Pick<CartItem, 'type' | 'id'>;
const isSame = (one: Thing) => (other: Thing) => one.type === other.type && one.id === other.id;
const unnamed = { course: 'A course', package: 'A package' } as const;

function findLine({ carts }: Known, thing: Thing): CartItem | undefined {
  return carts.flatMap((cart) => cart?.items ?? []).find(isSame(thing));
}

function named({ type, id }: Thing, known: Known): ChangedLine {
  const line = findLine(known, { type, id });
  const told = known.changes?.find((change) => 'name' in change && isSame(change)({ type, id }));
  const name = line ? lineName(line) : told && 'name' in told ? told.name : unnamed[type];
  return { type, id, name };
}

function daysAt({ batch_ids, days }: QuoteLine, place: number): BatchDays | null {
  const found = days?.find(({ batch_id }) => batch_id === batch_ids[place]);
  return found ? { start_date: found.start_date, end_date: found.end_date } : null;
}

/** Courses of a line that have another batch, or the same one on other days. */
function dayChanges(was: QuoteLine, now: QuoteLine, known: Known): QuoteChange[] {
  const line = findLine(known, now);
  return (line ? partsOf(line) : []).flatMap(({ courseId, courseName }, place): QuoteChange[] => {
    const [before, after] = [daysAt(was, place), daysAt(now, place)];
    if (!after) return [];
    const isOther = was.batch_ids[place] !== now.batch_ids[place];
    const isMoved = before !== null && (before.start_date !== after.start_date || before.end_date !== after.end_date);
    if (!isOther && !isMoved) return [];
    return [{ kind: 'dates', ...named(now, known), courseId, courseName, was: before, now: after }];
  });
}

function lineChanges(was: QuoteLine, now: QuoteLine, known: Known): QuoteChange[] {
  const days = dayChanges(was, now, known);
  if (was.price === now.price) return days;
  return [{ kind: 'price', ...named(now, known), was: was.price, now: now.price }, ...days];
}

/** What differs between what was shown and what holds now. */
export function quoteChanges({ total, items }: Shown, after: Quote, known: Known): QuoteChange[] {
  const changes: QuoteChange[] = [];
  for (const was of items ?? []) {
    const now = after.items.find(isSame(was));
    changes.push(...(now ? lineChanges(was, now, known) : [{ kind: 'removed' as const, ...named(was, known) }]));
  }
  const added = items ? after.items.filter((now) => !items.some(isSame(now))) : [];
  changes.push(...added.map((now) => ({ kind: 'added' as const, ...named(now, known) })));
  if (total !== undefined && total !== after.total) changes.push({ kind: 'total', was: total, now: after.total });
  return changes;
}

/** Courses of the cart that cannot be booked as they are: no seats, closed, or begun. */
export function troubleChanges(cart: Cart): QuoteChange[] {
  return cart.items.flatMap((line) =>
    partsOf(line).flatMap(({ courseId, courseName, batch, trouble }): QuoteChange[] => {
      if (!trouble) return [];
      const days = { start_date: batch.start_date, end_date: batch.end_date };
      return [{ kind: 'unavailable', ...named(line, { carts: [cart] }), courseId, courseName, trouble, days }];
    }),
  );
}

/** All that a student has to know before going on with a cart that may not be the one they saw. */
export function cartChanges(shown: Shown | null, cart: Cart, { carts, changes = null }: Known): QuoteChange[] {
  const known = { carts: [cart, ...carts], changes };
  return [...(shown ? quoteChanges(shown, quoteOf(cart), known) : []), ...troubleChanges(cart)];
}

/** A quote as the student knows it from their taps: `prices` (rupees) of lines that cost something else now. */
export function quoteAtTaps(cart: Cart, prices: readonly { line: CartItem; was: number }[]): Quote {
  const quote = quoteOf(cart);
  const wasOf = (item: QuoteLine) => prices.find(({ line }) => isSame(line)(item))?.was ?? item.price;
  const less = quote.items.reduce((sum, item) => sum + item.price - wasOf(item), 0);
  return { ...quote, total: quote.total - less, items: quote.items.map((item) => ({ ...item, price: wasOf(item) })) };
}
