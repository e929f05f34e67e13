import type { FastifyRequest } from 'fastify';
import { describe, expect, it } from 'vitest';
import type { Endpoint, Policy } from '../../../../contract/endpoint.ts';
import type { StaffCaller } from '../../../../server/http/mount/call.ts';
import {
  admit,
  requireOwner,
  requireSameSite,
  requireStepUp,
  type Sessions,
} from '../../../../server/http/mount/guard.ts';

const endpointOf = (policy: Policy, more: Partial<Endpoint> = {}): Endpoint => ({
  ...{ name: 'getChart', summary: 'A chart', method: 'GET', url: '/api/chart', policy, rate: 'read' },
  ...{ idempotency: 'safe', answers: {}, ...more },
});
const requestOf = (headers: Record<string, string> = {}, method = 'GET') =>
  ({ method, headers, ip: '203.0.113.7', host: 'academy.example.com' }) as unknown as FastifyRequest;

const [asha, dev] = ['00000000-0000-4000-8000-00000000000a', '00000000-0000-4000-8000-00000000000b'];
const member: StaffCaller = {
  ...{ staffId: 'staff-1', sessionId: 'session-1', name: 'Mira', email: 'mira@example.com', role: 'instructor' },
  ...{ stage: 'signedIn', verifiedAt: new Date(), isRecentlyVerified: true, hasJustRecovered: false },
  expiresAt: new Date(),
};
const subject = { studentId: asha, sessionId: 'session-2' };

/**
 * What the server finds for a browser: no student session, and a staff session and a lookup ticket only if `found` has
 * them.
 */
const sessionsOf = (found: { staff?: StaffCaller; ticket?: { studentId: string } } = {}): Sessions => ({
  find: async () => null,
  findTicket: async () => found.ticket ?? null,
  findStaff: async () => found.staff ?? null,
});

describe('a caller without the right to a call', () => {
  const signInNeeded = [401, 'UNAUTHORIZED_REQUEST', 'Please sign in.'] as const;
  it.each([
    ['without a session who makes a call of a student', endpointOf('student'), undefined, signInNeeded],
    ['without a session who makes a call of an owner', endpointOf('owner'), undefined, signInNeeded],
    [
      'without a lookup ticket who makes a call that needs one',
      endpointOf('ticket'),
      undefined,
      [401, 'LOOKUP_EXPIRED', 'Please enter your details again to continue.'],
    ],
    [
      'from another machine who makes a call for this machine',
      endpointOf('loopback'),
      undefined,
      [404, 'NOT_FOUND', 'Not found.'],
    ],
    ['without a session who makes a call of staff', endpointOf('staff', { permission: null }), undefined, signInNeeded],
    [
      'without a begun sign-in who continues the sign-in of staff',
      endpointOf('staffPending'),
      undefined,
      [401, 'SIGN_IN_EXPIRED', 'Please sign in again with your password.'],
    ],
    [
      'who has only typed the password and makes a call of staff',
      endpointOf('staff', { permission: null }),
      { ...member, stage: 'password' as const },
      signInNeeded,
    ],
    [
      'whose role lacks the permission of a call',
      endpointOf('staff', { permission: 'refunds.manage' }),
      member,
      [403, 'FORBIDDEN', 'Your role does not allow this.'],
    ],
    [
      'who has not used the second factor lately in a call that needs it',
      endpointOf('staff', { permission: null, stepUp: true }),
      { ...member, isRecentlyVerified: false },
      [403, 'STEP_UP_NEEDED', 'Please confirm that it is you.'],
    ],
  ] as const)(
    'a caller whom the access policy of an API call does not admit (one %s) is refused with a message that says what to do',
    async (_, endpoint, staff, [status, code, message]) => {
      const admitted = admit(endpoint, requestOf(), sessionsOf(staff ? { staff } : {}));
      await expect(admitted).rejects.toMatchObject({ status, code, message });
    },
  );
});

it('admit returns no session for a public API call, and for a call that requires a lookup ticket or a staff session only that one', async () => {
  const all = sessionsOf({ staff: member, ticket: { studentId: asha } });
  const nobody = { subject: null, ticket: null, staff: null };
  expect(await admit(endpointOf('public'), requestOf(), all)).toEqual(nobody);
  expect(await admit(endpointOf('ticket'), requestOf(), all)).toEqual({ ...nobody, ticket: { studentId: asha } });
  const pending = { ...member, stage: 'password' as const, isRecentlyVerified: false };
  for (const [policy, staff] of [
    ['staff', { ...member, isRecentlyVerified: false }],
    ['staffPending', pending],
  ] as const)
    expect(await admit(endpointOf(policy, { permission: null }), requestOf(), sessionsOf({ staff }))).toEqual({
      ...nobody,
      staff,
    });
});

describe('the student named in a call for the owner', () => {
  const owner = endpointOf('owner');
  it.each([
    { params: { userId: asha }, query: undefined },
    { params: undefined, query: { userId: asha } },
    { params: undefined, query: { user_id: asha } },
    { params: { id: asha }, query: { page: 1 } },
    { params: { userId: asha }, query: { userId: dev } },
    { params: undefined, query: { userId: asha, user_id: dev, id: dev } },
  ])('for a call with the policy “owner”, the student named in the input %j must be the signed-in student', (input) => {
    expect(() => requireOwner(owner, subject, input)).not.toThrow();
    expect(() => requireOwner(owner, { ...subject, studentId: dev }, input)).toThrow('Not found.');
  });

  it('the policy “owner” refuses a call that names no student, and the policy “student” allows a call that names another student', () => {
    const input = { params: undefined, query: { page: 1 } };
    expect(() => requireOwner(owner, subject, input)).toThrow('Not found.');
    expect(() => requireOwner(endpointOf('student'), subject, { ...input, query: { id: dev } })).not.toThrow();
  });
});

it('an API call that needs the second factor above an amount of 100 is refused without it for 101, but not for 100', () => {
  const endpoint = endpointOf('staff', { stepUp: ({ amount }: { amount: number }) => amount > 100 });
  const unverified = { ...member, isRecentlyVerified: false };
  const needed = 'Please confirm that it is you.';
  expect(() => requireStepUp(endpoint, unverified, { amount: 100 })).not.toThrow();
  expect(() => requireStepUp(endpoint, unverified, { amount: 101 })).toThrow(needed);
  expect(() => requireStepUp(endpoint, null, { amount: 101 })).toThrow(needed);
  expect(() => requireStepUp(endpoint, member, { amount: 101 })).not.toThrow();
  expect(() => requireStepUp(endpointOf('staff', { stepUp: true }), unverified, {})).not.toThrow();
});

it('API calls from other sites may use the methods GET, HEAD and OPTIONS, but no method that changes something', () => {
  const crossSite = { 'x-client': 'web', 'sec-fetch-site': 'cross-site' };
  for (const method of ['GET', 'HEAD', 'OPTIONS'])
    expect(() => requireSameSite(requestOf(crossSite, method))).not.toThrow();
  for (const method of ['POST', 'PUT', 'PATCH', 'DELETE'])
    expect(() => requireSameSite(requestOf(crossSite, method))).toThrow('This call must come from the site itself.');
});
