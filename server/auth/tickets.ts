import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Kysely } from 'kysely';
import type { Database } from '../db/schema.ts';
import type { Clock } from '../providers/clock.ts';
import { clearCookie, readCookie, setCookie } from './auth-cookies.ts';
import { hashToken, isToken, makeToken } from './secret-token.ts';
import { deleteTicket, deleteTicketsOf, extendTicket, findLiveTicket, insertTicket } from './ticket.repo.ts';

/** Life of a lookup ticket, and of a code challenge from the moment its contact was given. */
export const ticketLifetime = 600_000;

/** Lookup tickets: which student the browser has looked up, for contact and sign-in by code (decisions, "Answers"). */
export type LookupTickets = {
  find(request: FastifyRequest): Promise<{ studentId: string } | null>;
  issue(reply: FastifyReply, studentId: string): Promise<void>;
  /** The contact was given: the code has the full ten minutes from now. */
  beginChallenge(reply: FastifyReply): Promise<void>;
  /** The browser's lookup ends, and those of a student who signs out: a code of before signs nobody in again. */
  end(reply: FastifyReply, studentId: string | null): Promise<void>;
};

export function createTickets({ db, clock }: { db: Kysely<Database>; clock: Clock }): LookupTickets {
  const expiry = () => new Date(clock.now() + ticketLifetime);
  return {
    async find(request) {
      const token = readCookie(request, 'ticket');
      if (!isToken(token)) return null;
      const ticket = await findLiveTicket(db, hashToken(token), new Date(clock.now()));
      return ticket ? { studentId: ticket.student_id } : null;
    },
    async issue(reply, studentId) {
      const token = makeToken();
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
