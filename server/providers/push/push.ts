import type { Kysely, RawBuilder } from 'kysely';
import type { NotificationKind, PushMessage } from '../../../contract/notification-kinds.ts';
import type { Database } from '../../db/schema.ts';

/**
 * A notification of a student by push. Only one message is sent for each `dedupeKey` and device. `studentId` is an id, or
 * an SQL expression for one. `until`: the time after which the message is of no use, by default three days later.
 */
export type StudentNotification = PushMessage & {
  studentId: string | RawBuilder<unknown>;
  kind: NotificationKind;
  dedupeKey: string;
  until?: Date;
};

/**
 * Queues push messages in the caller's transaction, for each device on which the student gets this kind. They are sent after
 * its commit.
 */
export type Notifications = {
  notify(db: Kysely<Database>, notification: StudentNotification): Promise<void>;
  /** SQL that does the same as `notify`. It is a plain insert, so it can be a CTE of another statement. */
  notifySql(notification: StudentNotification): RawBuilder<unknown>;
};

/** Where a browser receives push messages, and the keys by which they are encrypted for it. */
export type PushTarget = { endpoint: string; p256dh: string; auth: string };

/** `topic`: a newer message replaces one with the same topic that the push service has not delivered yet. */
export type Delivery = { message: PushMessage; ttlSeconds: number; topic: string; isUrgent: boolean };

/** Sends push messages through the push services of browsers. */
export type PushCarrier = {
  /** The VAPID key with which browsers subscribe. */
  readonly publicKey: string;
  /**
   * Sends a message. Resolves when the push service has accepted it. Stops when `signal` aborts.
   * @throws PushRefused if the push service has refused it; after any other error a retry may succeed
   */
  send(target: PushTarget, delivery: Delivery, signal: AbortSignal): Promise<void>;
};

/**
 * Thrown if a push service refuses a message. `gone`: the subscription has ended. `key`: it was made with another VAPID key.
 * `message`: a retry would be useless. `later`: a retry after `retryAfterSeconds` may succeed.
 */
export class PushRefused extends Error {
  override name = 'PushRefused';
  readonly reason: 'gone' | 'key' | 'message' | 'later';
  readonly retryAfterSeconds: number;

  constructor(reason: PushRefused['reason'], status: number, retryAfterSeconds = 0) {
    super(`the push service returned ${status}`);
    this.reason = reason;
    this.retryAfterSeconds = retryAfterSeconds;
  }
}
