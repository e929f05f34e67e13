import type { Outbox } from './outbox.ts';

const load = () => import('./page-outbox.ts');

/** Fetches the outbox for later: it is needed where the connection is gone, and then it can't be fetched any more. */
export function fetchOutbox(): void {
  void load().catch(() => {});
}

/** The outbox of this device, loaded when it is needed and at work from then on. @throws where its part of the site can't be loaded */
export async function openOutbox(): Promise<Outbox> {
  const { outbox, startOutbox } = await load();
  startOutbox();
  return outbox;
}
