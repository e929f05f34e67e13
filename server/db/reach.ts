import pg from 'pg';
import { errorCode } from './database-errors.ts';
import { StartError } from './start-error.ts';

const TIMEOUT_MS = 5_000;

function parseAddress(url: string): URL {
  const address = URL.canParse(url) ? new URL(url) : undefined;
  if (address && /^postgres(ql)?:$/.test(address.protocol)) return address;
  throw new StartError(
    'DATABASE_URL is not an address of PostgreSQL: write postgres://user:password@host:5432/database',
  );
}

function explain(error: unknown, place: string): string {
  const code = errorCode(error);
  if (code === '28P01' || code === '28000') return `${place} refuses the user or password: correct DATABASE_URL`;
  if (code === '3D000') return `${place} does not exist on that server: create the database, or correct DATABASE_URL`;
  const reason = code || (error instanceof Error ? error.message : String(error));
  return `cannot reach ${place} (${reason}): start that PostgreSQL, or correct DATABASE_URL (unset it to run our own)`;
}

/** Connects once and answers `host:port/database`. StartError, never with the password, when that fails. */
export async function reachDatabase(url: string): Promise<string> {
  const { hostname, port, pathname } = parseAddress(url);
  const place = `${hostname || 'localhost'}:${port || 5432}${pathname}`;
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: TIMEOUT_MS });
  client.on('error', () => {});
  try {
    await client.connect();
    return place;
  } catch (error) {
    throw new StartError(explain(error, place));
  } finally {
    await client.end().catch(() => {});
  }
}
