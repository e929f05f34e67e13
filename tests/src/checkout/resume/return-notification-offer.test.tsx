import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, it, vi } from 'vitest';
import { clearReturnNotification, notifyConnectionBack } from '../../../../src/checkout/resume/return-notification.ts';
import { ReturnNotificationOffer } from '../../../../src/checkout/resume/return-notification-offer.tsx';
import { answeringApi } from '../../../support/answers.ts';
import { renderInPage } from '../../../support/in-page.tsx';

/**
 * Stubs a browser whose service worker controls the page. `response`: what the student chooses when asked for
 * permission.
 */
function stubBrowser(permission: NotificationPermission, response: NotificationPermission = permission) {
  const requestPermission = vi.fn(async () => response);
  vi.stubGlobal('Notification', { permission, requestPermission });
  const register = vi.fn(async () => {});
  const notification = { close: vi.fn() };
  const active = { postMessage: vi.fn() };
  const ready = Promise.resolve({ sync: { register }, getNotifications: async () => [notification], active });
  vi.stubGlobal('navigator', { serviceWorker: { controller: {}, ready }, clearAppBadge: vi.fn(async () => {}) });
  requestPermission.mockImplementation(async () => {
    vi.stubGlobal('Notification', { permission: response, requestPermission });
    return response;
  });
  return { requestPermission, register, notification, active };
}
afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

const open = () => renderInPage(<ReturnNotificationOffer />, { api: answeringApi({}).api });
const tap = () => userEvent.setup({ delay: null }).click(screen.getByRole('button', { name: 'Notify me' }));

it('“Notify me” in checkout asks the browser for permission only when tapped, and then registers a background sync', async () => {
  const { requestPermission, register } = stubBrowser('default', 'granted');
  await open();
  expect(screen.getByRole('status').textContent).toContain('The notification names no course or price.');
  expect(requestPermission).not.toHaveBeenCalled();
  await tap();
  expect(await screen.findByText(/^We will notify you on this device/)).toBeTruthy();
  expect(screen.queryByRole('button')).toBeNull();
  await waitFor(() => expect(register).toHaveBeenCalledWith('landfall-return'));
});

it('when the student denies permission for notifications, checkout says so and the button “Notify me” disappears', async () => {
  const { register } = stubBrowser('default', 'denied');
  await open();
  await tap();
  expect(await screen.findByText(/are turned off in your browser/)).toBeTruthy();
  expect(screen.queryByRole('button')).toBeNull();
  expect(register).not.toHaveBeenCalled();
});

it('checkout does not offer “Notify me” in a browser without notifications', async () => {
  vi.stubGlobal('navigator', {});
  await open();
  expect([screen.queryByRole('status'), screen.queryByRole('button')]).toEqual([null, null]);
});

it('when the connection is back, only a hidden page asks the service worker to show a notification about it', async () => {
  const { active } = stubBrowser('granted');
  await notifyConnectionBack();
  expect(active.postMessage).not.toHaveBeenCalled();
  vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden');
  await notifyConnectionBack();
  expect(active.postMessage).toHaveBeenCalledWith({ type: 'return.tell' });
});

it('clearReturnNotification closes the notification that the connection is back', async () => {
  const { notification } = stubBrowser('granted');
  await clearReturnNotification();
  expect(notification.close).toHaveBeenCalledTimes(1);
});
