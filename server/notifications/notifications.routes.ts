import type { Kysely } from 'kysely';
import {
  changeNotification,
  getNotificationSettings,
  type NotificationSettings,
  turnOffPush,
  turnOnPush,
} from '../../contract/notifications.ts';
import type { Database } from '../db/schema.ts';
import { inTransaction } from '../db/transactions/transaction.ts';
import type { Subject } from '../http/mount/call.ts';
import type { Mount } from '../http/mount/mount.ts';
import { refuse } from '../http/refusal.ts';
import { isPublicEndpoint } from '../providers/push/public-endpoint.ts';
import type { PushCarrier } from '../providers/push/push.ts';
import { deleteSubscription, readSettings, storePreference, storeSubscription } from './subscription.repo.ts';

type NotificationRoutesDeps = {
  db: Kysely<Database>;
  /** Sends push messages; null if the server has no VAPID keys and therefore sends none. */
  carrier: PushCarrier | null;
  /** Describes a browser and its system by the User-Agent header, such as 'Chrome on Android'. */
  deviceName: (userAgent: string | null) => string;
};

/** The calls by which students turn push messages on and off (docs/product.md#push-messages). */
export function notificationRoutes(mount: Mount, { db: pool, carrier, deviceName }: NotificationRoutesDeps): void {
  async function answer(
    db: Kysely<Database>,
    subject: Subject,
  ): Promise<{ statusCode: 200; data: NotificationSettings }> {
    const settings = await readSettings(db, subject);
    return { statusCode: 200, data: { public_key: carrier?.publicKey ?? null, ...settings } };
  }

  mount(getNotificationSettings, ({ db, subject }) => answer(db, subject));

  mount(changeNotification, ({ subject, body: { kind, is_on } }) =>
    inTransaction(pool, async (tx) => {
      await storePreference(tx, subject.studentId, kind, is_on);
      return answer(tx, subject);
    }),
  );

  mount(turnOnPush, ({ subject, userAgent, body: { endpoint, keys } }) => {
    if (!carrier) throw refuse(turnOnPush.refusals, 'PUSH_UNAVAILABLE', 'This site sends no push messages.');
    if (!isPublicEndpoint(endpoint))
      throw refuse(turnOnPush.refusals, 'INVALID_ENDPOINT', 'This is not the address of a push service.');
    return inTransaction(pool, async (tx) => {
      await storeSubscription(tx, subject, { endpoint, ...keys, device: deviceName(userAgent) });
      return answer(tx, subject);
    });
  });

  mount(turnOffPush, async ({ db, subject }) => {
    await deleteSubscription(db, subject.sessionId);
    return answer(db, subject);
  });
}
