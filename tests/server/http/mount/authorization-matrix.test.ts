import { beforeAll, describe, expect, it } from 'vitest';
import type { Policy, StaffPolicy } from '../../../../contract/endpoint.ts';
import type { Answered } from '../../../support/server.ts';
import { type ApiRequest, startAcademyApi } from '../api-driver.ts';
import { createFixture, type Fixture, leaked, readStudentRows } from './authorization-fixture.ts';
import { type AuthorizationSample, authorizationSamples } from './authorization-samples.ts';

const app = await startAcademyApi();

const elsewhere = '203.0.113.7';
type StudentPolicy = Exclude<Policy, StaffPolicy>;
// The calls of the staff console have a matrix of their own (`staff-matrix.test.ts`).
const isForStudents = (policy: Policy): policy is StudentPolicy => policy !== 'staff' && policy !== 'staffPending';
const routes = app.routes.flatMap(({ method, url, endpoint, plain }) => {
  const policy = (endpoint ?? plain)?.policy ?? 'public';
  return isForStudents(policy) ? { name: endpoint?.name ?? `${method} ${url}`, method: method as 'GET', policy } : [];
});

/** Statuses for callers who have no right to the victim's data. */
const refusals: Record<Exclude<StudentPolicy, 'public'>, { anonymous: number; stranger: number }> = {
  student: { anonymous: 401, stranger: 404 },
  owner: { anonymous: 401, stranger: 404 },
  ticket: { anonymous: 401, stranger: 404 },
  signature: { anonymous: 401, stranger: 401 },
  loopback: { anonymous: 404, stranger: 404 },
};

let fixture: Fixture;
let fixtureOfReads: Promise<Fixture> | undefined;

function sampleOf(name: string): AuthorizationSample {
  const sample = authorizationSamples[name];
  if (!sample) throw new Error(`${name} has no authorization sample: add one`);
  return sample;
}

function send(
  method: 'GET',
  { url, body, headers = {} }: ApiRequest,
  caller: Record<string, string>,
  address = elsewhere,
) {
  const sent = { ...headers, ...caller, cookie: [headers.cookie, caller.cookie].filter(Boolean).join('; ') };
  const payload = body === undefined ? {} : { body: body as object };
  return app.call(method, url, { ...payload, headers: sent, address });
}

function expectedStatuses(policy: StudentPolicy, { status }: AuthorizationSample) {
  if (policy !== 'public') return { expired: undefined, ...refusals[policy], ...status };
  if (status?.anonymous === undefined) throw new Error('the sample of a public route lacks its statuses');
  return { ...status, anonymous: status.anonymous };
}

/** Expects that the response reveals none of the victim's secrets and that the victim's data is unchanged. */
async function sendAsStranger(method: 'GET', sample: AuthorizationSample, caller: Record<string, string>) {
  const { victim } = fixture;
  const request = await sample.request(fixture);
  const before = await readStudentRows(app, victim.id, sample.touches ?? []);
  const response = await send(method, request, caller);
  const revealed = sample.reveals?.(fixture) ?? [];
  expect(
    leaked(
      response,
      victim.secrets.filter((secret) => !revealed.includes(secret)),
    ),
    response.text,
  ).toEqual([]);
  expect(await readStudentRows(app, victim.id, sample.touches ?? [])).toBe(before);
  return response;
}

const hasSession = ({ cookies }: Answered) => Boolean(cookies.landfall);

describe('the authorization samples', () => {
  it('every API route has exactly one sample request in the authorization tests', () => {
    expect(Object.keys(authorizationSamples).sort()).toEqual(routes.map(({ name }) => name).sort());
  });
});

describe.each(routes)('$name ($policy)', ({ name, method, policy }) => {
  const sample = () => sampleOf(name);

  // The tests of a route share one victim, because strangers must not change the victim's data. All GET routes share
  // one, because even the victim's own call changes nothing.
  beforeAll(async () => {
    fixtureOfReads ??= createFixture(app);
    fixture = await (method === 'GET' ? fixtureOfReads : createFixture(app));
  });

  it('an API route lets an anonymous caller neither read nor change a student’s data', async () => {
    const response = await sendAsStranger(method, sample(), {});
    expect(response.status, response.text).toBe(expectedStatuses(policy, sample()).anonymous);
    expect(hasSession(response)).toBe(false);
  });

  it('an API route treats a caller with an expired session as anonymous', async () => {
    const response = await sendAsStranger(method, sample(), fixture.victim.expired);
    const { anonymous, expired = anonymous } = expectedStatuses(policy, sample());
    expect(response.status, response.text).toBe(expired);
    expect(hasSession(response)).toBe(false);
  });

  it('an API route lets a student neither read nor change another student’s data', async () => {
    const { app: site, stranger } = fixture;
    const lookup = await site.db
      .selectFrom('students')
      .select('email')
      .where('id', '=', stranger.id)
      .executeTakeFirst();
    const { cookie } = await site.call('POST', '/api/auth/search/user', { body: { identifier: lookup?.email ?? '' } });
    const response = await sendAsStranger(method, sample(), { cookie: `${stranger.headers.cookie}; ${cookie}` });
    expect(response.status, response.text).toBe(expectedStatuses(policy, sample()).stranger);
    expect(hasSession(response)).toBe(false);
    if (policy === 'ticket') expect((response.body as { statusCode: number }).statusCode).not.toBe(200);
  });

  it('an API route returns the expected status to the student who owns the requested data', async () => {
    const { request, authorized, owner = 200 } = sample();
    const caller: Record<string, string> = authorized || owner === 401 ? {} : fixture.victim.headers;
    const response = await send(method, await (authorized ?? request)(fixture), caller, '127.0.0.1');
    expect(response.status, response.text).toBe(owner);
  });
});
