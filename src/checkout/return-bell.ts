import { returnSyncTag, returnTag } from '../offline/worker-messages.ts';

type SyncRegistration = ServiceWorkerRegistration & { sync?: { register: (tag: string) => Promise<void> } };

/** `offered`: the student has not been asked yet. `agreed` and `refused` are the browser's to keep, and the student's to change there. */
export type Bell = 'unavailable' | 'offered' | 'agreed' | 'refused';

const states = { default: 'offered', granted: 'agreed', denied: 'refused' } as const;

export function bellState(): Bell {
  if (!('Notification' in window) || !navigator.serviceWorker?.controller) return 'unavailable';
  return states[Notification.permission];
}

/** Asks; only ever at the student's tap. */
export async function askForBell(): Promise<Bell> {
  return states[await Notification.requestPermission()];
}

/** A booking waits: the worker looks for our server when the network is back, also with the app closed, where the browser lets it. */
export async function armBell(): Promise<void> {
  if (bellState() !== 'agreed') return;
  const registration: SyncRegistration = await navigator.serviceWorker.ready;
  await registration.sync?.register(returnSyncTag).catch(() => {});
}

/** The connection is back while nobody looks at the page. Nothing personal: others may read it over a shoulder. */
export async function ringBell(): Promise<void> {
  if (bellState() !== 'agreed' || document.visibilityState === 'visible') return;
  const worker = (await navigator.serviceWorker.ready).active;
  worker?.postMessage({ type: 'return.tell' });
}

/** The student is here: the sign on the app's icon and the notification have done their work. */
export async function silenceBell(): Promise<void> {
  if (bellState() !== 'agreed') return;
  await navigator.clearAppBadge?.().catch(() => {});
  const registration = await navigator.serviceWorker.ready;
  for (const told of await registration.getNotifications({ tag: returnTag })) told.close();
}
