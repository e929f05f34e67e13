import { exclusively } from './exclusively.ts';
import { Outbox } from './outbox.ts';
import { deliverRow } from './outbox-delivery.ts';
import type { OutboxNotice } from './outbox-notice.ts';
import { openOutboxStore } from './outbox-store.ts';
import { pageApi } from './page-api.ts';
import { connection } from './page-connection.ts';
import { subject } from './subject.ts';
import { outboxSyncTag, type ToPage } from './worker-messages.ts';

const lockName = 'landfall-outbox';
const tabs =
  typeof window === 'undefined' || !('BroadcastChannel' in window) ? null : new BroadcastChannel('landfall-outbox');

/** The outbox of this device. */
export const outbox = new Outbox({
  change: openOutboxStore('landfall-outbox'),
  deliver: (row) => deliverRow(pageApi, row),
  exclusively: (work) => exclusively(lockName, work),
  student: () => subject.student,
  isCut: () => connection.isCut,
  broadcast: (notice) => tabs?.postMessage(notice),
  newKey: () => crypto.randomUUID(),
  now: Date.now,
  random: Math.random,
});

type WithSync = ServiceWorkerRegistration & { sync?: { register: (tag: string) => Promise<void> } };

/** Where the browser has Background Sync it wakes us as soon as there is a network; nothing depends on it. */
async function askToBeWoken(): Promise<void> {
  const registration: WithSync | undefined = await navigator.serviceWorker?.getRegistration();
  await registration?.sync?.register(outboxSyncTag).catch(() => {});
}

/** Sends what earlier visits left, and from now on whatever waits as soon as it can go. */
export function startOutbox(): void {
  const drain = () => void outbox.drain();
  tabs?.addEventListener('message', (event: MessageEvent<OutboxNotice>) => void outbox.hear(event.data));
  subject.subscribe(() => void outbox.resume());
  connection.subscribe(() => {
    if (connection.state === 'online') drain();
  });
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'visible') drain();
  });
  navigator.serviceWorker?.addEventListener('message', (event: MessageEvent<ToPage>) => {
    if (event.data?.type === 'outbox.wake') drain();
  });
  outbox.subscribe(() => {
    if (!connection.isCut || !outbox.rows.some(({ state }) => state === 'waiting')) return;
    void connection.probe();
    void askToBeWoken();
  });
  void outbox.refresh().then(() => outbox.resume());
}
