import type { Outbox } from './outbox.ts';

const load = () => import('./page-outbox.ts');

/**
 * Loads the outbox script ahead of time, because it is needed when the connection is lost and cannot be loaded then.
 */
export function preloadOutbox(): void {
  void load().catch(() => {});
}

/** Loads and starts the outbox of this device. @throws if its script cannot be loaded */
export async function openOutbox(): Promise<Outbox> {
  const { outbox, startOutbox } = await load();
  startOutbox();
  return outbox;
}
