import type { FastifyRequest } from 'fastify';
import type { Endpoint, RateClass } from '../../contract/endpoint.ts';
import { clientHeader, subjectHeader } from '../../contract/headers.ts';
import type { Subject } from './call.ts';
import { notFound, Refusal, signInNeeded } from './refusal.ts';

/** Reads who calls from cookies. */
export type Sessions = {
  find(request: FastifyRequest): Promise<Subject | null>;
  findTicket(request: FastifyRequest): Promise<{ studentId: string } | null>;
};

/** Counts a call against its class; throws a `Refusal` 429 with `retryAfter` when the class is used up. */
export type Rates = { count(rate: RateClass, who: { address: string; account: string | null }): Promise<void> };

const safeMethods = new Set(['GET', 'HEAD', 'OPTIONS']);

/**
 * Unsafe calls carry the client header and come from this site (design 14).
 * @throws Refusal 403
 */
export function requireSameSite(request: FastifyRequest): void {
  if (safeMethods.has(request.method)) return;
  const refused = new Refusal(403, 'FORBIDDEN_ORIGIN', 'This call must come from the site itself.');
  if (!request.headers[clientHeader]) throw refused;
  const fetchSite = request.headers['sec-fetch-site'];
  if (fetchSite !== undefined) {
    if (fetchSite !== 'same-origin') throw refused;
    return;
  }
  const origin = request.headers.origin;
  if (origin !== undefined && URL.parse(origin)?.host !== request.host) throw refused;
}

/** The id that an `owner` call names; it must be the session's student. */
function namedStudent(input: { params: unknown; query: unknown }): unknown {
  const named = { ...(input.query as object | undefined), ...(input.params as object | undefined) };
  return 'userId' in named ? named.userId : 'user_id' in named ? named.user_id : 'id' in named ? named.id : undefined;
}

/**
 * Who calls, checked against the endpoint's policy.
 * @throws Refusal 401 without a session or ticket, 404 where another student's id is named
 */
export async function admit(endpoint: Endpoint, request: FastifyRequest, sessions: Sessions) {
  const policy = endpoint.policy;
  if (policy === 'loopback' && !isLoopback(request.ip)) throw notFound();
  const subject = policy === 'student' || policy === 'owner' ? await sessions.find(request) : null;
  if ((policy === 'student' || policy === 'owner') && !subject) throw signInNeeded();
  // A tab may still show one student where another has signed in meanwhile: it must not act for the other.
  const meant = request.headers[subjectHeader];
  if (subject && meant !== undefined && meant !== subject.studentId) throw signInNeeded();
  const ticket = policy === 'ticket' ? await sessions.findTicket(request) : null;
  if (policy === 'ticket' && !ticket)
    throw new Refusal(401, 'LOOKUP_EXPIRED', 'Please enter your details again to continue.');
  return { subject, ticket };
}

/** @throws Refusal 404: what belongs to somebody else does not exist. */
export function requireOwner(endpoint: Endpoint, subject: Subject | null, input: { params: unknown; query: unknown }) {
  if (endpoint.policy === 'owner' && namedStudent(input) !== subject?.studentId) throw notFound();
}

export function isLoopback(address: string): boolean {
  return address === '::1' || address.startsWith('127.') || address.startsWith('::ffff:127.');
}
