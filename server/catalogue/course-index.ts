import { type Kysely, sql } from 'kysely';
import type { Database } from '../db/schema.ts';
import { toPatterns } from '../db/search-words.ts';
import type { Clock } from '../providers/clock.ts';
import type { CourseFilter } from './course-filter.ts';

const freshFor = 1000;
const filtersKept = 64;

type Entry = { madeAt: number; ids: Promise<number[]> };

async function readIds(db: Kysely<Database>, filter: CourseFilter): Promise<number[]> {
  let query = db.selectFrom('courses').select('id').orderBy('position').orderBy('id');
  if (filter.isActiveOnly) query = query.where('is_active', '=', true);
  if (filter.courseId !== undefined) query = query.where('id', '=', filter.courseId);
  if (filter.categoryIds) query = query.where('category_id', '=', sql<number>`any(${filter.categoryIds}::integer[])`);
  if (filter.feeStructure !== undefined) query = query.where('fee_structure', '=', filter.feeStructure);
  const patterns = toPatterns(filter.search);
  if (patterns.length > 0) query = query.where('search_text', 'ilike', sql<string>`all(${patterns}::text[])`);
  const rows = await query.execute();
  return rows.map((row) => row.id);
}

/**
 * Ordered ids of the courses that a filter matches, kept a second: a page is a slice of them, so the last page costs
 * what the first does, and their number is the total. Bounded; the oldest filter goes first.
 */
export class CourseIndex {
  readonly #entries = new Map<string, Entry>();
  readonly #clock: Clock;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  async read(db: Kysely<Database>, filter: CourseFilter): Promise<number[]> {
    const key = JSON.stringify(filter);
    const now = this.#clock.now();
    const stored = this.#entries.get(key);
    if (stored && Math.abs(now - stored.madeAt) < freshFor) return stored.ids;
    const ids = readIds(db, filter);
    ids.catch(() => this.#entries.delete(key));
    this.#entries.delete(key);
    this.#entries.set(key, { madeAt: now, ids });
    const oldest = this.#entries.keys().next();
    if (this.#entries.size > filtersKept && !oldest.done) this.#entries.delete(oldest.value);
    return ids;
  }
}
