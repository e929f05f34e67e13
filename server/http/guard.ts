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

/** Whom a call counts for. */
export type Caller = { address: string; account: string | null };

export type Rates = {
  /** Counts a call against its class; throws a `Refusal` 429 with `retryAfter` when the class is used up. */
  count(rate: RateClass, who: Caller): Promise<void>;
  /** Takes a counted call back: it turned out to be a repeat. */
  giveBack(rate: RateClass, who: Caller): Promise<void>;
};

const foreignOrigin = () => new Refusal(403, 'FORBIDDEN_ORIGIN', 'This call must come from the site itself.');
const safeMethods = new Set(['GET', 'HEAD', 'OPTIONS']);

/**
 * Unsafe calls carry the client header and come from this site (design 14).
 * @throws Refusal 403
 */
export function requireSameSite(request: FastifyRequest): void {
  if (safeMethods.has(request.method)) return;
  if (!request.headers[clientHeader]) throw foreignOrigin();
  const fetchSite = request.headers['sec-fetch-site'];
  if (fetchSite !== undefined) {
    if (fetchSite !== 'same-origin') throw foreignOrigin();
    return;
  }
  const origin = request.headers.origin;
  if (origin !== undefined && URL.parse(origin)?.host !== request.host) throw foreignOrigin();
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
  if (policy === 'loopback' && !isFromThisMachine(request)) throw notFound();
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

function isLoopback(address: string): boolean {
  return address === '::1' || address.startsWith('127.') || address.startsWith('::ffff:127.');
}

const ownNames = new Set(['localhost', '127.0.0.1', '[::1]']);
const isOwnName = (host: string) => ownNames.has(URL.parse(`http://${host}`)?.hostname ?? '');

/**
 * Whether a call comes from this machine and means it. A stranger's page whose name was pointed at 127.0.0.1 calls from
 * here too (DNS rebinding), but under that name; it may write any header but Host.
 */
export function isFromThisMachine(request: FastifyRequest): boolean {
  return isLoopback(request.ip) && isOwnName(request.headers.host ?? '') && isOwnName(request.host);
}
