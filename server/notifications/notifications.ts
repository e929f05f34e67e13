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
const isWantedSql = (kind: RawBuilder<unknown>) => sql`not exists (select from notification_preferences p
  where p.student_id = s.student_id and p.kind = ${kind} and not p.is_on)`;

/** SQL for an array of the students' ids. */
function studentIdsSql(notifications: readonly StudentNotification[]): RawBuilder<unknown> {
  const ids = notifications.map(({ studentId }) => studentId);
  // If all ids are values, pass them as one parameter. The text of the statement then does not depend on their number,
  // so PostgreSQL can prepare it.
  return ids.every((id) => typeof id === 'string') ? sql`${ids}::uuid[]` : sql`array[${sql.join(ids)}]::uuid[]`;
}

/**
 * Queues push messages in the table `push_outbox`. The job `sendPushes` sends them after the transaction is
 * committed.
 */
export function createNotifications(clock: Clock): Notifications {
  function notifySql(notifications: readonly StudentNotification[]): RawBuilder<unknown> {
    const now = clock.now();
    const list = <T>(of: (one: StudentNotification) => T) => notifications.map(of);
    const contents = list(({ studentId: _, kind, dedupeKey, tag, until, ...content }) => JSON.stringify(content));
    // Lock the push subscriptions. If a device is just being signed out, this waits until its subscription is deleted.
    // Without the lock, the message could refer to a deleted subscription, and the caller's transaction would fail.
    return sql`
      insert into push_outbox (dedupe_key, subscription_id, kind, tag, content, expires_at)
      select n.dedupe_key, s.id, n.kind, n.tag, n.content,
        coalesce(n.until, now() + make_interval(secs => ${longestWait}))
      from unnest(${studentIdsSql(notifications)}, ${list((one) => one.dedupeKey)}::text[],
        ${list((one) => one.kind)}::text[], ${list((one) => one.tag)}::text[], ${contents}::jsonb[],
        ${list((one) => one.until ?? null)}::timestamptz[]) as n (student_id, dedupe_key, kind, tag, content, until)
      join push_subscriptions s on s.student_id = n.student_id join sessions on sessions.id = s.session_id
      where s.disabled_at is null and ${isWantedSql(sql`n.kind`)}
        and sessions.expires_at > ${new Date(now)} and sessions.last_seen_at > ${new Date(now - sessionLifetimes.idle)}
      for key share of s
      on conflict (dedupe_key, subscription_id) do nothing`;
  }
  return {
    notifySql,
    notify: async (db, notification) => void (await notifySql([notification]).execute(db)),
  };
}
