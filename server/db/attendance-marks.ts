import { sql } from 'kysely';

/** SQL condition: the mark `m` (attendance_marks) was not removed after it was set. */
export const isMarkSetSql = sql<boolean>`(m.removed_at is null or m.removed_at < m.marked_at)`;
