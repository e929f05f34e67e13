import type { ContentChange, FieldChange } from '../../content/load/merge-fields.ts';
import { toPlain } from '../output/plain-text.ts';
import type { Print } from '../output/print.ts';

const headings = {
  added: 'added',
  changed: 'changed',
  removed: 'removed',
  kept: 'kept, because staff changed it',
  overwritten: 'staff’s change overwritten',
  note: 'note',
} as const;

/** Shortens two texts to excerpts of at most 60 characters that begin shortly before the first difference. */
function shorten(one: string, other: string): [string, string] {
  let same = 0;
  while (same < one.length && one[same] === other[same]) same += 1;
  const from = Math.max(0, same - 12);
  const cut = (text: string) => {
    const part = `${from > 0 ? '…' : ''}${text.slice(from, from + 60)}`;
    return text.length > from + 60 ? `${part}…` : part;
  };
  return [cut(one), cut(other)];
}

function toText(value: unknown): string {
  if (value === undefined || value === null) return 'nothing';
  return toPlain(typeof value === 'string' ? value : JSON.stringify(value));
}

function fieldLine({ field, before, after }: FieldChange, action: ContentChange['action']): string {
  const [old, next] = shorten(toText(before), toText(after));
  return action === 'kept' ? `    ${field}: ${old} (the content says ${next})` : `    ${field}: ${old} → ${next}`;
}

/**
 * Counts the rows that a content load has added, changed or removed, and those in which it has kept or overwritten
 * changes by staff.
 */
export function countChanges(changes: readonly ContentChange[]): Partial<Record<ContentChange['action'], number>> {
  const counts: Partial<Record<ContentChange['action'], number>> = {};
  for (const action of Object.keys(headings) as ContentChange['action'][]) {
    const count = changes.filter((one) => one.action === action).length;
    if (count > 0 && action !== 'note') counts[action] = count;
  }
  return counts;
}

/**
 * Prints the changes that a load of content makes: what it adds, removes or changes (with the values before and after),
 * and which values set by staff it keeps. Unless `isFull`, added rows are only counted.
 */
export async function printChanges(out: Print, changes: readonly ContentChange[], isFull: boolean): Promise<void> {
  const listed = isFull ? changes : changes.filter(({ action }) => action !== 'added');
  const lines = listed.flatMap(({ action, name, fields = [], note }) => [
    `  ${headings[action]}: ${toPlain(name)}${note ? `: ${toPlain(note)}` : ''}`,
    ...fields.map((field) => fieldLine(field, action)),
  ]);
  if (lines.length > 0) await out(`${lines.join('\n')}\n`);
  const counts = Object.entries(countChanges(changes)).map(([action, count]) => `${count} ${action}`);
  await out(counts.length > 0 ? `${counts.join(', ')}\n` : 'no differences\n');
}
