import type { Kysely } from 'kysely';
import type { Database } from '../../db/schema.ts';
import { type Env, readEnv } from '../../env.ts';
import { type Clock, systemClock } from '../../http/clock.ts';
import type { CommandContext } from './command.ts';
import { CommandError } from './command-errors.ts';

export type Opened = { db: Kysely<Database>; clock: Clock };

/** The statement timeout of staff commands. They may scan whole tables, which takes longer than any query of a page. */
const statementTimeoutMs = 600_000;

/**
 * Checks that the data folder has the server's database, unless the operator runs PostgreSQL. A command would otherwise
 * create an empty database there, and its result would look as if all data were gone.
 * @throws CommandError if there is none
 */
export async function requireCluster({ DATABASE_URL, DATA_DIR }: Env): Promise<void> {
  const { hasCluster } = await import('../../db/embedded/start-embedded.ts');
  if (DATABASE_URL || hasCluster(DATA_DIR)) return;
  throw new CommandError(`there is no database in ${DATA_DIR} yet: set DATA_DIR to that of the server`);
}

/** Opens the configured database and closes it after `work`. A running server may be using it at the same time. */
export async function withDatabase<T>(context: CommandContext, work: (opened: Opened) => Promise<T>): Promise<T> {
  const env = readEnv(context.variables);
  await requireCluster(env);
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
