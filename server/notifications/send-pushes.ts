import { createHash } from 'node:crypto';
import { type Kysely, sql } from 'kysely';
import type { PushMessage } from '../../contract/notification-kinds.ts';
import { createHourlyDeletion } from '../db/jobs/hourly-deletion.ts';
import { type JobRun, runDueJobs } from '../db/jobs/run-due-jobs.ts';
import type { Database } from '../db/schema.ts';
import type { Clock } from '../http/clock.ts';
import { type PushCarrier, PushRefused, type PushTarget } from '../providers/push/push.ts';

/**
 * Times in seconds. Sending a message is aborted after `timeout`. After `lease`, another process may send the
 * message, because the process that leased it must have died.
 */
const times = { timeout: 15, lease: 60 };
/** The number of messages that one process sends at the same time. */
const concurrency = 4;
/** Maximum number of attempts to send a message. */
const maxAttempts = 10;

/**
 * A message that this process has leased, that is, reserved for a limited time to send it. `is_outdated`: the message
 * has expired, its device has been turned off, or the device has a newer message with the same tag.
 */
type DuePush = PushTarget & {
  id: number;
  attempts: number;
  subscription_id: number;
  kind: string;
  tag: string;
  content: Omit<PushMessage, 'tag'>;
  seconds_left: number;
  is_outdated: boolean;
};

/**
 * Leases the message that has been due longest; undefined if none is due. Processes do not wait for each other's
 * locks.
 */
async function claimPush(db: Kysely<Database>): Promise<DuePush | undefined> {
  const { rows } = await sql<DuePush>`
    update push_outbox o set attempts = o.attempts + 1, next_at = now() + make_interval(secs => ${times.lease})
    from push_subscriptions s
    where s.id = o.subscription_id and o.id = (select id from push_outbox where state = 'waiting' and next_at <= now()
      order by next_at, id limit 1 for update skip locked)
    returning o.id, o.attempts, o.subscription_id, o.kind, o.tag, o.content, s.endpoint, s.p256dh, s.auth,
      extract(epoch from o.expires_at - now())::integer as seconds_left,
      o.expires_at <= now() or s.disabled_at is not null or exists (select from push_outbox newer where
        newer.subscription_id = o.subscription_id and newer.tag = o.tag and newer.id > o.id) as is_outdated`.execute(
    db,
  );
  return rows[0];
}

/**
 * Marks a message as sent or, with a `reason`, as given up, and deletes its content. Does nothing if another process
 * has leased the message in the meantime.
 */
async function endPush(db: Kysely<Database>, { id, attempts }: DuePush, reason: string | null): Promise<void> {
  const state = reason === null ? 'sent' : 'dead';
  await sql`update push_outbox set state = ${state}, content = null, last_error = ${reason},
    sent_at = case when ${state} = 'sent' then now() end
    where id = ${id} and attempts = ${attempts} and state = 'waiting'`.execute(db);
}

/**
 * Schedules the next attempt to send a message: a minute after the first failure, and twice as long after each further
 * one. If the push service asks for a longer pause, it gets one. No pause is longer than six hours.
 */
async function postponePush(db: Kysely<Database>, { id, attempts }: DuePush, error: Error): Promise<void> {
  const asked = error instanceof PushRefused ? error.retryAfterSeconds : 0;
  const seconds = Math.min(Math.max(60 * 2 ** (attempts - 1), asked), 6 * 3600);
  await sql`update push_outbox set last_error = ${error.message.slice(0, 300)},
    next_at = now() + make_interval(secs => ${seconds})
    where id = ${id} and attempts = ${attempts} and state = 'waiting'`.execute(db);
}

async function handleFailure(db: Kysely<Database>, push: DuePush, error: Error): Promise<void> {
  const reason = error instanceof PushRefused ? error.reason : 'later';
  // The browser's subscription has ended. Deleting its row also deletes the messages that wait for it.
  if (reason === 'gone') await db.deleteFrom('push_subscriptions').where('id', '=', push.subscription_id).execute();
  else if (reason === 'later' && push.attempts < maxAttempts) await postponePush(db, push, error);
  else await endPush(db, push, error.message.slice(0, 300));
  if (reason === 'key')
    await sql`update push_subscriptions set disabled_at = now() where id = ${push.subscription_id}`.execute(db);
}

async function sendPush(db: Kysely<Database>, carrier: PushCarrier, push: DuePush): Promise<void> {
  if (push.is_outdated) return endPush(db, push, 'expired, replaced by a newer message, or its device is turned off');
  const { tag, content, kind, seconds_left: ttlSeconds } = push;
  // Use a shortened hash of the message's tag as its topic: push services accept at most 32 characters.
  const topic = createHash('sha256').update(tag).digest('base64url').slice(0, 32);
  const delivery = { message: { ...content, tag }, ttlSeconds, topic, isUrgent: kind === 'seat' };
  try {
    await carrier.send(push, delivery, AbortSignal.timeout(times.timeout * 1000));
  } catch (error) {
    const failure = error instanceof Error ? error : new Error(String(error));
    await handleFailure(db, push, failure);
    // Do not report it as a failure of this job if a device is no longer subscribed.
    if (!(failure instanceof PushRefused && failure.reason === 'gone')) throw failure;
    return;
  }
  await endPush(db, push, null);
  await sql`update push_subscriptions set last_used_at = now() where id = ${push.subscription_id}`.execute(db);
}

type PushSenderDeps = { db: Kysely<Database>; clock: Clock; carrier: PushCarrier | null };

/**
 * Creates the job that sends the push messages queued in `push_outbox`. Any number of processes share the work. A
 * message is sent again if a process dies before recording that it was sent. The device still shows only one, because
 * both have the same tag.
 */
export function createPushSender({ db, clock, carrier }: PushSenderDeps): (signal?: AbortSignal) => Promise<JobRun> {
  const deleteOld = createHourlyDeletion(clock, async () => {
    await sql`delete from push_outbox where state <> 'waiting' and created_at < now() - interval '30 days'`.execute(db);
  });
  return async (signal) => {
    if (!carrier) return { attempted: 0, failures: [] };
    await deleteOld();
    return runDueJobs({
      concurrency,
      signal,
      claim: () => claimPush(db),
      run: (push) => sendPush(db, carrier, push),
    });
  };
}
