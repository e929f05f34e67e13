import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { sessionSettings } from './client.ts';
import { StartError } from './start-error.ts';

/**
 * A setting with an unusual value, by which a pooler is detected. If a database session has this value, there is no
 * pooler: PostgreSQL has received the settings with which the connection was opened.
 */
const probe = { lock_timeout: 4_987 };

/**
 * The settings that the database role must have, because a pooler does not pass on the settings with which a connection
 * is opened.
 */
const neededSettings = {
  statement_timeout: '15s',
  lock_timeout: '5s',
  idle_in_transaction_session_timeout: '30s',
  ...sessionSettings,
};

type Session = { isPooled: boolean };

function isUnsupportedParameter(error: unknown): boolean {
  return error instanceof Error && /unsupported startup parameter/.test(error.message);
}

async function withClient<T>(config: pg.ClientConfig, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client(config);
  client.on('error', () => {});
  try {
    await client.connect();
    return await work(client);
  } finally {
    await client.end().catch(() => {});
  }
}

/**
 * Whether the pooler renames prepared statements, so that it can prepare them on whichever connection it uses next.
 * The check leaves no prepared statement behind.
 */
async function tracksStatements(client: pg.Client): Promise<boolean> {
  const name = `landfall_probe_${randomUUID()}`;
  await client.query('begin');
  try {
    const { rows } = await client.query<{ hasOwnName: boolean }>({
      name,
      text: 'select exists (select from pg_prepared_statements where name = $1) as "hasOwnName"',
      values: [name],
    });
    if (rows[0]?.hasOwnName) await client.query(`deallocate "${name}"`);
    return rows[0]?.hasOwnName === false;
  } finally {
    await client.query('rollback').catch(() => {});
  }
}

/**
 * Returns the SQL statements that the owner of the database has to run, so that the database role gets the settings
 * that the pooler does not pass on.
 */
async function findMissingSettings(client: pg.Client): Promise<string[]> {
  const { rows } = await client.query<{ role: string; database: string; current: Record<string, string> }>(
    `select quote_ident(current_user) as role, quote_ident(current_database()) as database,
       json_object_agg(name, case when name like '%timeout' and setting <> '0' then '' else setting end) as current
     from pg_settings where name = any($1)`,
    [Object.keys(neededSettings)],
  );
  const [found] = rows;
  return Object.entries(neededSettings)
    .filter(([name, value]) => ![value, name.endsWith('timeout') ? '' : value].includes(found?.current[name] ?? value))
    .map(([name, value]) => `alter role ${found?.role} in database ${found?.database} set ${name} = '${value}';`);
}

/** Checks the settings of the connection pooler (PgBouncer). @throws StartError if it cannot be used */
async function requireUsable(client: pg.Client): Promise<void> {
  if (!(await tracksStatements(client)))
    throw new StartError(
      'DATABASE_URL leads to a connection pooler that does not track prepared statements: use PgBouncer 1.21 or later ' +
        'with pool_mode = transaction and max_prepared_statements = 300, or connect to PostgreSQL directly',
    );
  const missing = await findMissingSettings(client);
  if (missing.length > 0)
    throw new StartError(
      'DATABASE_URL leads to a connection pooler, which does not pass on our settings: run ' +
        `${missing.join(' ')} in the database, then RECONNECT in PgBouncer`,
    );
}

/**
 * Connects once and finds out whether a pooler such as PgBouncer is in front of PostgreSQL. A pooler refuses or drops
 * the settings with which a database session is opened (decision 124, "Use PgBouncer only if it tracks prepared
 * statements").
 * @throws StartError if there is a pooler that cannot be used; the connection's own error if PostgreSQL cannot be
 * reached
 */
export async function probeSession(url: string, connectionTimeoutMillis: number): Promise<Session> {
  const config = { connectionString: url, connectionTimeoutMillis };
  const isDirect = await withClient({ ...config, ...probe }, async (client) => {
    const { rows } = await client.query<{ setting: string }>(
      `select setting from pg_settings where name = 'lock_timeout'`,
    );
    return rows[0]?.setting === String(probe.lock_timeout);
  }).catch((error: unknown) => {
    if (isUnsupportedParameter(error)) return false;
    throw error;
  });
  if (isDirect) return { isPooled: false };
  await withClient(config, requireUsable);
  return { isPooled: true };
}
