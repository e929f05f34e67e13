import type { NotificationKind } from '../../../contract/notification-kinds.ts';
import { type NotificationSettings, turnOffPush, turnOnPush } from '../../../contract/notifications.ts';
import type { Api } from '../../lib/api.ts';
import { deviceStorage } from '../../offline/session/subject.ts';

/**
 * Whether this browser gets push messages. `unsupported`: it cannot; `needsInstall`: an iPhone or iPad, on which only the
 * installed app can; `denied`: the student has refused them in the browser.
 */
export type DeviceStatus = 'unsupported' | 'needsInstall' | 'denied' | 'off' | 'on';

/**
 * Whether this is an iPhone or iPad whose browser is not the installed app. An iPad reports itself as a Mac, but has touch
 * points.
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
 * Reads whether push messages are on in this browser. They are on only if server and browser agree on the subscription and
 * its key.
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
 * Asks for permission and subscribes. Call it only in response to a tap, because a refusal is final. A subscription that the
 * browser has already may belong to another student, so it is replaced. Resolves without a subscription if the student refuses.
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
 * Ends the subscription, first at the server. Also records that push messages must not be offered again, because the student
 * has turned them off.
 */
export async function turnOff(api: Api): Promise<void> {
  pushOffer.decline();
  await api.call(turnOffPush, {});
  const registration = await navigator.serviceWorker.getRegistration();
  await (await registration?.pushManager.getSubscription())?.unsubscribe();
}

/** Where push messages are offered outside the profile: after a booking (`batch`) and on waiting lists (`seat`). */
export type PushOfferKind = Extract<NotificationKind, 'batch' | 'seat'>;

const offerKey = 'landfall-push-offer';
const readOffer = () => (deviceStorage()?.getItem(offerKey) ?? '').split(' ');

function recordOffer(word: PushOfferKind | 'declined'): void {
  try {
    deviceStorage()?.setItem(offerKey, [...new Set([...readOffer(), word])].join(' ').trim());
  } catch {
    // Ignore the error: if the storage is full, push messages may be offered again.
  }
}

/** Remembers on this device where push messages were offered, and that the student wants no further offer. */
export const pushOffer = {
  isDue: (kind: PushOfferKind) => !readOffer().some((word) => word === kind || word === 'declined'),
  recordShown: (kind: PushOfferKind) => recordOffer(kind),
  decline: () => recordOffer('declined'),
};
