import { QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { RouterClient } from '@tanstack/react-router/ssr/client';
import { type ReactNode, StrictMode, startTransition } from 'react';
import { createRoot, hydrateRoot, type Root } from 'react-dom/client';
import { catchErrors, createHydrationErrorHandler, handleError } from './app/early-errors.ts';
import { prefetchFirstView, waitForFirstPaint } from './app/first-view.ts';
import { AppProviders } from './app/providers.tsx';
import { createQueryClient } from './app/query-client.ts';
import { type AppRouter, createAppRouter } from './app/router.ts';
import { saveCatalogue } from './app/save-catalogue.ts';
import { syncSession } from './app/sync-session.ts';
import { sessionQueries } from './auth/session/session.queries.ts';
import { lazyPart, loadPatiently } from './lib/lazy-part.ts';
import type { LowData } from './lib/low-data.ts';
import { pageApi, pendingSignOut } from './offline/calls/page-api.ts';
import { connection } from './offline/connection/page-connection.ts';
import { isDownloadUnderWay } from './offline/download/download-flag.ts';
import { isLowDataMode, pageRenderer } from './offline/low-data/low-data-mode.ts';
import { deviceStore } from './offline/saved/device-store.ts';
import { subject } from './offline/session/subject.ts';
import { startOffline } from './offline/start-offline.ts';
import { recoverChunks } from './pwa/chunk-recovery.ts';
import { deferInstallPrompt, isInstallTime } from './pwa/install-time.ts';

catchErrors(window);
deferInstallPrompt(window);

const container = document.getElementById('root');
if (!container) throw new Error('The document has no #root');

const isServerRendered = '$_TSR' in window;
const lowDataModule = isLowDataMode() ? loadPatiently(() => import('./offline/low-data/low-data.ts')) : null;
const queryClient = createQueryClient(pageApi);

// Render in a task of its own, because evaluating the scripts has already blocked a slow phone for a while.
const rendered = new Promise<AppRouter>((resolve) =>
  setTimeout(async () => {
    // Without a service worker, this is usually the first visit, so the device has no saved data that is worth waiting
    // for.
    if (navigator.serviceWorker?.controller) await prefetched;
    resolve(render(container, (await lowDataModule)?.lowData ?? null));
  }, 0),
);
const firstPaint = rendered.then((router) => (isServerRendered ? undefined : waitForFirstPaint(router, document)));
startOffline(queryClient, sessionQueries.all(), firstPaint);
const prefetched = isServerRendered ? null : prefetchFirstView(queryClient, window.location.pathname);
syncSession(queryClient);
recoverChunks(() => connection.probe());
deviceStore.subscribe(
  () =>
    void loadPatiently(() => import('./offline/saved/storage-note.tsx')).then((note) => note.showStorageNote(document)),
);

const NotFound = lazyPart(async () => ({
  default: (await import('./site/not-found/not-found-page.tsx')).NotFoundPage,
}));

const inProviders = (page: ReactNode, lowData: LowData | null) => (
  <StrictMode>
    <QueryClientProvider client={queryClient}>
      <AppProviders lowData={lowData}>{page}</AppProviders>
    </QueryClientProvider>
  </StrictMode>
);

/**
 * Renders the page into the shell, or hydrates a server-rendered page. Hydration runs as a transition, so that a tap
 * can interrupt it.
 */
function render(container: Element, lowData: LowData | null): AppRouter {
  const router = createAppRouter(queryClient, { NotFound, onCatch: handleError });
  const page = isServerRendered ? <RouterClient router={router} /> : <RouterProvider router={router} />;
  const createPage = (mode: LowData | null) => {
    router.options.defaultPreload = mode ? false : 'intent';
    document.documentElement.toggleAttribute('data-low-data', mode !== null);
    return inProviders(page, mode);
  };
  const allowRerender = (root: Root) => {
    pageRenderer.render = (mode) => root.render(createPage(mode));
  };
  const first = createPage(lowData);
  const onRecoverableError = createHydrationErrorHandler(window);
  if (isServerRendered) startTransition(() => allowRerender(hydrateRoot(container, first, { onRecoverableError })));
  else {
    const root = createRoot(container);
    root.render(first);
    allowRerender(root);
  }
  return router;
}

/**
 * Calls `start`, which loads the script that sends the outbox, once this device has a signed-in student or an
 * unfinished sign-out. A visitor's outbox contains only anonymous forms; for these, `WaitingSlot` (the list of waiting
 * changes) loads the script.
 */
function whenStudentIsKnown(start: () => void): void {
  if (subject.student ?? pendingSignOut.student ?? pendingSignOut.unwiped) {
    start();
    return;
  }
  const unsubscribe = subject.subscribe(() => {
    unsubscribe();
    start();
  });
}

/** Work that starts after the first paint. Each function runs in a task of its own. */
const deferredTasks = [
  () =>
    whenStudentIsKnown(
      () => void loadPatiently(() => import('./offline/start-sending.ts')).then(({ startSending }) => startSending()),
    ),
  () =>
    void Promise.all([rendered, loadPatiently(() => import('./app/after-first-paint.ts'))]).then(([router, tasks]) =>
      tasks.startAfterFirstPaint(router, window),
    ),
  () => {
    const { serviceWorker } = navigator;
    const loading = saveCatalogue(queryClient);
    // Old browsers and private windows of some browsers have no service workers.
    if (!serviceWorker || !import.meta.env.PROD) return;
    void loadPatiently(() => import('./pwa/register-worker.ts')).then(({ registerWorker }) =>
      registerWorker(serviceWorker, loading),
    );
    // Do not save pages before a service worker is active, because nothing can be read offline without one.
    void Promise.all([serviceWorker.ready, loading])
      .then(() => loadPatiently(() => import('./app/save-academy-pages.ts')))
      .then(({ saveAcademyPages }) => saveAcademyPages(queryClient));
  },
  () => {
    if (!isInstallTime(Date.now(), window.location.pathname)) return;
    void Promise.all([rendered, loadPatiently(() => import('./pwa/start-install.tsx'))]).then(
      ([router, { startInstall }]) => startInstall(window, (update) => void router.subscribe('onResolved', update)),
    );
  },
  () => {
    if (isDownloadUnderWay())
      void loadPatiently(() => import('./offline/download/page-download.ts')).then(({ pageDownload }) =>
        pageDownload(),
      );
  },
];
const loaded = new Promise((resolve) => {
  if (document.readyState === 'complete') resolve(null);
  else window.addEventListener('load', resolve, { once: true });
});
void Promise.all([loaded, firstPaint]).then(() => {
  for (const start of deferredTasks) setTimeout(start, 0);
});
