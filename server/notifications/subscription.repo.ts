import { type Kysely, sql } from 'kysely';
import { type NotificationKind, notificationKinds } from '../../contract/notification-kinds.ts';
import type { NotificationSettings } from '../../contract/notifications.ts';
import type { Database, Tx } from '../db/schema.ts';
import type { Subject } from '../http/mount/call.ts';
import type { PushTarget } from '../providers/push/push.ts';

/** On how many devices a student can get push messages. If there is one more, the oldest is removed. */
const maxDevices = 10;

/** Reads which kinds of push messages the student wants, and whether the browser of this session gets push messages. */
export async function readSettings(
  db: Kysely<Database>,
  { studentId, sessionId }: Subject,
): Promise<Omit<NotificationSettings, 'public_key'>> {
  const preferences = await db
    .selectFrom('notification_preferences')
    .select(['kind', 'is_on'])
    .where('student_id', '=', studentId)
    .execute();
  const device = await db
    .selectFrom('push_subscriptions')
    .select('id')
    .where('session_id', '=', sessionId)
    .where('disabled_at', 'is', null)
    .executeTakeFirst();
  const off = new Set(preferences.flatMap(({ kind, is_on }) => (is_on ? [] : [kind])));
  const kinds = Object.fromEntries(notificationKinds.map((kind) => [kind, !off.has(kind)]));
  return { is_on_here: device !== undefined, kinds: kinds as NotificationSettings['kinds'] };
}

/** Turns a kind of push messages on or off. When it is turned off, queued messages of this kind are deleted. */
export async function storePreference(tx: Tx, studentId: string, kind: NotificationKind, isOn: boolean): Promise<void> {
  await tx
    .insertInto('notification_preferences')
    .values({ student_id: studentId, kind, is_on: isOn })
    .onConflict((conflict) => conflict.columns(['student_id', 'kind']).doUpdateSet({ is_on: isOn }))
    .execute();
  if (isOn) return;
  await sql`delete from push_outbox o using push_subscriptions s
    where s.id = o.subscription_id and s.student_id = ${studentId} and o.kind = ${kind} and o.state = 'waiting'`.execute(
    tx,
  );
}

/**
 * Stores the push subscription of the browser with this sign-in session, in place of an earlier one. If the same
 * subscription is stored for another student, that student's subscription and its waiting messages are deleted.
 */
export async function storeSubscription(
  tx: Tx,
  { studentId, sessionId }: Subject,
  { device, endpoint, p256dh, auth }: PushTarget & { device: string },
): Promise<void> {
  // Lock the student, so that two calls of the same student run one after the other. Otherwise they could together
  // exceed the maximum number of devices.
  await sql`select id from students where id = ${studentId} for no key update`.execute(tx);
  await sql`delete from push_subscriptions where session_id = ${sessionId} and endpoint <> ${endpoint}
    or endpoint = ${endpoint} and student_id <> ${studentId}`.execute(tx);
  await sql`insert into push_subscriptions (student_id, session_id, endpoint, p256dh, auth, device)
    values (${studentId}, ${sessionId}, ${endpoint}, ${p256dh}, ${auth}, ${device})
    on conflict (endpoint) do update set session_id = excluded.session_id, p256dh = excluded.p256dh, auth = excluded.auth,
      device = excluded.device, disabled_at = null`.execute(tx);
  await sql`delete from push_subscriptions where id in (select id from push_subscriptions
    where student_id = ${studentId} order by session_id = ${sessionId} desc, id desc offset ${maxDevices})`.execute(tx);
}

export async function deleteSubscription(db: Kysely<Database>, sessionId: string): Promise<void> {
  await db.deleteFrom('push_subscriptions').where('session_id', '=', sessionId).execute();
}
