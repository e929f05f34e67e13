import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Kysely } from 'kysely';
import type { Database } from '../../db/schema.ts';
import type { Clock } from '../../http/clock.ts';
import { clearCookie, readCookie, setCookie } from '../session/auth-cookies.ts';
import { createToken, hashToken, isToken } from '../session/secret-token.ts';
import { deleteTicket, deleteTicketsOf, extendTicket, findTicket, insertTicket } from './ticket.repo.ts';

/** Lifetime of a lookup ticket in milliseconds. It starts again when the contact for a code is requested. */
export const ticketLifetime = 600_000;

/**
 * Lookup tickets: cookies that remember which student a browser has looked up. The calls that return a contact and that
 * sign in by code require one, so that nobody can make these calls for an arbitrary student.
 */
export type LookupTickets = {
  find(request: FastifyRequest): Promise<{ studentId: string } | null>;
  issue(reply: FastifyReply, studentId: string): Promise<void>;
  /** Restarts the lifetime of the browser's ticket when a one-time code is about to be sent. */
  beginChallenge(reply: FastifyReply): Promise<void>;
  /**
   * Deletes the browser's ticket and, when a student signs out, all their tickets, so that codes sent before stop
   * working.
   */
  end(reply: FastifyReply, studentId: string | null): Promise<void>;
};

export function createTickets({ db, clock }: { db: Kysely<Database>; clock: Clock }): LookupTickets {
  const expiry = () => new Date(clock.now() + ticketLifetime);
  return {
    async find(request) {
      const token = readCookie(request, 'ticket');
      if (!isToken(token)) return null;
      const ticket = await findTicket(db, hashToken(token), new Date(clock.now()));
      return ticket ? { studentId: ticket.student_id } : null;
    },
    async issue(reply, studentId) {
      const token = createToken();
      await insertTicket(db, { token_hash: hashToken(token), student_id: studentId, expires_at: expiry() });
      setCookie(reply, 'ticket', token, ticketLifetime);
    },
    async beginChallenge(reply) {
      const token = readCookie(reply.request, 'ticket');
      if (!isToken(token)) return;
      await extendTicket(db, hashToken(token), expiry());
      setCookie(reply, 'ticket', token, ticketLifetime);
    },
    async end(reply, studentId) {
      const token = readCookie(reply.request, 'ticket');
      if (isToken(token)) await deleteTicket(db, hashToken(token));
      if (studentId) await deleteTicketsOf(db, studentId);
      clearCookie(reply, 'ticket');
    },
  };
}
