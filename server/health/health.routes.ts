import { sql } from 'kysely';
import { getHealth } from '../../contract/health.ts';
import type { Mount } from '../http/mount/mount.ts';

export function healthRoutes(mount: Mount, { release }: { release: string }): void {
  mount(getHealth, async ({ db }) => {
    await sql`select 1`.execute(db);
    return { statusCode: 200, release, database: 'ok' };
  });
}
