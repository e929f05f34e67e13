import { createECDH, randomBytes } from 'node:crypto';
import type { Page } from '@playwright/test';

/** The student's answer when the browser asks for permission to show notifications. */
type Answer = 'granted' | 'denied';

/**
 * Simulates what a headless browser lacks for push messages: the permission prompt, which the student answers with
 * `answer`, and a push service to which the page can subscribe. Everything else is the browser's own implementation.
 */
export async function givePush(page: Page, answer: Answer): Promise<void> {
  const curve = createECDH('prime256v1');
  const keys = { p256dh: curve.generateKeys('base64url'), auth: randomBytes(16).toString('base64url') };
  const endpoint = `https://push.example.com/send/${keys.auth}`;
  await page.addInitScript(
    ({ answer, endpoint, keys }) => {
      // Session storage keys under which the permission and the subscription are stored, so that they survive a reload
      // of the page.
      const stored = { permission: 'test push permission', key: 'test push key' };
      const toBytes = (key: string) =>
        Uint8Array.from(atob(key.replaceAll('-', '+').replaceAll('_', '/')), (letter) => letter.charCodeAt(0));
      const subscriptionFor = (key: string) => ({
        endpoint,
        options: { applicationServerKey: toBytes(key).buffer },
        toJSON: () => ({ keys }),
        unsubscribe: async () => {
          sessionStorage.removeItem(stored.key);
          return true;
        },
      });
      Object.defineProperty(Notification, 'permission', {
        get: () => sessionStorage.getItem(stored.permission) ?? 'default',
      });
      Notification.requestPermission = async () => {
        sessionStorage.setItem(stored.permission, answer);
        return answer;
      };
      Object.assign(PushManager.prototype, {
        getSubscription: async () => {
          const key = sessionStorage.getItem(stored.key);
          return key ? subscriptionFor(key) : null;
        },
        subscribe: async ({ applicationServerKey: key }: { applicationServerKey: string }) => {
          sessionStorage.setItem(stored.key, key);
          return subscriptionFor(key);
        },
      });
    },
    { answer, endpoint, keys },
  );
}

/** Makes the browser look to the page like one without support for push messages. */
export async function takePush(page: Page): Promise<void> {
  await page.addInitScript(() => Reflect.deleteProperty(window, 'PushManager'));
}
