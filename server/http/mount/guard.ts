import type { FastifyRequest } from 'fastify';
import { type Endpoint, policyRefusals } from '../../../contract/endpoint.ts';
import { clientHeader, subjectHeader } from '../../../contract/headers.ts';
import { mayDo } from '../../../contract/staff/permissions.ts';
import { stepUpRefusals } from '../../../contract/staff/staff-endpoint.ts';
import { foreignOrigin, notFound, refuse, signInNeeded } from '../refusal.ts';
import type { StaffCaller, Subject } from './call.ts';

/**
 * Finds, by the cookies of a request: the signed-in student, the student whom the browser has looked up in order to
 * sign in (lookup ticket), and the staff member. `findStaff` also finds staff members whose sign-in is not complete.
 */
export type Sessions = {
  find(request: FastifyRequest): Promise<Subject | null>;
  findTicket(request: FastifyRequest): Promise<{ studentId: string } | null>;
  findStaff(request: FastifyRequest): Promise<StaffCaller | null>;
};

const safeMethods = new Set(['GET', 'HEAD', 'OPTIONS']);

/**
 * Protects against cross-site request forgery. An unsafe call must come from a page of this site and have the header
 * `clientHeader`. A GET with `hasEffects` must come from a page of this site too, but needs no `clientHeader`, because
 * the API's specification has GET calls without it.
 * @throws Refusal 403
 */
export function requireSameSite(request: FastifyRequest, hasEffects = false): void {
  const isUnsafe = !safeMethods.has(request.method);
  if (!isUnsafe && !hasEffects) return;
  if (isUnsafe && !request.headers[clientHeader]) throw foreignOrigin();
  const fetchSite = request.headers['sec-fetch-site'];
  if (fetchSite !== undefined) {
    if (fetchSite !== 'same-origin') throw foreignOrigin();
    return;
  }
  const origin = request.headers.origin;
  if (origin !== undefined && URL.parse(origin)?.host !== request.host) throw foreignOrigin();
}

/** The student id in the input of a call with the policy `owner`. */
function namedStudent(input: { params: unknown; query: unknown }): unknown {
  const named = { ...(input.query as object | undefined), ...(input.params as object | undefined) };
  return 'userId' in named ? named.userId : 'user_id' in named ? named.user_id : 'id' in named ? named.id : undefined;
}

/**
 * Checks a call of the staff console against the table of permissions (docs/product.md#roles-and-permissions).
 * @throws Refusal 401 without a session, 403 FORBIDDEN without the permission, 403 STEP_UP_NEEDED without a recent use
 * of the second factor
 */
function requirePermission(endpoint: Endpoint, staff: StaffCaller | null): void {
  if (!staff && endpoint.policy === 'staffPending')
    throw refuse({ SIGN_IN_EXPIRED: 401 }, 'SIGN_IN_EXPIRED', 'Please sign in again with your password.');
  if (!staff) throw signInNeeded();
  if (endpoint.policy === 'staffPending') return;
  if (staff.stage !== 'signedIn') throw signInNeeded();
  if (endpoint.permission && !mayDo(staff.role, endpoint.permission))
    throw refuse(stepUpRefusals, 'FORBIDDEN', 'Your role does not allow this.');
  if (endpoint.stepUp === true) requireVerified(staff);
}

function requireVerified(staff: StaffCaller | null): void {
  if (!staff?.isRecentlyVerified) throw refuse(stepUpRefusals, 'STEP_UP_NEEDED', 'Please confirm that it is you.');
}

/**
 * Requires step-up authentication for a call of an endpoint that needs it only for some request bodies.
 * @throws Refusal 403 STEP_UP_NEEDED
 */
export function requireStepUp({ stepUp }: Endpoint, staff: StaffCaller | null, body: unknown): void {
  if (typeof stepUp === 'function' && stepUp(body as never)) requireVerified(staff);
}

/**
 * Identifies the caller and checks the endpoint's policy.
 * @throws Refusal 401 without the session or ticket that the policy requires, 403 for a staff member without the
 *   permission, 404 for a loopback route that is called from another machine
 */
export async function admit(endpoint: Endpoint, request: FastifyRequest, sessions: Sessions) {
  const policy = endpoint.policy;
  const isForStaff = policy === 'staff' || policy === 'staffPending';
  const staff = isForStaff ? await sessions.findStaff(request) : null;
  if (staff) request.staffId = staff.staffId;
  if (isForStaff) requirePermission(endpoint, staff);
  if (policy === 'loopback' && !isFromThisMachine(request)) throw notFound();
  const subject = policy === 'student' || policy === 'owner' ? await sessions.find(request) : null;
  if ((policy === 'student' || policy === 'owner') && !subject) throw signInNeeded();
  // A tab may still show one student's page after another student has signed in to this browser. Refuse the calls of
  // such a tab, because they must not act for the student who signed in later.
  const expected = request.headers[subjectHeader];
  if (subject && expected !== undefined && expected !== subject.studentId) throw signInNeeded();
  const ticket = policy === 'ticket' ? await sessions.findTicket(request) : null;
  if (policy === 'ticket' && !ticket)
    throw refuse(policyRefusals.ticket, 'LOOKUP_EXPIRED', 'Please enter your details again to continue.');
  return { subject, ticket, staff };
}

/**
 * Protects what belongs to other students.
 * @throws Refusal 404 if a call with the policy `owner` names another student than the signed-in one
 */
export function requireOwner(endpoint: Endpoint, subject: Subject | null, input: { params: unknown; query: unknown }) {
  if (endpoint.policy === 'owner' && namedStudent(input) !== subject?.studentId) throw notFound();
}

function isLoopback(address: string): boolean {
  return address === '::1' || address.startsWith('127.') || address.startsWith('::ffff:127.');
}

const localNames = new Set(['localhost', '127.0.0.1', '[::1]']);
const isLocalName = (host: string) => localNames.has(URL.parse(`http://${host}`)?.hostname ?? '');

/**
 * True for a call from this machine that was addressed to a local name. The IP address alone proves nothing: a foreign
 * page can make calls from this machine if its domain resolves to 127.0.0.1 (DNS rebinding). But such a page cannot
 * change the Host header of its calls.
 */
export function isFromThisMachine(request: FastifyRequest): boolean {
  return isLoopback(request.ip) && isLocalName(request.headers.host ?? '') && isLocalName(request.host);
}
