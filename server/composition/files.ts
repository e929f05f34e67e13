import { join } from 'node:path';
import type { JobRun } from '../db/jobs/run-due-jobs.ts';
import { acceptUploads, fileRoutes, uploadRoutes } from '../files/file.routes.ts';
import { sweepFiles } from '../files/remove-files.ts';
import { createMount } from '../http/mount/mount.ts';
import type { AppContext } from './app-context.ts';

/**
 * Sets up the calls for uploads and downloads of files. The upload routes have their own Fastify scope, in which
 * request bodies are not parsed.
 */
export async function composeFiles(context: AppContext): Promise<{ sweep: () => Promise<JobRun> }> {
  const { env, db, clock, server, mount, rates, dailyLimits, cache, sessions, tickets, staffSessions, ports } = context;
  const deps = {
    ...{ db, clock, blobs: ports.blobs, spoolDir: join(env.DATA_DIR, 'files', 'incoming') },
    ...{ dailyLimits, dailyBytes: env.DAILY_UPLOAD_MB * 1024 * 1024 },
  };
  const guards = { find: sessions.find, findTicket: tickets.find, findStaff: staffSessions.find };
  await server.register(async (scope) => {
    acceptUploads(scope);
    uploadRoutes(createMount({ app: scope, db, sessions: guards, rates, cache, secret: env.SECRET }), deps);
  });
  fileRoutes(mount, deps);
  return { sweep: () => sweepFiles(deps) };
}
