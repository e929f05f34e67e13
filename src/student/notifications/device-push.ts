import type { NotificationKind } from '../../../contract/notification-kinds.ts';
import { type NotificationSettings, turnOffPush, turnOnPush } from '../../../contract/notifications.ts';
import type { Api } from '../../lib/api.ts';
import { deviceStorage } from '../../offline/session/subject.ts';

/**
 * Whether this browser gets push messages. `unsupported`: it cannot get any. `needsInstall`: it is on an iPhone or
 * iPad, where only the installed app can get them. `denied`: the student has blocked notifications in the browser.
 */
export type DeviceStatus = 'unsupported' | 'needsInstall' | 'denied' | 'off' | 'on';

/**
 * Whether this is an iPhone or iPad and the page does not run as the installed app. An iPad reports itself as a Mac and
 * is recognised by its touch points.
 */
function isUninstalledIos(): boolean {
  const { userAgent, maxTouchPoints } = navigator;
  const isIos = /iP(hone|ad|od)/.test(userAgent) || (/Macintosh/.test(userAgent) && maxTouchPoints > 1);
  return isIos && !('standalone' in navigator && navigator.standalone === true);
}

const toText = (key: ArrayBuffer | null | undefined) =>
  key
    ? btoa(String.fromCharCode(...new Uint8Array(key)))
        .replaceAll('+', '-')
        .replaceAll('/', '_')
        .replace(/=+$/, '')
    : '';

/**
 * Reads whether this browser gets push messages. It gets them only if the server has a subscription for this device,
 * the browser permits notifications, and the browser's subscription was made with the server's current VAPID key.
 */
export async function readDeviceStatus({ public_key, is_on_here }: NotificationSettings): Promise<DeviceStatus> {
  if (!('PushManager' in window && 'Notification' in window))
    return isUninstalledIos() ? 'needsInstall' : 'unsupported';
  const registration = await navigator.serviceWorker?.getRegistration();
  if (!public_key || !registration) return 'unsupported';
  if (Notification.permission === 'denied') return 'denied';
  if (!is_on_here || Notification.permission !== 'granted') return 'off';
  const subscription = await registration.pushManager.getSubscription();
  return toText(subscription?.options.applicationServerKey) === public_key ? 'on' : 'off';
}

/**
 * Asks for permission to show notifications and subscribes to push messages. Call it only in response to a tap: if the
 * student refuses, the page cannot ask again. A subscription that the browser already has is replaced, because it may
 * belong to another student. Resolves without a subscription if the student refuses.
 */
export async function turnOn(api: Api, publicKey: string): Promise<void> {
  if ((await Notification.requestPermission()) !== 'granted') return;
  const { pushManager } = await navigator.serviceWorker.ready;
  await (await pushManager.getSubscription())?.unsubscribe();
  const subscription = await pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: publicKey });
  const { keys } = subscription.toJSON();
  const body = { endpoint: subscription.endpoint, keys: { p256dh: keys?.p256dh ?? '', auth: keys?.auth ?? '' } };
  try {
    await api.call(turnOnPush, { body });
  } catch (error) {
    await subscription.unsubscribe();
    throw error;
  }
}

/**
 * Ends the subscription to push messages, first at the server, then in the browser. Also stores on this device that
 * push messages must not be offered again, because the student has turned them off.
 */
export async function turnOff(api: Api): Promise<void> {
  pushOffer.decline();
  await api.call(turnOffPush, {});
  const registration = await navigator.serviceWorker.getRegistration();
  await (await registration?.pushManager.getSubscription())?.unsubscribe();
}

/**
 * The kinds of push messages that are offered outside the profile: `batch` (changes of a booked batch) is offered after
 * a booking, `seat` (a free seat) on waiting lists.
 */
export type PushOfferKind = Extract<NotificationKind, 'batch' | 'seat'>;

const offerKey = 'landfall-push-offer';
const readOffer = () => (deviceStorage()?.getItem(offerKey) ?? '').split(' ');

function recordOffer(word: PushOfferKind | 'declined'): void {
  try {
    deviceStorage()?.setItem(offerKey, [...new Set([...readOffer(), word])].join(' ').trim());
  } catch {
    // Ignore the error: if the storage is full, the student may be offered push messages again.
  }
}

/** Stores on this device which kinds of push messages have been offered, and whether the student has declined them. */
export const pushOffer = {
  isDue: (kind: PushOfferKind) => !readOffer().some((word) => word === kind || word === 'declined'),
  recordShown: (kind: PushOfferKind) => recordOffer(kind),
  decline: () => recordOffer('declined'),
};
