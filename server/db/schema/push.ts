import type { Generated } from 'kysely';
import type { NotificationKind } from '../../../contract/notification-kinds.ts';
import type { DefaultTimestamp, Json, OptionalTimestamp, Timestamp } from './columns.ts';

type PushSubscriptionRow = {
  id: Generated<number>;
  student_id: string;
  session_id: string;
  endpoint: string;
  p256dh: string;
  auth: string;
  /** A description of the browser, such as 'Chrome on Android'. */
  device: string;
  created_at: DefaultTimestamp;
  last_used_at: OptionalTimestamp;
  disabled_at: OptionalTimestamp;
};

type PushOutboxRow = {
  id: Generated<number>;
  dedupe_key: string;
  subscription_id: number;
  kind: NotificationKind;
  tag: string;
  content: Json<{ title: string; body: string; path: string }> | null;
  state: Generated<'waiting' | 'sent' | 'dead'>;
  attempts: Generated<number>;
  /** Time of the next attempt to send the message. */
  next_at: DefaultTimestamp;
  expires_at: Timestamp;
  last_error: string | null;
  created_at: DefaultTimestamp;
  sent_at: OptionalTimestamp;
};

/** Tables of push messages (0051-push.sql). */
export type PushTables = {
  push_subscriptions: PushSubscriptionRow;
  notification_preferences: { student_id: string; kind: NotificationKind; is_on: boolean };
  push_outbox: PushOutboxRow;
};
