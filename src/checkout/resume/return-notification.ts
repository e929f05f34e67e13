import { returnSyncTag, returnTag, type SyncRegistration } from '../../offline/worker-messages.ts';

/**
 * The permission to show notifications. `unavailable`: the browser cannot show any. `offered`: the student has not been
 * asked for permission yet.
 */
type NotificationStatus = 'unavailable' | 'offered' | 'agreed' | 'refused';

const statuses = { default: 'offered', granted: 'agreed', denied: 'refused' } as const;

export function notificationStatus(): NotificationStatus {
  if (!('Notification' in window) || !navigator.serviceWorker?.controller) return 'unavailable';
  return statuses[Notification.permission];
}

/** Opens the browser's permission prompt. Call it only in response to a tap. */
export async function requestNotificationPermission(): Promise<NotificationStatus> {
  return statuses[await Notification.requestPermission()];
}

/**
 * Registers a Background Sync: once our server responds again, the service worker notifies the student that the booking
 * can continue, even if the app was closed. Does nothing without Background Sync or without permission for
 * notifications.
 */
export async function registerReturnSync(): Promise<void> {
  if (notificationStatus() !== 'agreed') return;
  const registration: SyncRegistration = await navigator.serviceWorker.ready;
  await registration.sync?.register(returnSyncTag).catch(() => {});
}

/**
 * Shows the notification which says that the connection is back, unless the student is looking at the page. The
 * notification contains nothing personal, because others may see it.
 */
export async function notifyConnectionBack(): Promise<void> {
  if (notificationStatus() !== 'agreed' || document.visibilityState === 'visible') return;
  const worker = (await navigator.serviceWorker.ready).active;
  worker?.postMessage({ type: 'return.tell' });
}

/**
 * Removes the notification which says that the connection is back, and the badge on the app's icon. Call it when the
 * student is back on the site.
 */
export async function clearReturnNotification(): Promise<void> {
  if (notificationStatus() !== 'agreed') return;
  await navigator.clearAppBadge?.().catch(() => {});
  const registration = await navigator.serviceWorker.ready;
  for (const notification of await registration.getNotifications({ tag: returnTag })) notification.close();
}
