import { createHmac } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Kysely } from 'kysely';
import { sessionLifetimes } from '../../contract/limits.ts';
import { Joiner } from '../db/joiner.ts';
import type { Database } from '../db/schema.ts';
import type { Subject } from '../http/call.ts';
import type { Clock } from '../providers/clock.ts';
import { clearCookie, readCookie, setCookie } from './auth-cookies.ts';
import { hashToken, isToken, makeToken } from './secret-token.ts';
import { deleteSession, findSessionStart, findSessions, insertSession, touchSession } from './session.repo.ts';

const { idle: idleLifetime, absolute: absoluteLifetime } = sessionLifetimes;
const seenEvery = 300_000;
const userAgentLength = 300;

/** Sessions of students: a random token in a cookie, its hash in the database (design 14). */
export type StudentSessions = {
  find(request: FastifyRequest): Promise<Subject | null>;
  /** Ends the browser's old session and begins one of `studentId`, in the caller's transaction where there is one. */
  start(db: Kysely<Database>, reply: FastifyReply, studentId: string): Promise<void>;
  /** Ends the browser's session; another student's than `studentId` is left alone. */
  end(reply: FastifyReply, studentId: string | null): Promise<void>;
  /** When the session began; null where it has ended. */
  startOf(db: Kysely<Database>, sessionId: string): Promise<Date | null>;
};

export function createSessions(parts: { db: Kysely<Database>; clock: Clock; secret: string }): StudentSessions {
  const { clock, secret } = parts;
  const now = () => new Date(clock.now());
  // Every call of a student begins with this: those that come together are looked up together.
  const lookups = new Joiner({
    lanes: 4,
    atMost: 100,
    run: async (tokenHashes: readonly Buffer[]) => {
      const seenAfter = new Date(clock.now() - idleLifetime);
      const found = await findSessions(parts.db, tokenHashes, { now: now(), seenAfter });
      return found.map((answer) => ({ answer }));
    },
  });

  async function find(request: FastifyRequest): Promise<Subject | null> {
    const token = readCookie(request, 'session');
    if (!isToken(token)) return null;
    const tokenHash = hashToken(token);
    const session = await lookups.ask(tokenHash);
    if (!session) return null;
    if (clock.now() - session.last_seen_at.getTime() >= seenEvery) await touchSession(parts.db, tokenHash, now());
    return { studentId: session.student_id, sessionId: session.id };
  }

  async function start(db: Kysely<Database>, reply: FastifyReply, studentId: string): Promise<void> {
    const old = readCookie(reply.request, 'session');
    if (isToken(old)) await deleteSession(db, hashToken(old));
    const token = makeToken();
    const userAgent = reply.request.headers['user-agent']?.slice(0, userAgentLength) ?? null;
    await insertSession(db, {
      token_hash: hashToken(token),
      student_id: studentId,
      user_agent: userAgent,
      now: now(),
      expires_at: new Date(clock.now() + absoluteLifetime),
    });
    const hint = createHmac('sha256', secret).update(`hint ${token}`).digest('base64url').slice(0, 22);
    setCookie(reply, 'session', token, absoluteLifetime);
    setCookie(reply, 'hint', hint, absoluteLifetime);
  }

  async function end(reply: FastifyReply, studentId: string | null): Promise<void> {
    const token = readCookie(reply.request, 'session');
    if (isToken(token) && !(await deleteSession(parts.db, hashToken(token), studentId ?? undefined))) {
      // A sign-out that waited offline may arrive after somebody else signed in here.
      if (await find(reply.request)) return;
    }
    for (const cookie of ['session', 'hint', 'ticket'] as const) clearCookie(reply, cookie);
  }

  return { find, start, end, startOf: findSessionStart };
}
