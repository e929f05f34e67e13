import { type Kysely, sql } from 'kysely';
import type { Database } from '../../../server/db/schema.ts';

const catalogue = ['courses', 'packages', 'package_courses', 'discounts', 'batches', 'booking_groups'];
const unchanged = [
  ...catalogue,
  ...['cms_documents', 'policy_versions'],
  'departments',
  'notices',
  'content_loads',
  'kysely_migration',
  'kysely_migration_lock',
];
/**
 * Tables whose timestamps stay as they are, because they are compared with the clock of a server instance, not with the
 * database's clock.
 */
const ageless = [
  ...['students', 'sessions', 'staff_sessions', 'lookup_tickets', 'used_code_tokens', 'rate_counters'],
  'idempotency_keys',
  // Append-only tables: triggers refuse every update. Their timestamps need not move into the past: nothing compares
  // them.
  ...['audit_entries', 'booking_changes', 'due_receipts'],
];

/** The tables that the random sequences fill. Each table comes before the tables that its foreign keys refer to. */
async function filledTables(db: Kysely<Database>): Promise<string[]> {
  const { rows } = await sql<{ name: string; parents: string[] }>`
    select c.relname as name, coalesce(array_agg(p.relname::text) filter (where p.oid <> c.oid), '{}') as parents
    from pg_class c left join pg_constraint f on f.conrelid = c.oid and f.contype = 'f'
    left join pg_class p on p.oid = f.confrelid
    where c.relkind = 'r' and c.relnamespace = 'public'::regnamespace group by c.relname`.execute(db);
  const left = new Map(rows.filter(({ name }) => !unchanged.includes(name)).map((row) => [row.name, row.parents]));
  const ordered: string[] = [];
  while (left.size > 0) {
    const parents = new Set([...left.values()].flat());
    const free = [...left.keys()].filter((name) => !parents.has(name));
    if (free.length === 0) throw new Error(`tables that refer to each other: ${[...left.keys()].join(', ')}`);
    for (const name of free) left.delete(name);
    ordered.push(...free);
  }
  return ordered;
}

/**
 * Returns two SQL texts for the tables that the random sequences fill. `empty` deletes all rows. `age` moves timestamps
 * into the past by `$age`, which the caller must replace by an interval.
 */
export async function tableStatements(db: Kysely<Database>): Promise<{ empty: string; age: string }> {
  const tables = await filledTables(db);
  const { rows } = await sql<{ table: string; columns: string[] }>`
    select table_name as table, array_agg(column_name::text) as columns from information_schema.columns
    where table_schema = 'public' and data_type = 'timestamp with time zone' group by table_name`.execute(db);
  const aging = rows.filter(({ table }) => tables.includes(table) && !ageless.includes(table));
  const older = ({ table, columns }: (typeof rows)[number]) =>
    `update ${table} set ${columns.map((name) => `${name} = ${name} - $age`).join(', ')};`;
  const block = (statements: string[]) => `do $$ begin ${statements.join(' ')} end $$`;
  return { empty: block(tables.map((name) => `delete from ${name};`)), age: block(aging.map(older)) };
}
