import * as z from 'zod';
import { answer } from './answer.ts';
import { defineEndpoint } from './endpoint.ts';
import { notificationKinds } from './notification-kinds.ts';

/** Maximum length of the URL of a push subscription (`endpoint`), in characters. */
const longestEndpoint = 1000;

/** The student's settings for push messages. */
const notificationSettingsSchema = z.object({
  /** The server's VAPID key, with which a browser subscribes; null if the server sends no push messages. */
  public_key: z.string().nullable(),
  /** Whether the device of this session gets push messages. */
  is_on_here: z.boolean(),
  /** Which kinds of messages the student wants, on all devices. */
  kinds: z.record(z.enum(notificationKinds), z.boolean()),
});
export type NotificationSettings = z.infer<typeof notificationSettingsSchema>;

const settingsAnswer = answer({ data: notificationSettingsSchema });
const base64url = (bytes: number) => z.base64url().length(Math.ceil((bytes * 4) / 3));

/**
 * GET /users/student/notifications: which kinds of push messages the student wants, and whether this device gets push
 * messages.
 */
export const getNotificationSettings = defineEndpoint({
  name: 'getNotificationSettings',
  summary: 'Which push messages the student gets',
  method: 'GET',
  url: '/api/users/student/notifications',
  policy: 'student',
  rate: 'read',
  idempotency: 'safe',
  answers: { 200: settingsAnswer },
});

/** PUT /users/student/notifications turns a kind of push messages on or off, on all devices of the student. */
export const changeNotification = defineEndpoint({
  name: 'changeNotification',
  summary: 'Turns a kind of push messages on or off',
  method: 'PUT',
  url: '/api/users/student/notifications',
  policy: 'student',
  rate: 'write',
  idempotency: 'repeatable',
  body: z.object({ kind: z.enum(notificationKinds), is_on: z.boolean() }),
  answers: { 200: settingsAnswer },
});

/**
 * PUT /users/student/notifications/device stores this browser's push subscription until the student's session ends. It
 * replaces an earlier subscription of the session.
 * - PUSH_UNAVAILABLE: the server has no VAPID keys.
 * - INVALID_ENDPOINT: the subscription's URL cannot belong to a push service.
 */
export const turnOnPush = defineEndpoint({
  name: 'turnOnPush',
  summary: 'Sends push messages to this device',
  method: 'PUT',
  url: '/api/users/student/notifications/device',
  policy: 'student',
  rate: 'write',
  idempotency: 'repeatable',
  body: z.object({
    endpoint: z.url({ protocol: /^https$/ }).max(longestEndpoint),
    keys: z.object({ p256dh: base64url(65), auth: base64url(16) }),
  }),
  answers: { 200: settingsAnswer },
  refusals: { PUSH_UNAVAILABLE: 409, INVALID_ENDPOINT: 400 },
});

/** DELETE /users/student/notifications/device deletes the push subscription of this browser, if there is one. */
export const turnOffPush = defineEndpoint({
  name: 'turnOffPush',
  summary: 'Sends no more push messages to this device',
  method: 'DELETE',
  url: '/api/users/student/notifications/device',
  policy: 'student',
  rate: 'write',
  idempotency: 'repeatable',
  answers: { 200: settingsAnswer },
});
