import { sql } from 'kysely';

/** SQL condition: the attendance mark `m` (a row of `attendance_marks`) has not been removed since it was set. */
export const isMarkSetSql = sql<boolean>`(m.removed_at is null or m.removed_at < m.marked_at)`;
