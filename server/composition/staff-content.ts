import { draftRoutes } from '../content/editing/draft.routes.ts';
import type { RenderPage } from '../content/editing/preview-document.ts';
import { publishDueDrafts } from '../content/editing/publish-due.ts';
import { publishingRoutes } from '../content/editing/publishing.routes.ts';
import type { JobRun } from '../db/jobs/run-due-jobs.ts';
import type { AppContext } from './app-context.ts';

/** Composes what editors do in the console. `renderPage` renders the public page of a draft. */
export function composeStaffContent(
  { env, db, clock, mount }: AppContext,
  renderPage: RenderPage,
): { publishDue: () => Promise<JobRun> } {
  const contentDir = env.CONTENT_DIR;
  draftRoutes(mount, { clock, contentDir, renderPage });
  publishingRoutes(mount, { clock, contentDir });
  return { publishDue: () => publishDueDrafts({ db, clock, contentDir }) };
}
