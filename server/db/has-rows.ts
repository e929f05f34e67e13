import { type RawBuilder, sql } from 'kysely';

/**
 * SQL that is true if `select … from rows` returns any row. `exists` would be slower, because the planner may then hash
 * a whole table instead of looking up the few rows of one student.
 */
export function hasRows(rows: RawBuilder<unknown>): RawBuilder<boolean> {
  return sql<boolean>`coalesce((select true from ${rows} limit 1), false)`;
}
