import { CompiledQuery, type Kysely, type RawBuilder } from 'kysely';
import type { Database } from '../schema.ts';
import { pipelinedStatements } from './prepared-pool.ts';

/**
 * An SQL query that the caller can send together with other statements, and the function that turns its rows into a
 * result.
 */
export type SqlRead<Result> = { statement: RawBuilder<unknown>; read(rows: readonly unknown[]): Result };

/** The types of the rows that the statements of a pipeline return. */
export type RowsOf<Statements extends ReadonlyArray<RawBuilder<unknown>>> = {
  -readonly [Index in keyof Statements]: Statements[Index] extends RawBuilder<infer Row> ? Row[] : never;
};

/**
 * Runs statements in order, on one connection and in one round trip. Each statement has its own snapshot, as if they
 * were sent one by one. Throws the error of the first statement that fails. In a transaction, the statements after the
 * failed one have no effect; outside a transaction, they run and take effect.
 */
export async function runPipelined<const Statements extends ReadonlyArray<RawBuilder<unknown>>>(
  connection: Kysely<Database>,
  statements: Statements,
): Promise<RowsOf<Statements>> {
  const compiled = statements.map((one) => one.compile(connection));
  const { rows } = await connection.executeQuery(CompiledQuery.raw(pipelinedStatements, compiled));
  return rows as RowsOf<Statements>;
}
