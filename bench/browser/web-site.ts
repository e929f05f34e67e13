import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Kysely } from 'kysely';
import { coursePath } from '../../contract/pages.ts';
import { openConfiguredDatabase } from '../../server/db/open.ts';
import type { Database } from '../../server/db/schema.ts';
import { serverCommand } from '../../setup/server-command.mjs';
import { type Child, startChild } from '../child.ts';

export type BenchSite = {
  origin: string;
  port: number;
  db: Kysely<Database>;
  /** Stops the server and keeps its database. */
  stop: () => Promise<void>;
};

/**
 * Starts the built site on a new database and runs `work` with it. `courses`: the number of active courses; by default
 * as many as in the demo data.
 */
export async function withBenchSite(
  { courses }: { courses?: number },
  work: (site: BenchSite) => Promise<void>,
): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'landfall-bench-'));
  const { db, url, stop } = await openConfiguredDatabase({ dataDir: folder });
  let server: Child | null = null;
  try {
    const variables = { DATABASE_URL: url, DATA_DIR: folder, RATE_READ: '1000000', RATE_WRITE: '1000000' };
    server = await startChild(serverCommand, variables);
    if (courses !== undefined) {
      const { setCourseCount } = await import('./course-count.ts');
      await setCourseCount(db, courses);
    }
    const { port, stop: stopServer } = server;
    await work({ origin: `http://localhost:${port}`, port, db, stop: stopServer });
  } finally {
    await server?.stop();
    await stop();
    await rm(folder, { recursive: true, force: true });
  }
}

/** Returns the path of the page of one course: the first in the API's list. */
export async function firstCoursePath(origin: string): Promise<string> {
  const response = await fetch(`${origin}/api/course?limit=1&columns=id`);
  const { data } = (await response.json()) as { data: { courses: Array<{ id: number; meta_text: string }> } };
  const course = data.courses[0];
  if (!course) throw new Error('The site has no course');
  return coursePath(course);
}
