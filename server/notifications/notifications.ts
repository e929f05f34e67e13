import { type RawBuilder, sql } from 'kysely';
import { sessionLifetimes } from '../../contract/limits.ts';
import type { Clock } from '../http/clock.ts';
import type { Notifications, StudentNotification } from '../providers/push/push.ts';

/** How long a push message may wait for a device that is off or unreachable, in seconds. */
const longestWait = 3 * 86_400;

/**
 * SQL: whether the student of push subscription `s` wants push messages of a kind. A kind for which the student has
 * stored no preference is on.
 */
const isWantedSql = (kind: string) => sql`not exists (select from notification_preferences p
  where p.student_id = s.student_id and p.kind = ${kind} and not p.is_on)`;

/**
 * Queues push messages in the table `push_outbox`. The job `sendPushes` sends them after the transaction is
 * committed.
 */
export function createNotifications(clock: Clock): Notifications {
  function notifySql(notification: StudentNotification): RawBuilder<unknown> {
    const { studentId, kind, dedupeKey, tag, until, ...content } = notification;
    const now = clock.now();
    const expiry = until ? sql`${until}` : sql`now() + make_interval(secs => ${longestWait})`;
    // Lock the push subscriptions. If a device is just being signed out, this waits until its subscription is deleted.
    // Without the lock, the message could refer to a deleted subscription, and the caller's transaction would fail.
    return sql`
      insert into push_outbox (dedupe_key, subscription_id, kind, tag, content, expires_at)
      select ${dedupeKey}, s.id, ${kind}, ${tag}, ${JSON.stringify(content)}::jsonb, ${expiry}
      from push_subscriptions s join sessions on sessions.id = s.session_id
      where s.student_id = ${studentId} and s.disabled_at is null and ${isWantedSql(kind)}
        and sessions.expires_at > ${new Date(now)} and sessions.last_seen_at > ${new Date(now - sessionLifetimes.idle)}
      for key share of s
      on conflict (dedupe_key, subscription_id) do nothing`;
  }
  return {
    notifySql,
    notify: async (db, notification) => void (await notifySql(notification).execute(db)),
  };
}
