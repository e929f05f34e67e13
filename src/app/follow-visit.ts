import { activityDebounce, activityIdle } from '../../contract/limits.ts';
import { paths } from '../../contract/pages.ts';
import { logPage, logSession } from '../../contract/telemetry.ts';
import { ApiError } from '../lib/api.ts';
import { Activity } from '../offline/activity.ts';
import { connection } from '../offline/page-connection.ts';
import { errorLog, sendReport } from '../offline/page-reports.ts';
import { PageTrail } from '../offline/page-trail.ts';
import { subject } from '../offline/subject.ts';
import { hearErrors } from './early-errors.ts';
import type { AppRouter } from './router.ts';

const signs = ['pointerdown', 'keydown', 'scroll'] as const;

/** What the network or the reader ended is no fault of the page. */
function isFault(error: unknown): boolean {
  if (error instanceof ApiError) return error.kind === 'broken';
  return !(error instanceof DOMException && ['AbortError', 'TimeoutError'].includes(error.name));
}

function followErrors(): void {
  hearErrors((error) => {
    if (isFault(error)) errorLog.report(error, { source: 'page' });
  });
  let wasCut = connection.isCut;
  connection.subscribe(() => {
    if (wasCut && !connection.isCut) errorLog.retry();
    wasCut = connection.isCut;
  });
}

function followPages(router: AppRouter, page: Window): void {
  const trail = new PageTrail((action, page_url) => {
    // Who opened this page, and when, would name whoever writes without a name.
    if (page_url.startsWith(paths.grievanceForm)) return;
    void sendReport(logPage, { user_id: subject.student, page_url, action });
  });
  const enter = () => trail.enter(router.state.location.pathname);
  enter();
  router.subscribe('onResolved', enter);
  // Some browsers drop what a page sends at its very end; the next 'enter' then tells as much.
  page.addEventListener('pagehide', () => trail.leave());
  // Back from the browser's cache of whole pages.
  page.addEventListener('pageshow', (event) => {
    if (event.persisted) enter();
  });
}

/** What the server wrote into the head about its page (JSON-LD) is not true of the pages after it, which have none. */
function dropDescription(router: AppRouter, page: Window): void {
  const { pathname } = router.state.location;
  const stop = router.subscribe('onResolved', ({ toLocation }) => {
    if (toLocation.pathname === pathname) return;
    stop();
    for (const script of page.document.head.querySelectorAll('script[type="application/ld+json"]')) script.remove();
  });
}

function followActivity(page: Window): void {
  const activity = new Activity({
    idle: activityIdle,
    debounce: activityDebounce,
    now: Date.now,
    onActive: () => void sendReport(logSession, { user_id: subject.student, action: 'active' }),
  });
  const stir = () => {
    if (subject.student) activity.stir();
  };
  if (subject.student) activity.begin();
  subject.subscribe((before) => {
    if (subject.student === null) activity.end();
    else if (subject.student !== before) activity.begin();
  });
  for (const sign of signs) page.addEventListener(sign, stir, { passive: true, capture: true });
}

/**
 * `?record` opens the path lab, and it stays open until the tester closes it; `?record=quiet` keeps events without it. The lab
 * is a build of its own (`setup/build-lab.mjs`), so that nothing of it is in what other pages load.
 */
function openLab(page: Window): void {
  try {
    if (!/[?&]record\b(?!=quiet)/.test(page.location.search) && !page.sessionStorage['landfall:lab']) return;
  } catch {
    // A browser that keeps nothing remembers no panel.
    return;
  }
  const lab = import.meta.env.DEV ? '/src/lab/open-lab.tsx' : '/path-lab.js';
  void import(/* @vite-ignore */ lab);
}

/** First screens are for the worker to show: before there is one, what keeps them need not be loaded. */
async function keepScreens(router: AppRouter, page: Window): Promise<void> {
  const { serviceWorker } = page.navigator;
  if (!serviceWorker) return;
  await serviceWorker.ready;
  const { keepFirstViews } = await import('./keep-first-view.ts');
  keepFirstViews(router, page);
}

/** Tells the server of activity, pages and errors (document 1, section 7), once the first view stands; tidies the head, keeps first screens. */
export function followVisit(router: AppRouter, page: Window): void {
  followErrors();
  followPages(router, page);
  dropDescription(router, page);
  followActivity(page);
  openLab(page);
  void keepScreens(router, page);
}
