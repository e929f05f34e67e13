import { healthRoutes } from '../health/health.routes.ts';
import { createReadiness } from '../health/readiness.ts';
import type { AppContext } from './app-context.ts';

/**
 * Sets up the health checks. If a later release has changed the database so that this one cannot use it any more, the
 * server's log says so once.
 */
export function composeHealth(
  { env, db, clock, server, mount }: AppContext,
  { release, isStopping }: { release: string; isStopping: () => boolean },
): void {
  const onOutdated = (reason: string) => server.log.error(reason);
  const findReasons = createReadiness({ db, clock, dataDir: env.DATA_DIR, isStopping, onOutdated });
  healthRoutes(mount, { release, findReasons });
}
