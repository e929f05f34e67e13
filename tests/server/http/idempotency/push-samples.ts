import type { RepeatableSample } from './repeatable-samples.ts';

/** A browser's push subscription with keys of the right length. No push message is sent to it. */
export const pushSubscription = {
  endpoint: 'https://push.example.com/send/sample',
  keys: { p256dh: 'B'.repeat(87), auth: 'A'.repeat(22) },
};

const url = '/api/users/student/notifications';

/** Sample requests of the calls with which a student turns push messages on and off. */
export const pushSamples: Record<string, RepeatableSample> = {
  changeNotification: { make: async (api) => ({ ...(await api.enrol()), url, body: { kind: 'seat', is_on: false } }) },
  turnOnPush: { make: async (api) => ({ ...(await api.enrol()), url: `${url}/device`, body: pushSubscription }) },
  turnOffPush: { make: async (api) => ({ ...(await api.enrol()), url: `${url}/device` }) },
};
