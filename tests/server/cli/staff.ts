import { type Kysely, sql } from 'kysely';
import { expect, vi } from 'vitest';
import { runLandfall } from '../../../server/cli/run-landfall.ts';
import type { Database } from '../../../server/db/schema.ts';

// Raise the timeouts, because every command opens its own database connection, which is slow on a busy machine.
vi.setConfig({ testTimeout: 30_000, hookTimeout: 30_000 });

type Ended = { code: number; out: string; err: string };
/**
 * Runs the command `landfall <words>` in this process and returns its exit code and output. The command opens its own
 * database connection.
 */
export type Staff = (...words: string[]) => Promise<Ended>;

export function staffOf(url: string, variables: Record<string, string> = {}): Staff {
  return async (...words) => {
    const [out, err]: [string[], string[]] = [[], []];
    const code = await runLandfall(words, {
      out: async (text) => void out.push(text),
      err: async (text) => void err.push(text),
      variables: { DATABASE_URL: url, LANDFALL_ENV: 'test', LANDFALL_ACTOR: 'Priya (accounts)', ...variables },
    });
    return { code, out: out.join(''), err: err.join('') };
  };
}

const entriesSql = (db: Kysely<Database>) =>
  db.selectFrom('audit_entries').select(['actor', 'command', 'arguments', 'before', 'after']).orderBy('id');

/** Returns the audit entries that record a change, oldest first, without their timestamps. */
export function readAudit(db: Kysely<Database>) {
  return entriesSql(db)
    .where(({ eb, or }) => or([eb('before', 'is not', null), eb('after', 'is not', null)]))
    .execute();
}

/** Returns the audit entries of commands that changed nothing and only read personal data, oldest first. */
export function readReadings(db: Kysely<Database>) {
  return entriesSql(db).where('before', 'is', null).where('after', 'is', null).execute();
}

export async function countAudit(db: Kysely<Database>): Promise<number> {
  return (await readAudit(db)).length;
}

/** Waits until at least `count` connections to this database are blocked by a lock. Fails after 20 seconds. */
export async function untilWaiting(db: Kysely<Database>, count = 1): Promise<void> {
  const waiting = sql<{ waits: boolean }>`select count(*) >= ${count} as waits from pg_stat_activity
    where wait_event_type = 'Lock' and datname = current_database()`;
  await expect.poll(async () => (await waiting.execute(db)).rows[0]?.waits, { timeout: 20_000 }).toBe(true);
}
