import type { Client } from 'pg';
import { to as copyTo } from 'pg-copy-streams';
import type { AddEntry, BackedUpTable } from './archive.ts';
import { entryNames } from './archive.ts';

/** An entry of the archive ends when it has this many bytes. A large table therefore has several entries. */
const entryBytes = 4 * 1024 * 1024;

/**
 * Lists the tables to back up, each with its columns except generated ones. The table of applied migrations is left
 * out, because a restore applies the migrations itself.
 */
export async function listTables(client: Client): Promise<BackedUpTable[]> {
  const { rows } = await client.query<BackedUpTable>(`
    select c.relname as name, array_agg(a.attname::text order by a.attnum) as columns
    from pg_class c join pg_attribute a on a.attrelid = c.oid
    where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and c.relname not like 'kysely\\_%'
      and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
    group by c.relname order by c.relname`);
  return rows;
}

export const copyList = (client: Client, { name, columns }: BackedUpTable): string =>
  `${client.escapeIdentifier(name)} (${columns.map((column) => client.escapeIdentifier(column)).join(', ')})`;

/** Adds the rows of a table to the archive. Returns how many rows there were. */
async function dumpTable(client: Client, table: BackedUpTable, add: AddEntry): Promise<number> {
  const rows = client.query(copyTo(`copy ${copyList(client, table)} to stdout`));
  let [parts, part, size]: [Buffer[], number, number] = [[], 0, 0];
  const flush = async () => {
    const name = `${entryNames.tables}${table.name}/${String(part++).padStart(6, '0')}`;
    await add(name, Buffer.concat(parts));
    [parts, size] = [[], 0];
  };
  for await (const chunk of rows as AsyncIterable<Buffer>) {
    parts.push(chunk);
    size += chunk.length;
    if (size >= entryBytes) await flush();
  }
  if (size > 0) await flush();
  return rows.rowCount;
}

/**
 * Adds the rows of all `tables` to the archive, as the current transaction of `client` sees them. Returns the number of
 * rows of each table.
 */
export async function dumpTables(
  client: Client,
  tables: readonly BackedUpTable[],
  add: AddEntry,
): Promise<Record<string, number>> {
  const rows: Record<string, number> = {};
  for (const table of tables) rows[table.name] = await dumpTable(client, table, add);
  return rows;
}

/**
 * The last values of all sequences. Read them after the rows, because sequences are not part of a transaction's
 * snapshot. A restored sequence may then skip numbers, but never returns a number that a restored row has.
 */
export async function readSequences(client: Client): Promise<Record<string, number>> {
  const { rows } = await client.query<{ name: string; value: string }>(`
    select sequencename as name, last_value as value from pg_sequences
    where schemaname = 'public' and last_value is not null`);
  return Object.fromEntries(rows.map(({ name, value }) => [name, Number(value)]));
}
