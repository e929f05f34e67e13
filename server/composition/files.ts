import { join } from 'node:path';
import { acceptUploads, fileRoutes, uploadRoutes } from '../files/file.routes.ts';
import { type Swept, sweepFiles } from '../files/remove-files.ts';
import { createMount } from '../http/mount.ts';
import type { Foundation } from './foundation.ts';

/** What students upload. Bodies that are no JSON have a scope of their own; `sweep` removes what nothing names. */
export async function composeFiles(foundation: Foundation): Promise<{ sweep: () => Promise<Swept> }> {
  const { env, db, clock, server, mount, rates, cache, sessions, tickets, ports } = foundation;
  const parts = { db, clock, blobs: ports.blobs, spoolDir: join(env.DATA_DIR, 'files', 'incoming') };
  const guards = { find: sessions.find, findTicket: tickets.find };
  await server.register(async (scope) => {
    acceptUploads(scope);
    uploadRoutes(createMount({ app: scope, db, sessions: guards, rates, cache, secret: env.SECRET }), parts);
  });
  fileRoutes(mount, parts);
  return { sweep: () => sweepFiles(parts) };
}
