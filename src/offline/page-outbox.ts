import { createApi } from '../lib/api.ts';
import { exclusively } from './exclusively.ts';
import { markWaiting } from './mark-waiting.ts';
import { Outbox } from './outbox.ts';
import { deliverRow, fetchAs } from './outbox-delivery.ts';
import type { OutboxNotice } from './outbox-notice.ts';
import { openOutboxStore } from './outbox-store.ts';
import { signOutNote } from './page-api.ts';
import { connection } from './page-connection.ts';
import { createPageFetch } from './page-fetch.ts';
import { subject } from './subject.ts';
import { outboxSyncTag, type ToPage } from './worker-messages.ts';

const lockName = 'landfall-outbox';
const tabs =
  typeof window === 'undefined' || !('BroadcastChannel' in window) ? null : new BroadcastChannel('landfall-outbox');

const send: typeof fetch = (...request) => fetch(...request);
const page = { send, connection, note: signOutNote, subject };

/** The outbox of this device. */
export const outbox = new Outbox({
  change: openOutboxStore('landfall-outbox'),
  deliver: (row) => deliverRow(createApi(createPageFetch(fetchAs(row.user, page))), row),
  exclusively: (work) => exclusively(lockName, work),
  student: () => subject.student,
  isCut: () => connection.isCut,
  broadcast: (notice) => tabs?.postMessage(notice),
  newKey: () => crypto.randomUUID(),
  now: Date.now,
  random: Math.random,
  after(pause, work) {
    const timer = setTimeout(work, pause);
    return () => clearTimeout(timer);
  },
});

type WithSync = ServiceWorkerRegistration & { sync?: { register: (tag: string) => Promise<void> } };

/** Where the browser has Background Sync it wakes us as soon as there is a network; nothing depends on it. */
async function askToBeWoken(): Promise<void> {
  const registration: WithSync | undefined = await navigator.serviceWorker?.getRegistration();
  await registration?.sync?.register(outboxSyncTag).catch(() => {});
}

/** Milliseconds. */
const shortCut = 10_000;
let cutAt = Number.NEGATIVE_INFINITY;

/**
 * Sends what waits now that the server can be reached. After a short cut a try that is planned stays as planned: a network
 * that lets us ask for a sign of life but answers our calls itself would else be asked again without a pause.
 */
async function sendAgain(): Promise<void> {
  const wasShort = Date.now() - cutAt < shortCut;
  await (wasShort ? outbox.drainIfIdle() : outbox.drain());
}

/** The browser believes that there is a network; whether it is ours has to be asked. */
async function wake(): Promise<void> {
  if ((await connection.probe()) === 'online') await sendAgain();
}

let isStarted = false;

/** Sends what earlier visits left, and from now on whatever waits as soon as it can go. */
export function startOutbox(): void {
  if (isStarted) return;
  isStarted = true;
  let isWakingAsked = false;
  tabs?.addEventListener('message', (event: MessageEvent<OutboxNotice>) => void outbox.hear(event.data));
  subject.subscribe(() => void outbox.resume());
  let wasCut = connection.isCut;
  connection.subscribe(() => {
    if (connection.isCut && !wasCut) cutAt = Date.now();
    wasCut = connection.isCut;
    if (connection.state !== 'online') return;
    isWakingAsked = false;
    void sendAgain();
  });
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'visible' && !connection.isCut) void outbox.drain();
  });
  navigator.serviceWorker?.addEventListener('message', (event: MessageEvent<ToPage>) => {
    if (event.data?.type === 'outbox.wake') void wake();
  });
  outbox.subscribe(() => markWaiting(outbox.rows.some(({ user }) => user === null)));
  // Once while the connection is cut: a sync comes at once where the browser sees any network, and would come for ever.
  outbox.subscribe(() => {
    if (isWakingAsked || !connection.isCut || !outbox.rows.some(({ state }) => state === 'waiting')) return;
    isWakingAsked = true;
    void wake();
    void askToBeWoken();
  });
  void outbox.refresh().then(() => outbox.resume());
}
