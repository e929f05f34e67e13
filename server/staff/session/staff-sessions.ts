import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Kysely } from 'kysely';
import {
  recoverySetUpTime,
  stepUpLifetime,
  staffSessionLifetimes as times,
} from '../../../contract/staff/staff-limits.ts';
import { createHourlyDeletion } from '../../db/jobs/hourly-deletion.ts';
import type { Database } from '../../db/schema.ts';
import type { Clock } from '../../http/clock.ts';
import type { StaffCaller } from '../../http/mount/call.ts';
import { isHttps } from '../../http/request-url.ts';
import { createToken, hashToken, isToken } from '../../http/secret-token.ts';
import {
  deleteStaffSession,
  deleteStaleStaffSessions,
  findStaffSession,
  insertStaffSession,
  type Live,
  touchStaffSession,
} from './staff-session.repo.ts';

/** Store the time of a session's last use at most once in this many milliseconds. */
const touchIntervalMs = 30_000;
const maxUserAgentLength = 300;

const cookieName = (request: FastifyRequest) => (isHttps(request) ? '__Host-landfall_staff' : 'landfall_staff');
const cookieOptions = (request: FastifyRequest) =>
  ({ path: '/', sameSite: 'strict', httpOnly: true, secure: isHttps(request) }) as const;

/**
 * A session to start. At the stages `password` and `invitation`, the second factor is still missing, and the session
 * ends after ten minutes. `invitationHash` is the hash of the invitation link's token. `isVerified`: this sign-in also
 * counts as step-up authentication.
 */
type NewSession = { staffId: string } & (
  | { stage: 'password' }
  | { stage: 'signedIn'; isVerified: boolean }
  | { stage: 'invitation'; invitationHash: Buffer }
);

/**
 * Finds, starts and ends the sessions of staff members. Their cookie has another name than the cookie of students, so
 * that neither works in place of the other (docs/product.md#staff-sign-in).
 */
export type StaffSessions = {
  find(request: FastifyRequest): Promise<StaffCaller | null>;
  /** Starts a session and ends the browser's previous one. `db` is the connection pool or the caller's transaction. */
  start(db: Kysely<Database>, reply: FastifyReply, session: NewSession): Promise<void>;
  end(reply: FastifyReply): Promise<void>;
  live(): Live;
};

export function createStaffSessions(deps: { db: Kysely<Database>; clock: Clock; withDemo: boolean }): StaffSessions {
  const { db, clock, withDemo } = deps;
  const live = () => ({ now: new Date(clock.now()), seenAfter: new Date(clock.now() - times.idle) });
  const deleteStale = createHourlyDeletion(clock, () => deleteStaleStaffSessions(db, live()));

  return {
    live,
    async find(request) {
      const token = request.cookies[cookieName(request)];
      if (!isToken(token)) return null;
      const found = await findStaffSession(db, hashToken(token), live(), withDemo);
      if (!found) return null;
      const now = clock.now();
      if (now - found.last_seen_at.getTime() >= touchIntervalMs) await touchStaffSession(db, found.id, new Date(now));
      return {
        staffId: found.staff_id,
        sessionId: found.id,
        name: found.name,
        email: found.email,
        role: found.role,
        stage: found.stage,
        verifiedAt: found.verified_at,
        isRecentlyVerified: found.verified_at !== null && now - found.verified_at.getTime() < stepUpLifetime,
        hasJustRecovered:
          found.stage === 'signedIn' &&
          found.verified_at === null &&
          now - found.created_at.getTime() < recoverySetUpTime,
        expiresAt: found.expires_at,
      };
    },
    async start(tx, reply, session) {
      const { request } = reply;
      await deleteStale();
      const old = request.cookies[cookieName(request)];
      if (isToken(old)) await deleteStaffSession(tx, hashToken(old));
      const token = createToken();
      const lifetime = session.stage === 'signedIn' ? times.absolute : times.pending;
      const row = {
        token_hash: hashToken(token),
        staff_id: session.staffId,
        stage: session.stage,
        invitation_hash: session.stage === 'invitation' ? session.invitationHash : null,
        user_agent: request.headers['user-agent']?.slice(0, maxUserAgentLength) ?? null,
        verified_at: session.stage === 'signedIn' && session.isVerified ? new Date(clock.now()) : null,
        expires_at: new Date(clock.now() + lifetime),
      };
      await insertStaffSession(tx, row, new Date(clock.now()));
      reply.setCookie(cookieName(request), token, { ...cookieOptions(request), maxAge: Math.floor(lifetime / 1000) });
    },
    async end(reply) {
      const { request } = reply;
      const token = request.cookies[cookieName(request)];
      if (isToken(token)) await deleteStaffSession(db, hashToken(token));
      reply.clearCookie(cookieName(request), cookieOptions(request));
    },
  };
}
