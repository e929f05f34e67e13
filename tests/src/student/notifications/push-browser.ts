import { vi } from 'vitest';
import type { NotificationSettings } from '../../../../contract/notifications.ts';
import type { Answered } from '../../../support/answers.ts';

const key = Uint8Array.from({ length: 65 }, (_, index) => index);
export const publicKey = btoa(String.fromCharCode(...key))
  .replaceAll('+', '-')
  .replaceAll('/', '_')
  .replace(/=+$/, '');
export const url = '/api/users/student/notifications';
export const kinds = { payment: true, refund: true, batch: true, document: false, seat: true };
export const settings = (fields: Partial<NotificationSettings> = {}): Answered => ({
  body: { statusCode: 200, data: { public_key: publicKey, is_on_here: false, kinds, ...fields } },
});

/**
 * A fake browser that supports push messages. `permission`: the notification permission when the test starts; `answer`:
 * what the student answers when the browser asks for the permission.
 */
export function stubBrowser({ permission = 'default', answer = 'granted', isSubscribed = false } = {}) {
  const unsubscribe = vi.fn(async () => {
    current = null;
    return true;
  });
  const made = {
    endpoint: 'https://push.example.com/new',
    options: { applicationServerKey: key.buffer },
    toJSON: () => ({ keys: { p256dh: 'B'.repeat(87), auth: 'A'.repeat(22) } }),
    unsubscribe,
  };
  let current: typeof made | null = isSubscribed ? made : null;
  const subscribe = vi.fn(async () => {
    current = made;
    return made;
  });
  const close = vi.fn();
  const registration = {
    pushManager: { getSubscription: async () => current, subscribe },
    getNotifications: async () => [{ close }],
  };
  const notification = {
    permission,
    requestPermission: vi.fn(async () => {
      notification.permission = answer;
      return answer;
    }),
  };
  vi.stubGlobal('PushManager', class {});
  vi.stubGlobal('Notification', notification);
  const worker = { getRegistration: async () => registration, ready: Promise.resolve(registration) };
  Object.defineProperty(navigator, 'serviceWorker', { value: worker, configurable: true });
  return { asked: notification.requestPermission, subscribe, unsubscribe, close };
}
