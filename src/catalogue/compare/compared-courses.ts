import { paths } from '../../../contract/pages.ts';
import { searchNumber, searchText } from '../../lib/search-values.ts';
import { readDraft, writeDraft } from '../../offline/session/drafts.ts';

/** At most this many courses are compared. */
export const maxCompared = 3;
const draftName = 'compare';

function readIds(value: unknown): number[] {
  const ids = (Array.isArray(value) ? value : (searchText(value) ?? '').split(',')).map(searchNumber);
  return [...new Set(ids.filter((id) => Number.isSafeInteger(id) && id > 0))];
}

/** The search parameters of the comparison page: `ids=1,2,3`, null if missing, and `add=4` for one more course. */
export type CompareAddress = { ids: number[] | null; add: number | null };

export function readCompareAddress(search: Readonly<Record<string, unknown>>): CompareAddress {
  return { ids: search.ids === undefined ? null : readIds(search.ids), add: readIds(search.add)[0] ?? null };
}

/** The courses to compare: those of the URL, or else `savedIds`. `isFull`: the course to add does not fit. */
export function comparedCourses({ ids, add }: CompareAddress, savedIds: readonly number[] = []) {
  const before = (ids ?? savedIds).slice(0, maxCompared);
  const isNew = add !== null && !before.includes(add);
  const isFull = isNew && before.length >= maxCompared;
  return { ids: isNew && !isFull ? [...before, add] : before, isFull };
}

export function comparePath(ids: readonly number[]): string {
  return `${paths.coursesCompare}?ids=${ids.join(',')}`;
}

/** The courses that this tab compared last. */
export function readSavedIds(): number[] {
  return readIds(readDraft(draftName)).slice(0, maxCompared);
}

export function saveIds(ids: readonly number[]): void {
  writeDraft(draftName, ids);
}
