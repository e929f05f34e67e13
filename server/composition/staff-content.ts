import { join } from 'node:path';
import { draftRoutes } from '../content/editing/draft.routes.ts';
import type { RenderPage } from '../content/editing/preview-document.ts';
import { publishDueDrafts } from '../content/editing/publish-due.ts';
import { publishingRoutes } from '../content/editing/publishing.routes.ts';
import { pictureListRoutes, pictureUploadRoutes } from '../content/pictures/picture.routes.ts';
import type { JobRun } from '../db/jobs/run-due-jobs.ts';
import { acceptUploads } from '../files/file.routes.ts';
import { uploadTimeouts } from '../files/upload/read-body.ts';
import { createPictureReceive } from '../files/upload/receive-upload.ts';
import { createMount } from '../http/mount/mount.ts';
import type { AppContext } from './app-context.ts';

/**
 * Sets up the console's calls for editing content. `renderPage` renders the public page of a draft, for its preview.
 * The upload of pictures has its own Fastify scope, in which request bodies are not parsed.
 */
export async function composeStaffContent(
  context: AppContext,
  renderPage: RenderPage,
): Promise<{ publishDue: () => Promise<JobRun> }> {
  const { env, db, clock, server, mount, rates, cache, sessions, tickets, staffSessions } = context;
  const contentDir = env.CONTENT_DIR;
  draftRoutes(mount, { clock, contentDir, renderPage });
  publishingRoutes(mount, { clock, contentDir });
  pictureListRoutes(mount, { contentDir });
  const guards = { find: sessions.find, findTicket: tickets.find, findStaff: staffSessions.find };
  const spoolDir = join(env.DATA_DIR, 'files', 'incoming');
  await server.register(async (scope) => {
    acceptUploads(scope);
    pictureUploadRoutes(createMount({ app: scope, db, sessions: guards, rates, cache, secret: env.SECRET }), {
      clock,
      receive: (convert) => createPictureReceive({ spoolDir }, convert),
      bodyTimeouts: uploadTimeouts,
    });
  });
  return { publishDue: () => publishDueDrafts({ db, clock, contentDir }) };
}
