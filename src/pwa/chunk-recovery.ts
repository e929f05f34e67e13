import type { ConnectionState } from '../offline/connection.ts';
import { criticalWork } from '../offline/critical.ts';

/** The router reloads by itself where it finds no such mark, also offline, where a reload can't help. */
const routerMark = 'tanstack_router_reload:';
const ownMark = 'landfall:reloaded:';

export type RecoveryParts = {
  storage: Pick<Storage, 'getItem' | 'setItem'>;
  probe: () => Promise<ConnectionState>;
  reload: () => void;
};

/**
 * A part of the site that can't be loaded is mostly one of an older release. Reloads the page once for each such part;
 * never without our server, and never in the middle of critical work.
 */
export async function recoverChunk(message: string, { storage, probe, reload }: RecoveryParts): Promise<void> {
  const mark = ownMark + message;
  storage.setItem(routerMark + message, '1');
  if (storage.getItem(mark) || criticalWork.isUnderWay()) return;
  if ((await probe()) !== 'online') return;
  storage.setItem(mark, '1');
  reload();
}

/** Listens for parts that fail to load. */
export function recoverChunks(probe: RecoveryParts['probe']): void {
  window.addEventListener('vite:preloadError', (event) => {
    const reload = () => window.location.reload();
    // Blocked storage could not remember the reload, which would then repeat for ever.
    recoverChunk(event.payload.message, { storage: sessionStorage, probe, reload }).catch(() => {});
  });
}
