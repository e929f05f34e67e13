import { mutationOptions, queryOptions } from '@tanstack/react-query';
import type { NotificationKind } from '../../../contract/notification-kinds.ts';
import { changeNotification, getNotificationSettings } from '../../../contract/notifications.ts';
import { apiOf } from '../../lib/api.ts';
import { readDeviceStatus, turnOff, turnOn } from './device-push.ts';

export const notificationQueries = {
  all: () => ['notifications'] as const,
  /**
   * The student's notification settings, and whether this device gets push messages. They are not saved for offline
   * use, because the student can change the browser's permission at any time.
   */
  settings: (studentId: string) =>
    queryOptions({
      queryKey: [...notificationQueries.all(), studentId],
      queryFn: async ({ client, signal }) => {
        const { data } = await apiOf(client).call(getNotificationSettings, {}, { signal });
        return { ...data, device: await readDeviceStatus(data) };
      },
      staleTime: 0,
    }),
};

const invalidates = { awaits: [notificationQueries.all()] };

export const notificationMutations = {
  /**
   * Turns push messages on or off in this browser. `publicKey`: the server's VAPID key turns them on, null turns them
   * off.
   */
  device: () =>
    mutationOptions({
      mutationFn: (publicKey: string | null, { client }) =>
        publicKey === null ? turnOff(apiOf(client)) : turnOn(apiOf(client), publicKey),
      meta: { ...invalidates, errorToast: 'That did not work. Please try again.' },
    }),
  /** Turns one kind of notification on or off, for all devices of the student. */
  kind: () =>
    mutationOptions({
      mutationFn: async (body: { kind: NotificationKind; is_on: boolean }, { client }) =>
        void (await apiOf(client).call(changeNotification, { body })),
      meta: { ...invalidates, errorToast: 'The switch could not be changed. Please try again.' },
    }),
};
