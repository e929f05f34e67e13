import type { Kysely } from 'kysely';
import type { Database } from '../../db/schema.ts';
import { readEnv } from '../../env.ts';
import { type Clock, systemClock } from '../../http/clock.ts';
import type { CommandContext } from './command.ts';

export type Opened = { db: Kysely<Database>; clock: Clock };

/** The statement timeout of staff commands. They may scan whole tables, which takes longer than any query of a page. */
const statementTimeoutMs = 600_000;

/** Opens the configured database and closes it after `work`. A running server may be using it at the same time. */
export async function withDatabase<T>(context: CommandContext, work: (opened: Opened) => Promise<T>): Promise<T> {
  const env = readEnv(context.variables);
  const { openConfiguredDatabase } = await import('../../db/open.ts');
  const { db, stop } = await openConfiguredDatabase({
    databaseUrl: env.DATABASE_URL,
    dataDir: env.DATA_DIR,
    mayShare: true,
    mustBeMoved: env.LANDFALL_ENV === 'production',
    pool: { max: 2, statementTimeoutMs },
  });
  try {
    return await work({ db, clock: systemClock });
  } finally {
    await stop();
  }
}
