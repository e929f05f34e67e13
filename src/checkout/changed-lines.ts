import type { CartItem } from '../../contract/cart.ts';
import type { ChangedLine, QuoteChange } from '../../machines/checkout.types.ts';

export type LineDifference = Extract<QuoteChange, ChangedLine>;
export type ChangedLines = { line: ChangedLine; changes: LineDifference[] };

const isUrgent = ({ changes }: ChangedLines) => changes.some(({ kind }) => kind === 'unavailable');

/** Changes by line, in the order in which they are told; first those that stand in the way. */
export function byLine(changes: readonly QuoteChange[]): ChangedLines[] {
  const lines = new Map<string, ChangedLines>();
  for (const change of changes) {
    if (!('name' in change)) continue;
    const { type, id, name } = change;
    const known = lines.get(`${type} ${id}`);
    if (known) known.changes.push(change);
    else lines.set(`${type} ${id}`, { line: { type, id, name }, changes: [change] });
  }
  const all = [...lines.values()];
  return [...all.filter(isUrgent), ...all.filter((line) => !isUrgent(line))];
}

/** The line with the troubles that were told of it: without an answer the cart on the screen is still the old one. */
export function withTroubles(line: CartItem, changes: readonly LineDifference[]): CartItem {
  const troubleOf = (courseId: number) =>
    changes.find((change) => change.kind === 'unavailable' && change.courseId === courseId);
  const marked = <Part extends { batch: object; trouble: unknown }>(part: Part, courseId: number): Part => {
    const told = troubleOf(courseId);
    if (told?.kind !== 'unavailable') return part;
    if (told.trouble === 'booked') return { ...part, batch: { ...part.batch, is_booked: true } };
    return { ...part, trouble: told.trouble };
  };
  const { course, package: bundle } = line;
  return {
    ...line,
    ...(course ? { course: marked(course, course.id) } : {}),
    ...(bundle ? { package: { ...bundle, batches: bundle.batches.map((part) => marked(part, part.course.id)) } } : {}),
  };
}
