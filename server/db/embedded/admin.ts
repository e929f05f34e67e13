import pg from 'pg';
import type { ClusterSettings } from './settings.ts';

/** Key of the advisory lock held by the process that owns the PostgreSQL cluster. The number is arbitrary. */
const OWNER_LOCK = 718_114_001;

/** Connects to PostgreSQL as the superuser. The client emits `end` when the connection is closed or lost. */
export async function connectAdmin(port: number, password: string): Promise<pg.Client> {
  const client = new pg.Client({
    host: '127.0.0.1',
    port,
    user: 'postgres',
    database: 'postgres',
    password,
    keepAlive: true,
    connectionTimeoutMillis: 5_000,
    application_name: `process ${process.pid}`,
  });
  // Without a listener for errors, a lost connection would crash the process.
  client.on('error', () => {});
  await client.connect();
  return client;
}

/**
 * Tries to take the owner lock of the cluster. The lock is released when the connection ends, and therefore also when
 * the process is killed.
 */
export async function takeOwnerLock(client: pg.Client): Promise<boolean> {
  const { rows } = await client.query<{ taken: boolean }>('select pg_try_advisory_lock($1) as taken', [OWNER_LOCK]);
  return rows[0]?.taken === true;
}

/** The process that holds the owner lock of the cluster, as `process <id>`. */
export async function ownerName(client: pg.Client): Promise<string> {
  const { rows } = await client.query<{ name: string }>(
    `select application_name as name from pg_stat_activity join pg_locks using (pid)
     where locktype = 'advisory' and objid = $1 and granted`,
    [OWNER_LOCK],
  );
  return rows[0]?.name ?? 'a process that has just ended';
}

/**
 * Creates the role and database 'landfall' if they are missing. The role owns that database and has no other rights.
 */
export async function ensureDatabase(client: pg.Client, settings: ClusterSettings): Promise<void> {
  const { rows } = await client.query<{ role: boolean; database: boolean }>(
    `select exists (select from pg_roles where rolname = 'landfall') as role,
            exists (select from pg_database where datname = 'landfall') as database`,
  );
  if (!rows[0]?.role)
    await client.query(`create role landfall login password ${client.escapeLiteral(settings.password)}`);
  if (!rows[0]?.database) await client.query('create database landfall owner landfall');
}
