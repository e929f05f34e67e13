import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { Database } from './schema.ts';

/**
 * Rows of one query, page by page, as they were when the first was read: memory stays the same however many there are.
 * Holds one connection until it is read to the end or left.
 */
export async function* streamRows<Row>(
  db: Kysely<Database>,
  query: RawBuilder<Row>,
  pageSize = 500,
): AsyncGenerator<Row[]> {
  const transaction = await db.startTransaction().setAccessMode('read only').execute();
  try {
    await sql`declare pages no scroll cursor for ${query}`.execute(transaction);
    for (;;) {
      const { rows } = await sql<Row>`fetch forward ${sql.raw(String(pageSize))} from pages`.execute(transaction);
      if (rows.length > 0) yield rows;
      if (rows.length < pageSize) return;
    }
  } finally {
    // On a lost connection the rollback fails too and would hide why reading failed.
    await transaction
      .rollback()
      .execute()
      .catch(() => {});
  }
}
