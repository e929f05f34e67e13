import { activityDebounce, activityIdle } from '../../contract/limits.ts';
import { paths } from '../../contract/pages.ts';
import { logPage, logSession } from '../../contract/telemetry.ts';
import { ApiError } from '../lib/api.ts';
import { loadPatiently } from '../lib/lazy-part.ts';
import { isLeaving } from '../lib/leaving.ts';
import { connection } from '../offline/connection/page-connection.ts';
import { watchPictures } from '../offline/failed-pictures.ts';
import { Activity } from '../offline/reports/activity.ts';
import { errorLog, sendReport } from '../offline/reports/page-reports.ts';
import { PageTrail } from '../offline/reports/page-trail.ts';
import { subject } from '../offline/session/subject.ts';
import { listenForErrors } from './early-errors.ts';
import { followPages } from './page-focus.ts';
import type { AppRouter } from './router.ts';

const activityEvents = ['pointerdown', 'keydown', 'scroll'] as const;

/** Whether an error is a bug. A lost connection, a refused call and an aborted or timed-out request are not. */
function isFault(error: unknown): boolean {
  if (error instanceof ApiError) return error.kind === 'broken';
  return !(error instanceof DOMException && ['AbortError', 'TimeoutError'].includes(error.name));
}

function reportErrors(): void {
  listenForErrors((error) => {
    if (isFault(error) && !isLeaving()) errorLog.report(error, { source: 'page' });
  });
  let wasOffline = connection.isOffline;
  connection.subscribe(() => {
    if (wasOffline && !connection.isOffline) errorLog.retry();
    wasOffline = connection.isOffline;
  });
}

/**
 * Whether the grievance form is open. The page reports must not show when a student was on the form, because the time
 * could identify the author of an anonymous grievance. A gap in the reports would show it too, because no other page
 * causes a gap.
 */
const isOnGrievanceForm = (router: AppRouter) => router.state.location.pathname.startsWith(paths.grievanceForm);

function reportPages(router: AppRouter, page: Window): void {
  const trail = new PageTrail(
    (action, page_url) => void sendReport(logPage, { user_id: subject.student, page_url, action }),
  );
  // In the reports, a visitor who opens the grievance form stays on the page before it.
  const enter = () => {
    if (!isOnGrievanceForm(router)) trail.enter(router.state.location.pathname);
  };
  enter();
  router.subscribe('onResolved', enter);
  // Some browsers drop this report, because the page is closing. The server then learns that the visitor has left the
  // page when the visitor's next page is reported.
  page.addEventListener('pagehide', () => trail.leave());
  // `persisted`: the page was restored from the back/forward cache.
  page.addEventListener('pageshow', (event) => {
    if (event.persisted) enter();
  });
}

/** Removes the server-rendered structured data (JSON-LD) once the visitor leaves the page that it describes. */
function removeStructuredData(router: AppRouter, page: Window): void {
  const { pathname } = router.state.location;
  const stop = router.subscribe('onResolved', ({ toLocation }) => {
    if (toLocation.pathname === pathname) return;
    stop();
    for (const script of page.document.head.querySelectorAll('script[type="application/ld+json"]')) script.remove();
  });
}

function reportActivity(router: AppRouter, page: Window): void {
  let isHeldBack = false;
  const report = () => {
    isHeldBack = isOnGrievanceForm(router);
    if (!isHeldBack && subject.student) void sendReport(logSession, { user_id: subject.student, action: 'active' });
  };
  router.subscribe('onResolved', () => {
    if (isHeldBack) report();
  });
  const activity = new Activity({
    idleMs: activityIdle,
    debounceMs: activityDebounce,
    now: Date.now,
    onActive: report,
  });
  const record = () => {
    if (subject.student) activity.record();
  };
  if (subject.student) activity.begin();
  subject.subscribe((before) => {
    if (subject.student === null) activity.end();
    else if (subject.student !== before) activity.begin();
  });
  for (const type of activityEvents) page.addEventListener(type, record, { passive: true, capture: true });
}

/**
 * Opens the path lab, a panel for testers, if the URL has `?record`. The panel stays open in this tab until the tester
 * closes it. `?record=quiet` records events without the panel. The path lab is a separate build
 * (`setup/build/build-lab.ts`), so it adds nothing to the site's own chunks.
 */
function openLab(page: Window): void {
  try {
    if (!/[?&]record\b(?!=quiet)/.test(page.location.search) && !page.sessionStorage['landfall:lab']) return;
  } catch {
    // Without sessionStorage the tab cannot remember that the path lab was open, so the path lab opens only with
    // `?record`.
    return;
  }
  const lab = import.meta.env.DEV ? '/lab/panel/open-lab.tsx' : '/path-lab.js';
  // Ignore the error: not every server serves the path lab (a panel for testers).
  import(/* @vite-ignore */ lab).catch(() => undefined);
}

/**
 * Once a service worker is active, starts saving the visible part of each page (`save-first-screen.ts`). Only the
 * service worker can show the saved part at the next start.
 */
async function loadFirstScreens(router: AppRouter, page: Window): Promise<void> {
  if (!(await page.navigator.serviceWorker?.ready)) return;
  const { saveFirstScreens } = await loadPatiently(() => import('./save-first-screen.ts'));
  saveFirstScreens(router, page);
}

/**
 * Starts everything that can wait until after the first paint, such as the reports to the server
 * (docs/product.md#calls), moving the focus to new pages and saving first screens.
 */
export function startAfterFirstPaint(router: AppRouter, page: Window): void {
  watchPictures(page.document, connection);
  reportErrors();
  reportPages(router, page);
  removeStructuredData(router, page);
  reportActivity(router, page);
  followPages(router, page.document);
  openLab(page);
  void loadFirstScreens(router, page);
}
