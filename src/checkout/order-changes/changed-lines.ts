import type { CartItem } from '../../../contract/cart.ts';
import type { ChangedLine, QuoteChange } from '../../../machines/order-quote.ts';

export type LineDifference = Extract<QuoteChange, ChangedLine>;
export type ChangedLines = { line: ChangedLine; changes: LineDifference[] };

const isUnavailable = ({ changes }: ChangedLines) => changes.some(({ kind }) => kind === 'unavailable');

/**
 * Groups changes by cart line. Lines that cannot be booked come first; apart from that, the sequence of the lines stays
 * the same.
 */
export function groupByLine(changes: readonly QuoteChange[]): ChangedLines[] {
  const lines = new Map<string, ChangedLines>();
  for (const change of changes) {
    if (!('name' in change)) continue;
    const { type, id, name } = change;
    const known = lines.get(`${type} ${id}`);
    if (known) known.changes.push(change);
    else lines.set(`${type} ${id}`, { line: { type, id, name }, changes: [change] });
  }
  const all = [...lines.values()];
  return [...all.filter(isUnavailable), ...all.filter((line) => !isUnavailable(line))];
}

/**
 * Marks the batches of the line that are unavailable according to `changes`. This is needed when the cart could not be
 * reloaded, because the shown cart is then outdated and does not mark them.
 */
export function withTroubles(line: CartItem, changes: readonly LineDifference[]): CartItem {
  const troubleOf = (courseId: number) =>
    changes.find((change) => change.kind === 'unavailable' && change.courseId === courseId);
  const marked = <T extends { batch: object; trouble: unknown }>(course: T, courseId: number): T => {
    const change = troubleOf(courseId);
    if (change?.kind !== 'unavailable') return course;
    if (change.trouble === 'booked') return { ...course, batch: { ...course.batch, is_booked: true } };
    return { ...course, trouble: change.trouble };
  };
  const { course, package: bundle } = line;
  return {
    ...line,
    ...(course ? { course: marked(course, course.id) } : {}),
    ...(bundle ? { package: { ...bundle, batches: bundle.batches.map((one) => marked(one, one.course.id)) } } : {}),
  };
}
