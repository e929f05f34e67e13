import { type Kysely, sql } from 'kysely';
import type { Database } from '../db/schema.ts';
import { toLikePatterns } from '../db/search-patterns.ts';
import type { Clock } from '../http/clock.ts';
import { previewDatabase } from '../http/preview-database.ts';
import type { CourseFilter } from './course-filter.ts';

const maxAgeMs = 1000;
const maxEntries = 64;

type Entry = { createdAt: number; ids: Promise<number[]> };

/**
 * Reads the ids of the courses that match the filter. All ids come as one row, because reading thousands of rows takes
 * several times as long. The longest search word has a condition `ilike` of its own, because `ilike all(…)` cannot use
 * the trigram index (decision 122, "Search courses by trigrams").
 */
async function readIds(db: Kysely<Database>, filter: CourseFilter): Promise<number[]> {
  let query = db
    .selectFrom('courses')
    .select(sql<number[]>`coalesce(json_agg(id order by position, id), '[]')`.as('ids'));
  // Write the condition `is_active` without a parameter. Otherwise, PostgreSQL would not use the indexes that contain
  // only active courses.
  if (filter.isActiveOnly) query = query.where(sql<boolean>`is_active`);
  if (filter.courseId !== undefined) query = query.where('id', '=', filter.courseId);
  const [category, ...otherCategories] = filter.categoryIds ?? [];
  if (category !== undefined && otherCategories.length === 0) query = query.where('category_id', '=', category);
  else if (filter.categoryIds)
    query = query.where('category_id', '=', sql<number>`any(${filter.categoryIds}::integer[])`);
  if (filter.feeStructure !== undefined) query = query.where('fee_structure', '=', filter.feeStructure);
  const patterns = toLikePatterns(filter.search);
  const [longest] = patterns.toSorted((a, b) => b.length - a.length);
  if (longest) {
    query = query.where('search_text', 'ilike', longest);
    if (patterns.length > 1) query = query.where('search_text', 'ilike', sql<string>`all(${patterns}::text[])`);
  }
  const { ids } = await query.executeTakeFirstOrThrow();
  return ids;
}

/**
 * Caches, for one second, the ordered ids of the courses that match a filter. A page of a course list is a slice of
 * these ids, so the last page takes no longer than the first. While a draft is previewed, the ids are not cached.
 */
export class CourseIndex {
  readonly #entries = new Map<string, Entry>();
  readonly #clock: Clock;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  async read(db: Kysely<Database>, filter: CourseFilter): Promise<number[]> {
    if (previewDatabase()) return readIds(db, filter);
    // Searches that differ only in spaces or in capital letters find the same courses, so they share a cache key.
    const key = JSON.stringify({ ...filter, search: toLikePatterns(filter.search) });
    const now = this.#clock.now();
    const stored = this.#entries.get(key);
    if (stored && Math.abs(now - stored.createdAt) < maxAgeMs) return stored.ids;
    const ids = readIds(db, filter);
    ids.catch(() => this.#entries.delete(key));
    this.#entries.delete(key);
    this.#entries.set(key, { createdAt: now, ids });
    const oldest = this.#entries.keys().next();
    if (this.#entries.size > maxEntries && !oldest.done) this.#entries.delete(oldest.value);
    return ids;
  }
}
