import { QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { RouterClient } from '@tanstack/react-router/ssr/client';
import { lazy, type ReactNode, StrictMode, startTransition } from 'react';
import { createRoot, hydrateRoot, type Root } from 'react-dom/client';
import { catchErrors, noteError } from './app/early-errors.ts';
import { askForFirstView, firstView } from './app/first-view.ts';
import { followSession } from './app/follow-session.ts';
import { AppProviders } from './app/providers.tsx';
import { createQueryClient } from './app/query-client.ts';
import { type AppRouter, createAppRouter } from './app/router.ts';
import { saveCatalogue } from './app/save-catalogue.ts';
import { sessionQueries } from './auth/session.queries.ts';
import type { LowData } from './lib/low-data.ts';
import { drawn, isSparing } from './offline/low-data/low-data-mode.ts';
import { pageApi, signOutNote } from './offline/page-api.ts';
import { connection } from './offline/page-connection.ts';
import { queryStore } from './offline/query-store.ts';
import { startOffline } from './offline/start.ts';
import { subject } from './offline/subject.ts';
import { isVoyageUnderWay } from './offline/voyage/voyage-mark.ts';
import { recoverChunks } from './pwa/chunk-recovery.ts';
import { isInstallTime, keepInstallPrompt } from './pwa/install-time.ts';
import { registerWorker } from './pwa/register-worker.ts';

catchErrors(window);
keepInstallPrompt(window);

const container = document.getElementById('root');
if (!container) throw new Error('The document has no #root');

const isRendered = '$_TSR' in window;
const wanted = isSparing() ? import('./offline/low-data/low-data.ts') : null;
const queryClient = createQueryClient(pageApi);

// In a task of its own: a phone was busy long enough reading the scripts.
const opened = new Promise<AppRouter>((resolve) =>
  setTimeout(async () => {
    // Without a worker nobody was here before.
    if (navigator.serviceWorker?.controller) await asked;
    resolve(draw(container, (await wanted)?.lowData ?? null));
  }, 0),
);
const stands = opened.then((router) => (isRendered ? undefined : firstView(router, document)));
startOffline(queryClient, sessionQueries.all(), stands);
const asked = isRendered ? null : askForFirstView(queryClient, window.location.pathname);
followSession(queryClient);
recoverChunks(() => connection.probe());
queryStore.subscribe(() => void import('./offline/storage-note.tsx').then((note) => note.showStorageNote(document)));

const NotFound = lazy(async () => ({ default: (await import('./site/not-found-page.tsx')).NotFoundPage }));

const inProviders = (page: ReactNode, lowData: LowData | null) => (
  <StrictMode>
    <QueryClientProvider client={queryClient}>
      <AppProviders lowData={lowData}>{page}</AppProviders>
    </QueryClientProvider>
  </StrictMode>
);

/** The shell carries no rendered page. Taking a rendered one over may wait for a tap in between. */
function draw(place: Element, lowData: LowData | null): AppRouter {
  const router = createAppRouter(queryClient, { NotFound, onCatch: noteError });
  const page = isRendered ? <RouterClient router={router} /> : <RouterProvider router={router} />;
  const show = (shown: LowData | null) => {
    router.options.defaultPreload = shown ? false : 'intent';
    return inProviders(page, shown);
  };
  const begin = (root: Root) => {
    drawn.by = (shown) => root.render(show(shown));
  };
  const first = show(lowData);
  const { pathname } = window.location;
  const onRecoverableError = (error: unknown) => {
    // Of a page that was left while it was being taken over nothing is there any more: the next one is drawn anew.
    if (window.location.pathname === pathname) reportError(error);
  };
  if (isRendered) startTransition(() => begin(hydrateRoot(place, first, { onRecoverableError })));
  else {
    const root = createRoot(place);
    root.render(first);
    begin(root);
  }
  return router;
}

/** What waits is a student's: a visitor's device need not load what sends it. */
function onceKnown(start: () => void): void {
  if (subject.student ?? signOutNote.student) {
    start();
    return;
  }
  const stop = subject.subscribe(() => {
    stop();
    start();
  });
}

/** What the first view does not need begins after it, each part in a task of its own. */
const later = [
  () => onceKnown(() => void import('./offline/start-sending.ts').then(({ startSending }) => startSending())),
  () =>
    void Promise.all([opened, import('./app/follow-visit.ts')]).then(([router, visit]) =>
      visit.followVisit(router, window),
    ),
  () => void registerWorker(saveCatalogue(queryClient)),
  () => {
    if (!isInstallTime(Date.now(), window.location.pathname)) return;
    void Promise.all([opened, import('./pwa/start-install.tsx')]).then(([router, { startInstall }]) =>
      startInstall(window, (look) => void router.subscribe('onResolved', look)),
    );
  },
  () => {
    if (isVoyageUnderWay()) void import('./offline/voyage/page-voyage.ts').then(({ pageVoyage }) => pageVoyage());
  },
];
const loaded = new Promise((resolve) => {
  if (document.readyState === 'complete') resolve(null);
  else window.addEventListener('load', resolve, { once: true });
});
void Promise.all([loaded, stands]).then(() => {
  for (const start of later) setTimeout(start, 0);
});
