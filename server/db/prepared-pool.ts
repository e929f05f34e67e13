import type { Writable } from 'node:stream';
import type { CompiledQuery, PostgresCursor, PostgresPool, PostgresPoolClient, PostgresQueryResult } from 'kysely';
import type pg from 'pg';

/** Stands for the text of several statements, which are the parameters (`together.ts`). */
export const manyStatements = '-- many';

const namesAtMost = 300;
const seenAtMost = 1000;

/** Gives a statement a name from its second use on; statements of ever new text, such as bulk inserts, stay without. */
class StatementNames {
  readonly #names = new Map<string, string>();
  readonly #seen = new Set<string>();

  nameOf(text: string): string | undefined {
    const name = this.#names.get(text);
    if (name || this.#names.size >= namesAtMost) return name;
    if (this.#seen.delete(text)) {
      const given = `landfall_${this.#names.size + 1}`;
      this.#names.set(text, given);
      return given;
    }
    if (this.#seen.size >= seenAtMost) this.#seen.clear();
    this.#seen.add(text);
    return undefined;
  }
}

function wrap(client: pg.PoolClient, names: StatementNames): PostgresPoolClient {
  async function runStatement<R>(text: string, parameters: ReadonlyArray<unknown>): Promise<PostgresQueryResult<R>> {
    const name = parameters.length > 0 ? names.nameOf(text) : undefined;
    const result = await client.query({ text, values: [...parameters], ...(name ? { name } : {}) });
    return result as unknown as PostgresQueryResult<R>;
  }
  /** Sent one behind the other without waiting; answers the rows of each. The first that fails fails them all. */
  async function runMany<R>(statements: readonly CompiledQuery[]): Promise<PostgresQueryResult<R>> {
    const { stream } = (client as { connection?: { stream?: Writable } }).connection ?? {};
    // One write for all: each would else wake PostgreSQL by itself.
    stream?.cork();
    const running = statements.map((one) => runStatement(one.sql, one.parameters));
    stream?.uncork();
    const tried = await Promise.allSettled(running);
    const rows = tried.map((one) => {
      if (one.status === 'rejected') throw one.reason;
      return one.value.rows;
    });
    return { command: 'SELECT', rowCount: rows.length, rows: rows as R[] };
  }
  function query<R>(text: string, parameters: ReadonlyArray<unknown>): Promise<PostgresQueryResult<R>>;
  function query<R>(cursor: PostgresCursor<R>): PostgresCursor<R>;
  function query<R>(
    text: string | PostgresCursor<R>,
    parameters: ReadonlyArray<unknown> = [],
  ): Promise<PostgresQueryResult<R>> & PostgresCursor<R> {
    if (typeof text !== 'string') throw new Error('cursors are not configured');
    if (text === manyStatements) return runMany<R>(parameters as readonly CompiledQuery[]) as never;
    return runStatement<R>(text, parameters) as Promise<PostgresQueryResult<R>> & PostgresCursor<R>;
  }
  return { query, release: () => client.release() };
}

/**
 * A pool whose connections plan a statement once and keep it (measured: the cart's query takes 0.11 ms instead of 1.7).
 * A pooler between us and PostgreSQL must know prepared statements (PgBouncer from 1.21, in any mode).
 */
export function preparingPool(pool: pg.Pool): PostgresPool {
  const names = new StatementNames();
  const wrapped = new WeakMap<pg.PoolClient, PostgresPoolClient>();
  return {
    async connect() {
      const client = await pool.connect();
      const known = wrapped.get(client) ?? wrap(client, names);
      wrapped.set(client, known);
      return known;
    },
    end: () => pool.end(),
  };
}
