import { sql } from 'kysely';
import { getHealth, getLiveness, getReadiness, type UnreadyReason } from '../../contract/health.ts';
import type { Mount } from '../http/mount/mount.ts';
import { refuse } from '../http/refusal.ts';

type HealthDeps = { release: string; findReasons: () => Promise<UnreadyReason[]> };

/** The calls by which pages, load balancers and monitoring check whether the server works. */
export function healthRoutes(mount: Mount, { release, findReasons }: HealthDeps): void {
  mount(getHealth, async ({ db }) => {
    await sql`select 1`.execute(db);
    return { statusCode: 200, release, database: 'ok' };
  });

  mount(getLiveness, async () => ({ statusCode: 200, release }));

  mount(getReadiness, async () => {
    const reasons = await findReasons();
    if (reasons.length === 0) return { statusCode: 200, release };
    throw refuse(getReadiness.refusals, 'NOT_READY', `This server is not ready: ${reasons.join(', ')}.`, {
      data: { reasons },
      retryAfter: 5,
    });
  });
}
