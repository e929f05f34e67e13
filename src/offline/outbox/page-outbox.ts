import { createApi } from '../../lib/api.ts';
import { pendingSignOut } from '../calls/page-api.ts';
import { createPageFetch } from '../calls/page-fetch.ts';
import { connection } from '../connection/page-connection.ts';
import { subject } from '../session/subject.ts';
import { withLock } from '../with-lock.ts';
import { outboxSyncTag, type SyncRegistration, type ToPage } from '../worker-messages.ts';
import { anonymousOutboxFlag } from './anonymous-flag.ts';
import { asUser, deliverRow } from './delivery.ts';
import type { OutboxNotice } from './notice.ts';
import { Outbox } from './outbox.ts';
import { openOutboxStore } from './store.ts';

const lockName = 'landfall-outbox';
const tabs =
  typeof window === 'undefined' || !('BroadcastChannel' in window) ? null : new BroadcastChannel('landfall-outbox');

const send: typeof fetch = (...request) => fetch(...request);
const page = { send, connection, pendingSignOut, subject };

/** The outbox of this device. */
export const outbox = new Outbox({
  change: openOutboxStore('landfall-outbox'),
  deliver: (row) => deliverRow(createApi(createPageFetch(asUser(row.user, page))), row),
  withLock: (work) => withLock(lockName, work),
  student: () => subject.student,
  isOffline: () => connection.isOffline,
  broadcast: (notice) => tabs?.postMessage(notice),
  newKey: () => crypto.randomUUID(),
  now: Date.now,
  random: Math.random,
  after(pause, work) {
    const timer = setTimeout(work, pause);
    return () => clearTimeout(timer);
  },
});

/** Background Sync (Chromium only) wakes the outbox as soon as there is a network. The outbox also works without it. */
async function registerSync(): Promise<void> {
  const registration: SyncRegistration | undefined = await navigator.serviceWorker?.getRegistration();
  await registration?.sync?.register(outboxSyncTag).catch(() => {});
}

const shortOutageMs = 10_000;
let offlineSince = Number.NEGATIVE_INFINITY;

/**
 * Sends the waiting rows when the server can be reached again. After a short outage, it leaves that to a retry that is
 * already scheduled. Otherwise rows would be sent again and again without delay on a network that lets health requests
 * through but blocks other calls.
 */
async function sendAgain(): Promise<void> {
  const wasShort = Date.now() - offlineSince < shortOutageMs;
  await (wasShort ? outbox.drainIfIdle() : outbox.drain());
}

/** Checks whether our server can be reached, and if so, sends the waiting rows. */
async function wake(): Promise<void> {
  if ((await connection.probe()) === 'online') await sendAgain();
}

let isStarted = false;

/** Sends the rows that earlier visits left in the outbox, and from now on every waiting row as soon as possible. */
export function startOutbox(): void {
  if (isStarted) return;
  isStarted = true;
  let isSyncRegistered = false;
  tabs?.addEventListener('message', (event: MessageEvent<OutboxNotice>) => void outbox.receive(event.data));
  subject.subscribe(() => void outbox.resume());
  let wasOffline = connection.isOffline;
  connection.subscribe(() => {
    if (connection.isOffline && !wasOffline) offlineSince = Date.now();
    wasOffline = connection.isOffline;
    if (connection.state !== 'online') return;
    isSyncRegistered = false;
    outbox.announceDelivered();
    void sendAgain();
  });
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'visible' && !connection.isOffline) void outbox.drain();
  });
  navigator.serviceWorker?.addEventListener('message', (event: MessageEvent<ToPage>) => {
    if (event.data?.type === 'outbox.wake') void wake();
  });
  outbox.subscribe(() => anonymousOutboxFlag.set(outbox.rows.some(({ user }) => user === null)));
  // Register Background Sync only once in each outage. If the device has a network but our server cannot be reached,
  // the sync event fires at once. Registering again at each change of the outbox would then repeat forever.
  outbox.subscribe(() => {
    if (isSyncRegistered || !connection.isOffline || !outbox.rows.some(({ state }) => state === 'waiting')) return;
    isSyncRegistered = true;
    void wake();
    void registerSync();
  });
  void outbox.refresh().then(() => outbox.resume());
}
