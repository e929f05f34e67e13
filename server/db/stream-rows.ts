import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { Database } from './schema.ts';

/**
 * Yields the rows of a query in pages, through a cursor, so that memory use does not depend on the number of rows. All
 * pages show the data as it was at the start. The generator holds one connection until it ends or is closed.
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
    // After a lost connection, the rollback fails too. Ignore its error, because it would hide the original error.
    await transaction
      .rollback()
      .execute()
      .catch(() => {});
  }
}
