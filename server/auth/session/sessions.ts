import { createHmac } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Kysely } from 'kysely';
import { sessionLifetimes } from '../../../contract/limits.ts';
import type { Database } from '../../db/schema.ts';
import { shareReads } from '../../db/transactions/batch-queue.ts';
import type { Clock } from '../../http/clock.ts';
import type { Subject } from '../../http/mount/call.ts';
import { createToken, hashToken, isToken } from '../../http/secret-token.ts';
import { clearCookie, readCookie, setCookie } from './auth-cookies.ts';
import {
  deleteSession,
  findSessionStart,
  findSessions,
  insertSession,
  movePushSubscription,
  touchSession,
} from './session.repo.ts';

const { idle: idleLifetime, absolute: absoluteLifetime } = sessionLifetimes;
/** A session's `last_seen_at` is updated at most this often, in milliseconds. */
const touchIntervalMs = 300_000;
const maxUserAgentLength = 300;

/**
 * Creates, finds and ends sessions of students. A session is a random token in a cookie and its hash in the database
 * (docs/product.md#sessions).
 */
export type StudentSessions = {
  /** Finds the signed-in student of a request; null if nobody is signed in. */
  find(request: FastifyRequest): Promise<Subject | null>;
  /** Replaces the browser's session with a new one of `studentId`. `db` is the pool or the caller's transaction. */
  start(db: Kysely<Database>, reply: FastifyReply, studentId: string): Promise<void>;
  /** Ends the browser's session. If `studentId` is not null, a session of another student is not ended. */
  end(reply: FastifyReply, studentId: string | null): Promise<void>;
  /** When a sign-in session began; null if it has ended. */
  startOf(db: Kysely<Database>, sessionId: string): Promise<Date | null>;
};

export function createSessions(deps: { db: Kysely<Database>; clock: Clock; secret: string }): StudentSessions {
  const { clock, secret } = deps;
  const now = () => new Date(clock.now());
  // Every call of a signed-in student looks up a session. Lookups that arrive at the same time share one query.
  const lookUp = shareReads((tokenHashes: readonly Buffer[]) =>
    findSessions(deps.db, tokenHashes, { now: now(), seenAfter: new Date(clock.now() - idleLifetime) }),
  );

  async function find(request: FastifyRequest): Promise<Subject | null> {
    const token = readCookie(request, 'session');
    if (!isToken(token)) return null;
    const tokenHash = hashToken(token);
    const session = await lookUp(tokenHash);
    if (!session) return null;
    if (clock.now() - session.last_seen_at.getTime() >= touchIntervalMs) await touchSession(deps.db, tokenHash, now());
    return { studentId: session.student_id, sessionId: session.id };
  }

  async function start(db: Kysely<Database>, reply: FastifyReply, studentId: string): Promise<void> {
    const old = readCookie(reply.request, 'session');
    const token = createToken();
    const userAgent = reply.request.headers['user-agent']?.slice(0, maxUserAgentLength) ?? null;
    const { id: sessionId } = await insertSession(db, {
      token_hash: hashToken(token),
      student_id: studentId,
      user_agent: userAgent,
      now: now(),
      expires_at: new Date(clock.now() + absoluteLifetime),
    });
    if (isToken(old)) {
      const oldToken = hashToken(old);
      await movePushSubscription(db, { oldToken, sessionId, studentId });
      await deleteSession(db, oldToken);
    }
    const hint = createHmac('sha256', secret).update(`hint ${token}`).digest('base64url').slice(0, 22);
    setCookie(reply, 'session', token, absoluteLifetime);
    setCookie(reply, 'hint', hint, absoluteLifetime);
  }

  async function end(reply: FastifyReply, studentId: string | null): Promise<void> {
    const token = readCookie(reply.request, 'session');
    if (isToken(token) && !(await deleteSession(deps.db, hashToken(token), studentId ?? undefined))) {
      // A sign-out that was queued offline may arrive after somebody else has signed in on this browser. Do not end
      // their session.
      if (await find(reply.request)) return;
    }
    for (const cookie of ['session', 'hint', 'ticket'] as const) clearCookie(reply, cookie);
  }

  return { find, start, end, startOf: findSessionStart };
}
