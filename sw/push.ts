/// <reference lib="webworker" />
import { clientHeader, clientName } from '../contract/headers.ts';
import type { PushMessage } from '../contract/notification-kinds.ts';
import { paths } from '../contract/pages.ts';
import type { ToPage } from '../src/offline/worker-messages.ts';

type Worker = Pick<ServiceWorkerGlobalScope, 'registration' | 'clients' | 'location'>;

// The URL of the API call that stores a push subscription. It is written here, because importing the contract's
// endpoint object would add zod to the worker's bundle.
const deviceUrl = '/api/users/student/notifications/device';
const icon = '/icons/icon-192.png';
/**
 * The notification for a push message that this release cannot read. Browsers require that every push message shows a
 * notification.
 */
const unreadable: PushMessage = {
  title: 'There is news for you',
  body: 'Open the site to see it.',
  path: paths.profile,
  tag: 'news',
};

function readMessage(data: PushMessageData | null): PushMessage {
  try {
    const message = data?.json() as Partial<PushMessage> | undefined;
    return message?.title ? { ...unreadable, ...message } : unreadable;
  } catch {
    return unreadable;
  }
}

/** Shows the notification of a push message. */
export async function showPush({ registration }: Worker, data: PushMessageData | null): Promise<void> {
  const { title, body, tag, path } = readMessage(data);
  await registration.showNotification(title, { body, tag, icon, data: { path } });
}

/**
 * Opens the page to which a notification leads. If a window shows this page already, focuses the window and sends it a
 * message, on which it reloads its data. Otherwise opens a new window, because in the other windows the student may be
 * in the middle of a payment.
 */
export async function openPush({ clients, location }: Worker, notification: Notification): Promise<void> {
  notification.close();
  const { path } = notification.data as { path: string };
  const url = new URL(path, location.origin);
  const target = url.origin === location.origin ? url.href : new URL(paths.profile, location.origin).href;
  const pages = await clients.matchAll({ type: 'window', includeUncontrolled: true });
  const open = pages.find((page) => page.url === target);
  if (!open) return void (await clients.openWindow(target));
  const message: ToPage = { type: 'push.opened' };
  open.postMessage(message);
  await open.focus();
}

/**
 * The fields of the event `pushsubscriptionchange`, which says that a push subscription was replaced. Chromium sets
 * neither field.
 */
type SubscriptionChange = { oldSubscription?: PushSubscription | null; newSubscription?: PushSubscription | null };

/**
 * Sends the new push subscription to the server, which stores it. If that fails, cancels the subscription, so that the
 * student sees that push is off.
 */
export async function renewPush({ registration }: Worker, change: SubscriptionChange): Promise<void> {
  const options = change.oldSubscription?.options;
  const renewed =
    change.newSubscription ??
    (options &&
      (await registration.pushManager.subscribe({
        userVisibleOnly: true,
        applicationServerKey: options.applicationServerKey,
      })));
  if (!renewed) return;
  const { endpoint, keys } = renewed.toJSON();
  const headers = { [clientHeader]: clientName, 'content-type': 'application/json' };
  const request = { method: 'PUT', headers, body: JSON.stringify({ endpoint, keys }) };
  const isStored = await fetch(deviceUrl, request).then(
    ({ ok }) => ok,
    () => false,
  );
  if (!isStored) await renewed.unsubscribe();
}
