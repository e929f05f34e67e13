import type { BatchDays } from '../contract/batch.ts';
import type { Cart, CartItem, CartItemType, LineId, LineTrouble } from '../contract/cart.ts';
import type { Quote } from '../contract/orders.ts';
import { lineCourses, lineName } from './cart-lines.ts';

/** A changed cart line. The name is included, because the line may have left the cart. */
export type ChangedLine = { type: CartItemType; id: number; name: string };
/** The course of a changed cart line: the line's own course, or one course of its package. */
type ChangedCourse = ChangedLine & { courseId: number; courseName: string };

/**
 * One difference between the cart and what the student saw; prices in rupees. `unavailable`: the batch cannot be
 * booked, so the student cannot simply accept the change. In a change of dates, `was` is null if the screen showed no
 * dates before.
 */
export type QuoteChange =
  | ({ kind: 'price'; was: number; now: number } & ChangedLine)
  | ({ kind: 'added' } & ChangedLine)
  | ({ kind: 'removed' } & ChangedLine)
  | ({ kind: 'dates'; was: BatchDays | null; now: BatchDays } & ChangedCourse)
  | ({ kind: 'unavailable'; trouble: LineTrouble; days: BatchDays } & ChangedCourse)
  | { kind: 'total'; was: number; now: number }
  | { kind: 'terms' };

type QuoteLine = Quote['items'][number];
/**
 * The total and the lines of a cart as a screen showed them. One of the two may be missing: a server that refuses an
 * order because the cart has changed may send only the total or only the lines.
 */
type ShownQuote = { total?: number | undefined; items?: QuoteLine[] | undefined };
/**
 * Where to look up the name of a cart line: first in `carts`, newest cart first, then in `changes`. These are changes
 * that the student was shown before; they have the names of lines that have left the cart.
 */
type NameSources = { carts: readonly (Cart | undefined)[]; changes?: readonly (QuoteChange | ChangedLine)[] | null };

/**
 * The quote for a cart, as the review page shows it: the total, and the price, batches and dates of each line. Prices
 * are in rupees.
 */
export function quoteOf(cart: Cart): Quote {
  const items = cart.items.map((line) => {
    const batches = lineCourses(line).map(({ batch }) => batch);
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

const isSame = (one: LineId) => (other: LineId) => one.type === other.type && one.id === other.id;
const unnamed = { course: 'A course', package: 'A package' } as const;

function findLine({ carts }: NameSources, id: LineId): CartItem | undefined {
  return carts.flatMap((cart) => cart?.items ?? []).find(isSame(id));
}

function named({ type, id }: LineId, sources: NameSources): ChangedLine {
  const line = findLine(sources, { type, id });
  const change = sources.changes?.find((one) => 'name' in one && isSame(one)({ type, id }));
  const name = line ? lineName(line) : change && 'name' in change ? change.name : unnamed[type];
  return { type, id, name };
}

function daysAt({ batch_ids, days }: QuoteLine, index: number): BatchDays | null {
  const found = days?.find(({ batch_id }) => batch_id === batch_ids[index]);
  return found ? { start_date: found.start_date, end_date: found.end_date } : null;
}

/**
 * The changes of dates in a cart line: a course has another batch than the student was shown, or its batch has other
 * dates.
 */
function dayChanges(was: QuoteLine, now: QuoteLine, sources: NameSources): QuoteChange[] {
  const line = findLine(sources, now);
  return (line ? lineCourses(line) : []).flatMap(({ courseId, courseName }, index): QuoteChange[] => {
    const [before, after] = [daysAt(was, index), daysAt(now, index)];
    if (!after) return [];
    const isOther = was.batch_ids[index] !== now.batch_ids[index];
    const isMoved = before !== null && (before.start_date !== after.start_date || before.end_date !== after.end_date);
    if (!isOther && !isMoved) return [];
    return [{ kind: 'dates', ...named(now, sources), courseId, courseName, was: before, now: after }];
  });
}

function lineChanges(was: QuoteLine, now: QuoteLine, sources: NameSources): QuoteChange[] {
  const days = dayChanges(was, now, sources);
  if (was.price === now.price) return days;
  return [{ kind: 'price', ...named(now, sources), was: was.price, now: now.price }, ...days];
}

/** The differences between what the student was shown and `after`, the quote for the current cart. */
export function quoteChanges({ total, items }: ShownQuote, after: Quote, sources: NameSources): QuoteChange[] {
  const changes: QuoteChange[] = [];
  for (const was of items ?? []) {
    const now = after.items.find(isSame(was));
    changes.push(...(now ? lineChanges(was, now, sources) : [{ kind: 'removed' as const, ...named(was, sources) }]));
  }
  const added = items ? after.items.filter((now) => !items.some(isSame(now))) : [];
  changes.push(...added.map((now) => ({ kind: 'added' as const, ...named(now, sources) })));
  if (total !== undefined && total !== after.total) changes.push({ kind: 'total', was: total, now: after.total });
  return changes;
}

/** Courses in the cart whose batch cannot be booked: it is full, closed, started or already booked. */
export function troubleChanges(cart: Cart): QuoteChange[] {
  return cart.items.flatMap((line) =>
    lineCourses(line).flatMap(({ courseId, courseName, batch, trouble }): QuoteChange[] => {
      if (!trouble) return [];
      const days = { start_date: batch.start_date, end_date: batch.end_date };
      return [{ kind: 'unavailable', ...named(line, { carts: [cart] }), courseId, courseName, trouble, days }];
    }),
  );
}

/**
 * All changes that a student must see before ordering: differences from what was shown, and batches that cannot be
 * booked.
 */
export function cartChanges(
  shown: ShownQuote | null,
  cart: Cart,
  { carts, changes = null }: NameSources,
): QuoteChange[] {
  const sources = { carts: [cart, ...carts], changes };
  return [...(shown ? quoteChanges(shown, quoteOf(cart), sources) : []), ...troubleChanges(cart)];
}

/**
 * The quote for the cart, but with the old price of each line whose price has changed since the student added it.
 * Prices are in rupees.
 */
export function quoteWhenAdded(cart: Cart, prices: readonly { line: CartItem; was: number }[]): Quote {
  const quote = quoteOf(cart);
  const wasOf = (item: QuoteLine) => prices.find(({ line }) => isSame(line)(item))?.was ?? item.price;
  const increase = quote.items.reduce((sum, item) => sum + item.price - wasOf(item), 0);
  return {
    ...quote,
    total: quote.total - increase,
    items: quote.items.map((item) => ({ ...item, price: wasOf(item) })),
  };
}

/**
 * The names of the cart's lines. They are stored, because a message about a line that has left the cart needs its name.
 */
export function lineNames(cart: Cart): ChangedLine[] {
  return cart.items.map((line) => ({ type: line.type, id: line.id, name: lineName(line) }));
}
