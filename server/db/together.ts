import { CompiledQuery, type Kysely, type RawBuilder } from 'kysely';
import { manyStatements } from './prepared-pool.ts';
import type { Database } from './schema.ts';

/** A statement to be run where the caller likes, and what its rows tell. */
export type Reading<Answer> = { statement: RawBuilder<unknown>; read(rows: readonly unknown[]): Answer };

/** The rows of each statement. */
export type RowsOf<Statements extends ReadonlyArray<RawBuilder<unknown>>> = {
  -readonly [Place in keyof Statements]: Statements[Place] extends RawBuilder<infer Row> ? Row[] : never;
};

/**
 * Runs statements on one connection in one round trip, each after the one before it and each with a look of its own at the
 * database. Throws what the first of them that fails threw: in a transaction, those behind it had no effect either.
 */
export async function together<const Statements extends ReadonlyArray<RawBuilder<unknown>>>(
  connection: Kysely<Database>,
  statements: Statements,
): Promise<RowsOf<Statements>> {
  const compiled = statements.map((one) => one.compile(connection));
  const { rows } = await connection.executeQuery(CompiledQuery.raw(manyStatements, compiled));
  return rows as RowsOf<Statements>;
}
