// This file imports nothing, so that the service worker can use it without zod.

/**
 * What students are notified of. `payment`: a booking is paid, or a payment has failed; `refund`: a refund was sent;
 * `batch`: a booked batch was moved or cancelled, or a booking was changed; `document`: a document expires soon;
 * `seat`: a waiting list offers the student a seat. A new kind also needs a migration, because the CHECK constraints of
 * `0051-push.sql` name the kinds.
 */
export const notificationKinds = ['payment', 'refund', 'batch', 'document', 'seat'] as const;
export type NotificationKind = (typeof notificationKinds)[number];

/**
 * A push message as the service worker receives it. Others may see it on a locked screen, so it has no name, price,
 * course or document. `path`: the page that opens when the student taps the message. `tag`: a new message replaces a
 * shown one with the same tag.
 */
export type PushMessage = { title: string; body: string; path: string; tag: string };
