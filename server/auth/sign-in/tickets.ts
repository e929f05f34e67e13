import { createHmac } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Kysely } from 'kysely';
import type { Database } from '../../db/schema.ts';
import type { Clock } from '../../http/clock.ts';
import { createToken, hashToken, isToken } from '../../http/secret-token.ts';
import { clearCookie, readCookie, setCookie } from '../session/auth-cookies.ts';
import {
  type Challenge,
  deleteTicket,
  deleteTicketsOf,
  extendTicket,
  findTicket,
  insertTicket,
} from './ticket.repo.ts';

/**
 * Lifetime of a lookup ticket in milliseconds. It starts again when the browser requests the email address or phone
 * number to which a one-time code will be sent.
 */
export const ticketLifetime = 600_000;

/**
 * Lookup tickets: cookies that remember which student a browser has looked up. The calls that return a contact, or sign
 * in by a one-time code, require a ticket, so they work only for a student whom the browser has looked up.
 */
export type LookupTickets = {
  find(request: FastifyRequest): Promise<{ studentId: string } | null>;
  issue(reply: FastifyReply, studentId: string): Promise<void>;
  /**
   * True for ten minutes after the server returned `contact` (an email address or phone number) to this browser, so
   * that a one-time code could be sent to it. Returning the same contact again within this time does not restart the
   * ten minutes. Returning another contact ends them.
   */
  isChallenged(request: FastifyRequest, contact: string): Promise<boolean>;
  /**
   * Stores that a one-time code is about to be sent to `contact`, and restarts the lifetime of the browser's ticket.
   */
  beginChallenge(reply: FastifyReply, contact: string): Promise<void>;
  /**
   * Deletes the browser's lookup ticket. With `studentId` (the student who signs out), also deletes this student's
   * tickets in other browsers, so that earlier one-time codes can no longer be used.
   */
  end(reply: FastifyReply, studentId: string | null): Promise<void>;
};

type TicketDeps = { db: Kysely<Database>; clock: Clock; secret: string };

export function createTickets({ db, clock, secret }: TicketDeps): LookupTickets {
  const read = async (request: FastifyRequest) => {
    const token = readCookie(request, 'ticket');
    return isToken(token) ? findTicket(db, hashToken(token), new Date(clock.now())) : undefined;
  };
  const hashContact = (contact: string) => createHmac('sha256', secret).update(`challenge ${contact}`).digest();
  const isRunning = ({ challenge_hash, challenged_at }: Challenge, contact: string) =>
    challenge_hash?.equals(hashContact(contact)) === true &&
    challenged_at !== null &&
    clock.now() - challenged_at.getTime() < ticketLifetime;
  const expiry = () => new Date(clock.now() + ticketLifetime);
  return {
    async find(request) {
      const ticket = await read(request);
      return ticket ? { studentId: ticket.student_id } : null;
    },
    async issue(reply, studentId) {
      const token = createToken();
      // If the browser looks the same student up again, the new ticket takes over the challenge of the old one: the
      // contact to which a one-time code was sent, and the time.
      const before = await read(reply.request);
      const { challenge_hash, challenged_at } =
        before?.student_id === studentId ? before : { challenge_hash: null, challenged_at: null };
      const challenge = { challenge_hash, challenged_at };
      await insertTicket(db, {
        token_hash: hashToken(token),
        student_id: studentId,
        expires_at: expiry(),
        ...challenge,
      });
      setCookie(reply, 'ticket', token, ticketLifetime);
    },
    async isChallenged(request, contact) {
      const ticket = await read(request);
      return ticket !== undefined && isRunning(ticket, contact);
    },
    async beginChallenge(reply, contact) {
      const token = readCookie(reply.request, 'ticket');
      if (!isToken(token)) return;
      const before = await read(reply.request);
      const challenge =
        before && isRunning(before, contact)
          ? null
          : { challenge_hash: hashContact(contact), challenged_at: new Date(clock.now()) };
      await extendTicket(db, hashToken(token), { expires_at: expiry(), challenge });
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
