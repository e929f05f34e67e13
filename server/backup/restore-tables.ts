import { once } from 'node:events';
import type { Writable } from 'node:stream';
import type { Client } from 'pg';
import { type CopyStreamQuery, from as copyFrom } from 'pg-copy-streams';
import { type BackedUpTable, BackupError, type Entry, entryNames, type Summary } from './archive.ts';
import { copyList } from './dump-tables.ts';

/**
 * Loads the rows of a backup into a migrated, empty database, in one transaction of a superuser. Triggers are disabled,
 * because some tables refuse changes. Foreign keys are not checked, because a row may arrive before the row to which it
 * refers. All references are valid nevertheless, because all rows come from one snapshot.
 */
export class TableLoader {
  readonly #client: Client;
  readonly #tables: Map<string, BackedUpTable>;
  readonly #rows: Record<string, number> = {};
  #current: { name: string; stream: CopyStreamQuery & Writable } | undefined;
  /** Why PostgreSQL rejected the rows of a table; undefined if it has rejected none so far. */
  #refusal: BackupError | undefined;

  private constructor(client: Client, tables: readonly BackedUpTable[]) {
    this.#client = client;
    this.#tables = new Map(tables.map((table) => [table.name, table]));
  }

  /** Begins the transaction and empties all tables, because the migrations have inserted rows into some of them. */
  static async begin(client: Client, tables: readonly BackedUpTable[]): Promise<TableLoader> {
    await client.query('begin');
    await client.query('set local session_replication_role = replica');
    const names = tables.map(({ name }) => client.escapeIdentifier(name));
    if (names.length > 0) await client.query(`truncate ${names.join(', ')}`);
    return new TableLoader(client, tables);
  }

  /**
   * Loads the rows in one entry of a backup into their table. The entries of one table must follow each other directly.
   * @throws BackupError with PostgreSQL's first error, such as a full disk
   */
  async load({ name: entryName, content }: Entry): Promise<void> {
    const [name = ''] = entryName.slice(entryNames.tables.length).split('/');
    if (this.#current?.name !== name) {
      await this.#finishTable();
      const table = this.#tables.get(name);
      if (!table) throw new BackupError(`the backup has rows of the table ${name}, which it does not declare`);
      const stream = this.#client.query(copyFrom(`copy ${copyList(this.#client, table)} from stdin`));
      stream.on('error', (error) => {
        this.#refusal ??= new BackupError(`the rows of the table ${name} can't be loaded: ${error.message}`);
        // Destroy the stream, because PostgreSQL has ended the COPY. The stream would otherwise go on writing its
        // buffered rows.
        stream.destroy();
      });
      this.#current = { name, stream };
    }
    const { stream } = this.#current;
    for await (const chunk of content as AsyncIterable<Buffer>) {
      this.#requireLoading();
      if (!stream.write(chunk)) await this.#waitFor(stream, 'drain');
    }
  }

  /**
   * Compares the number of loaded rows of each table with the summary of the backup, sets the sequences, and commits.
   * @throws BackupError if rows are missing
   */
  async commit(summary: Summary): Promise<void> {
    await this.#finishTable();
    for (const [name, count] of Object.entries(summary.rows))
      if ((this.#rows[name] ?? 0) !== count)
        throw new BackupError(`the table ${name} has ${this.#rows[name] ?? 0} of ${count} rows: the backup is damaged`);
    for (const [name, value] of Object.entries(summary.sequences))
      await this.#client.query('select setval($1::regclass, $2)', [this.#client.escapeIdentifier(name), value]);
    await this.#client.query('commit');
    await this.#client.query('analyze');
  }

  async #finishTable(): Promise<void> {
    if (!this.#current) return;
    const { name, stream } = this.#current;
    this.#requireLoading();
    this.#current = undefined;
    stream.end();
    await this.#waitFor(stream, 'finish');
    this.#rows[name] = stream.rowCount;
  }

  #requireLoading(): void {
    if (this.#refusal) throw this.#refusal;
  }

  async #waitFor(stream: Writable, event: 'drain' | 'finish'): Promise<void> {
    await once(stream, event).catch((error: unknown) => {
      throw this.#refusal ?? error;
    });
  }
}
