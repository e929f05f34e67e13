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

/**
 * The search parameters of the comparison page. `ids`: the compared courses, such as `ids=1,2,3`; null if missing.
 * `add`: one more course to add, such as `add=4`; null if missing.
 */
export type CompareAddress = { ids: number[] | null; add: number | null };

export function readCompareAddress(search: Readonly<Record<string, unknown>>): CompareAddress {
  return { ids: search.ids === undefined ? null : readIds(search.ids), add: readIds(search.add)[0] ?? null };
}

/**
 * The ids of the courses to compare: the ones in the URL (`savedIds` if it names none), and the course to add.
 * `isFull`: there is no room for the course to add.
 */
export function comparedCourses({ ids, add }: CompareAddress, savedIds: readonly number[] = []) {
  const before = (ids ?? savedIds).slice(0, maxCompared);
  const isNew = add !== null && !before.includes(add);
  const isFull = isNew && before.length >= maxCompared;
  return { ids: isNew && !isFull ? [...before, add] : before, isFull };
}

export function comparePath(ids: readonly number[]): string {
  return `${paths.coursesCompare}?ids=${ids.join(',')}`;
}

/** The ids of the courses that this tab compared last. */
export function readSavedIds(): number[] {
  return readIds(readDraft(draftName)).slice(0, maxCompared);
}

export function saveIds(ids: readonly number[]): void {
  writeDraft(draftName, ids);
}
