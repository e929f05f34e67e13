import { paths } from '../../../contract/pages.ts';
import { readDraft, writeDraft } from '../../offline/drafts.ts';

/** Courses side by side, at most. */
export const mostCompared = 3;
const draft = 'compare';

function readIds(value: unknown): number[] {
  const ids = (Array.isArray(value) ? value : String(value ?? '').split(',')).map(Number);
  return [...new Set(ids.filter((id) => Number.isSafeInteger(id) && id > 0))];
}

/** What an address asks: `ids=1,2,3`, and with `add=4` one more; `ids` is null where the address names none. */
export type CompareAddress = { ids: number[] | null; add: number | null };

export function readCompareAddress(search: Readonly<Record<string, unknown>>): CompareAddress {
  return { ids: search.ids === undefined ? null : readIds(search.ids), add: readIds(search.add)[0] ?? null };
}

/** Courses that are compared; `isFull` where one more was asked than there is room for. */
export function compared({ ids, add }: CompareAddress, kept: readonly number[] = []) {
  const before = (ids ?? kept).slice(0, mostCompared);
  const isNew = add !== null && !before.includes(add);
  const isFull = isNew && before.length >= mostCompared;
  return { ids: isNew && !isFull ? [...before, add] : before, isFull };
}

/** Address of these courses side by side. */
export function comparePath(ids: readonly number[]): string {
  return `${paths.coursesCompare}?ids=${ids.join(',')}`;
}

/** What this tab compared last. */
export function readKept(): number[] {
  return readIds(readDraft(draft)).slice(0, mostCompared);
}

export function keepCompared(ids: readonly number[]): void {
  writeDraft(draft, ids);
}
