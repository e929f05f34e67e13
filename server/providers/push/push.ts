import type { Kysely, RawBuilder } from 'kysely';
import type { NotificationKind, PushMessage } from '../../../contract/notification-kinds.ts';
import type { Database } from '../../db/schema.ts';

/**
 * A push message to all devices of a student. Each device gets only one message with the same `dedupeKey`.
 * `studentId` is an id, or an SQL expression for one. `until`: the time after which the message is of no use, by
 * default three days after it was queued.
 */
export type StudentNotification = PushMessage & {
  studentId: string | RawBuilder<unknown>;
  kind: NotificationKind;
  dedupeKey: string;
  until?: Date;
};

/**
 * Queues a push message in the caller's transaction, for each device of the student, unless the student has turned off
 * messages of its `kind`. The message is sent after the transaction is committed.
 */
export type Notifications = {
  notify(db: Kysely<Database>, notification: StudentNotification): Promise<void>;
  /** SQL that queues push messages, as `notify` does. It is a plain insert, so it can be a CTE of another statement. */
  notifySql(notifications: readonly StudentNotification[]): RawBuilder<unknown>;
};

/** The URL to which push messages for a browser are sent, and the keys to encrypt them for that browser. */
export type PushTarget = { endpoint: string; p256dh: string; auth: string };

/**
 * A push message and how to deliver it. `topic`: this message replaces an earlier one with the same topic that the push
 * service has not delivered yet.
 */
export type Delivery = { message: PushMessage; ttlSeconds: number; topic: string; isUrgent: boolean };

/** Sends push messages through the push services of browsers. */
export type PushCarrier = {
  /** The public VAPID key, with which browsers subscribe to push messages. */
  readonly publicKey: string;
  /**
   * Sends a push message. Resolves when the push service has accepted it; stops when `signal` aborts.
   * @throws PushRefused if the push service has refused the message; after any other error a retry may succeed
   */
  send(target: PushTarget, delivery: Delivery, signal: AbortSignal): Promise<void>;
};

/**
 * Thrown if a push service refuses a message. `gone`: the subscription has ended. `key`: the subscription was made
 * with another VAPID key. `message`: a retry of this message would be useless. `later`: a retry after
 * `retryAfterSeconds` may succeed.
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
