import { type Kysely, sql } from 'kysely';
import type { Database } from '../db/schema.ts';
import type { CallKey } from '../http/idempotency.ts';
import { paymentTimes } from './order-parts.ts';

/** How a call for an order ends: the session that the provider opened, if any, and the answer that its key keeps. */
export type OrderEnd = {
  attemptId: string;
  session: { sessionId: string; checkoutUrl: string; expiresAt?: Date | undefined } | null;
  callKey: CallKey | null;
  /** JSON of the body. */
  answer: string;
};

/** Stores the sessions with their attempts and the answers with their keys, many calls in one statement. */
export async function storeEnds(db: Kysely<Database>, ends: readonly OrderEnd[]): Promise<void> {
  const sessions = ends.flatMap(({ attemptId, session }) => (session ? [{ id: attemptId, ...session }] : []));
  const keys = ends.flatMap(({ callKey, answer }) => (callKey ? [{ ...callKey, answer }] : []));
  await sql`
    with session as (
      select * from unnest(${sessions.map((one) => one.id)}::text[], ${sessions.map((one) => one.sessionId)}::text[],
        ${sessions.map((one) => one.checkoutUrl)}::text[], ${sessions.map((one) => one.expiresAt ?? null)}::timestamptz[])
        as s (id, session_id, checkout_url, expires_at)
    ), opened as (
      update payment_attempts a set session_id = s.session_id, checkout_url = s.checkout_url, state = 'open',
        expires_at = greatest(a.expires_at, s.expires_at)
      from session s where a.id = s.id and a.state = 'created'
    )
    update idempotency_keys k set status = 200, answer = e.answer
    from unnest(${keys.map((one) => one.subject)}::text[], ${keys.map((one) => one.endpoint)}::text[],
      ${keys.map((one) => one.key)}::text[], ${keys.map((one) => one.answer)}::jsonb[])
      as e (subject, endpoint, key, answer)
    where k.subject = e.subject and k.endpoint = e.endpoint and k.key = e.key`.execute(db);
}

/** Seconds that the order of an attempt must keep its seats, now that its session ends later than was asked for. */
export async function readHoldSeconds(
  db: Kysely<Database>,
  attemptId: string,
): Promise<{ order_id: string; seconds: number } | undefined> {
  const { rows } = await sql<{ order_id: string; seconds: number }>`
    select order_id, ceil(extract(epoch from expires_at - now()))::integer + ${paymentTimes.grace} as seconds
    from payment_attempts where id = ${attemptId}`.execute(db);
  return rows[0];
}
