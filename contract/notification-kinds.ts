// This file imports nothing, so that the service worker can use it without zod.

/**
 * What students are notified of. A new kind also needs a migration, because the CHECK constraints of `0051-push.sql`
 * name the kinds.
 */
export const notificationKinds = [
  // A booking is paid, or a payment has failed or will be refunded.
  'payment',
  // A refund was sent.
  'refund',
  // A booked batch was moved or cancelled, or a booking was changed.
  'batch',
  // A document expires soon.
  'document',
  // A waiting list offers the student a seat.
  'seat',
] as const;
export type NotificationKind = (typeof notificationKinds)[number];

/**
 * A push message as the service worker receives it. It must not contain a name, price, course or document, because
 * others may see it on a locked screen. `path`: the page that opens when the student taps the message. `tag`: a new
 * message replaces a shown one with the same tag.
 */
export type PushMessage = { title: string; body: string; path: string; tag: string };
