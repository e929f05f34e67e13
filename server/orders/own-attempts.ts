import { type RawBuilder, sql } from 'kysely';

/** A payment attempt, and the student to whose order it must belong. */
export type OwnAttempt = { studentId: string; attemptId: string };

/**
 * SQL for a FROM clause with the payment attempts `a` and their orders `o`. `own.position` numbers the attempts in the
 * given sequence. Attempts of other students are left out.
 */
export const ownAttemptsSql = (own: readonly OwnAttempt[]): RawBuilder<unknown> => sql`
  unnest(${own.map((one) => one.studentId)}::uuid[], ${own.map((one) => one.attemptId)}::text[])
    with ordinality as own (student_id, attempt_id, position)
  join payment_attempts a on a.id = own.attempt_id
  join orders o on o.id = a.order_id and o.student_id = own.student_id`;

/** The rows that belong to the attempts, in their sequence; null for an attempt without a row. */
export function inSequence<Row extends { position: number }>(
  own: readonly OwnAttempt[],
  rows: readonly Row[],
): Array<Omit<Row, 'position'> | null> {
  const found = new Map(rows.map(({ position, ...row }) => [position, row]));
  return own.map((_, index) => found.get(index + 1) ?? null);
}
