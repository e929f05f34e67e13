import type { Kysely } from 'kysely';
import type { Database } from '../db/schema.ts';
import { readEnv } from '../env.ts';
import { type Clock, systemClock } from '../providers/clock.ts';
import type { Surroundings } from './command.ts';

export type Opened = { db: Kysely<Database>; clock: Clock };

/** Milliseconds: a look at a whole table may take longer than a page's query ever may. */
const longestStatement = 600_000;

/** Opens the configured database, a running server's own too, for as long as `work` takes. */
export async function withDatabase<T>(around: Surroundings, work: (opened: Opened) => Promise<T>): Promise<T> {
  const env = readEnv(around.variables);
  const { openConfiguredDatabase } = await import('../db/open.ts');
  const { db, stop } = await openConfiguredDatabase({
    databaseUrl: env.DATABASE_URL,
    dataDir: env.DATA_DIR,
    mayShare: true,
    pool: { max: 2, statementTimeoutMs: longestStatement },
  });
  try {
    return await work({ db, clock: systemClock });
  } finally {
    await stop();
  }
}
