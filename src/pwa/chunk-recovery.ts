import type { ConnectionState } from '../offline/connection/connection.ts';
import { criticalWork } from '../offline/critical-work.ts';

/** Prefix of the key that keeps TanStack Router from reloading the page itself. It would do so even offline. */
const routerKeyPrefix = 'tanstack_router_reload:';
const ownKeyPrefix = 'landfall:reloaded:';

type RecoveryDeps = {
  storage: Pick<Storage, 'getItem' | 'setItem'>;
  probe: () => Promise<ConnectionState>;
  reload: () => void;
};

/**
 * Handles a chunk that cannot be loaded, usually because it belongs to an older release. Reloads the page once per
 * chunk, but only if our server responds and no critical work is under way. `message`: the error's message, which names
 * the chunk.
 */
export async function recoverChunk(message: string, { storage, probe, reload }: RecoveryDeps): Promise<void> {
  const ownKey = ownKeyPrefix + message;
  storage.setItem(routerKeyPrefix + message, '1');
  if (storage.getItem(ownKey) || criticalWork.isUnderWay()) return;
  if ((await probe()) !== 'online') return;
  storage.setItem(ownKey, '1');
  reload();
}

/** Listens for chunks that fail to load. */
export function recoverChunks(probe: RecoveryDeps['probe']): void {
  window.addEventListener('vite:preloadError', (event) => {
    const reload = () => window.location.reload();
    // Without sessionStorage, recoverChunk rejects before the reload, because nothing could stop endless reloads.
    recoverChunk(event.payload.message, { storage: sessionStorage, probe, reload }).catch(() => {});
  });
}
