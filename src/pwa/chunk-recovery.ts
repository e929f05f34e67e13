import { recoverStyleSheets } from '../lib/lazy-part.ts';
import { isLeaving, watchLeaving } from '../lib/leaving.ts';
import type { ConnectionState } from '../offline/connection/connection.ts';
import { criticalWork } from '../offline/critical-work.ts';

/**
 * Prefix of TanStack Router's key in sessionStorage; the error message follows it. While the key is set, the router
 * does not reload the page when a chunk is missing. `recoverChunk` sets the key and decides itself whether to reload,
 * because the router would reload even offline.
 */
const routerKeyPrefix = 'tanstack_router_reload:';
const ownKeyPrefix = 'landfall:reloaded:';

type RecoveryDeps = {
  storage: Pick<Storage, 'getItem' | 'setItem'>;
  probe: () => Promise<ConnectionState>;
  reload: () => void;
  /** Whether another page is being opened. Reloading now would cancel that navigation. */
  isLeaving: () => boolean;
  /** Whether the visitor has entered something on this page. Reloading would lose it. */
  hasEntries: () => boolean;
};

/**
 * Handles a chunk that cannot be loaded, usually because it belongs to an older release. Reloads the page once per
 * chunk, but only if our server responds, no critical work is under way and nothing has been entered on the page.
 * `message`: the error's message, which names the chunk.
 */
export async function recoverChunk(message: string, deps: RecoveryDeps): Promise<void> {
  const { storage, probe, reload, isLeaving, hasEntries } = deps;
  const ownKey = ownKeyPrefix + message;
  storage.setItem(routerKeyPrefix + message, '1');
  if (storage.getItem(ownKey) || criticalWork.isUnderWay()) return;
  if ((await probe()) !== 'online' || isLeaving() || hasEntries()) return;
  storage.setItem(ownKey, '1');
  reload();
}

/** Returns a function that says whether the visitor has typed, chosen or ticked something on the current page. */
function watchEntries(page: Window): () => boolean {
  let path: string | null = null;
  const note = () => {
    path = page.location.pathname;
  };
  page.addEventListener('input', note, { capture: true });
  return () => path === page.location.pathname;
}

/** Listens for chunks and style sheets that fail to load, and handles them. */
export function recoverChunks(probe: RecoveryDeps['probe'], reload = () => window.location.reload()): void {
  watchLeaving(window);
  const hasEntries = watchEntries(window);
  recoverStyleSheets(document);
  window.addEventListener('vite:preloadError', (event) => {
    const { message } = event.payload;
    const recover = async () =>
      recoverChunk(message, { storage: sessionStorage, probe, reload, isLeaving, hasEntries });
    // Ignore the error, which is thrown if the browser blocks sessionStorage. The page is not reloaded then, because
    // nothing could stop endless reloads.
    recover().catch(() => {});
  });
}
