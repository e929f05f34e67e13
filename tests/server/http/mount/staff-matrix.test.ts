import { beforeAll, describe, expect, it } from 'vitest';
import type { Endpoint } from '../../../../contract/endpoint.ts';
import { mayDo, type StaffRole, staffRoles } from '../../../../contract/staff/permissions.ts';
import { hour, minute } from '../../../support/clock.ts';
import { isPlayedToday } from '../../../support/day.ts';
import { createStudent, signIn } from '../../../support/server.ts';
import { createStaff, hire, signInAsStaff } from '../../../support/staff.ts';
import { type ApiRequest, createApiDriver, startAcademyApi } from '../api-driver.ts';
import { staffKeyedSamples, staffRepeatableSamples } from '../idempotency/staff-samples.ts';
import { foreignStaffObjects } from './foreign-staff-objects.ts';

const app = await startAcademyApi();
const api = createApiDriver(app);

const endpoints = app.routes.flatMap(({ endpoint }) => endpoint ?? []);
const forStaff = endpoints.filter(({ policy }) => policy === 'staff');
const forPending = endpoints.filter(({ policy }) => policy === 'staffPending');
const studentOnly = endpoints.filter(({ policy }) => policy === 'student' || policy === 'owner');

/** A request that is valid for the endpoint, without the headers of its sender. */
async function requestFor({ name, url }: Endpoint): Promise<ApiRequest> {
  const sample = { ...staffKeyedSamples, ...staffRepeatableSamples }[name];
  const { headers: _, ...request } = sample ? await sample.make(api) : { url };
  return request;
}

async function send(endpoint: Endpoint, headers: Record<string, string>) {
  const { status, body } = await api.send(endpoint.method, { ...(await requestFor(endpoint)), headers });
  return { status, code: status === 200 ? 'OK' : String(body.code) };
}

const unauthorized = { status: 401, code: 'UNAUTHORIZED_REQUEST' };

describe('the matrix of staff calls', () => {
  it('every staff API call declares either the permission that it requires or that it is open to every staff role', () => {
    expect(forStaff.length).toBeGreaterThan(10);
    expect(forStaff.filter(({ permission }) => permission === undefined)).toEqual([]);
  });

  it('for every staff API call with an id in its path, the tests have a sample request for somebody else’s object', () => {
    const naming = forStaff.filter(({ name, url }) => url.includes(':') || name in foreignStaffObjects);
    expect(Object.keys(foreignStaffObjects).toSorted()).toEqual(naming.map(({ name }) => name).toSorted());
  });
});

const testedToday = forStaff.filter((_, place) => isPlayedToday(place));

describe.each(testedToday.map((endpoint) => ({ name: endpoint.name, endpoint })))('$name', ({ endpoint }) => {
  it('a staff API call returns 401 to anonymous callers, students, and staff whose sign-in is incomplete, idle or disabled', async () => {
    expect(await send(endpoint, {})).toEqual(unauthorized);
    expect(await send(endpoint, { ...(await signIn(app, await createStudent(app.db))) })).toEqual(unauthorized);
    const member = await createStaff(app, 'administrator');
    expect(await send(endpoint, await signInAsStaff(app, member, { stage: 'password' }))).toEqual(unauthorized);
    const idle = await signInAsStaff(app, member);
    const seen = new Date(app.clock.now() - 30 * minute);
    await app.db.updateTable('staff_sessions').set({ last_seen_at: seen }).where('staff_id', '=', member.id).execute();
    expect(await send(endpoint, idle)).toEqual(unauthorized);
    const disabled = await hire(app, 'administrator');
    await app.db.updateTable('staff_members').set({ state: 'disabled' }).where('id', '=', disabled.id).execute();
    expect(await send(endpoint, disabled.headers)).toEqual(unauthorized);
  });

  it.each(staffRoles)(
    'a staff API call is permitted to the role %s if and only if the table of permissions allows the call',
    async (role) => {
      const { headers } = await hire(app, role);
      const isAllowed = !endpoint.permission || mayDo(role, endpoint.permission);
      const { status, code } = await send(endpoint, headers);
      if (isAllowed) expect(code).not.toMatch(/^(FORBIDDEN|UNAUTHORIZED_REQUEST|STEP_UP_NEEDED)$/);
      else expect({ status, code }).toEqual({ status: 403, code: 'FORBIDDEN' });
    },
  );

  it('a staff API call requires step-up authentication if and only if its contract declares it', async () => {
    const member = await createStaff(app, 'administrator');
    const stale = await signInAsStaff(app, member, { verifiedAt: app.clock.now() - hour });
    const { code } = await send(endpoint, stale);
    if (endpoint.stepUp) expect(code).toBe('STEP_UP_NEEDED');
    else expect(code).not.toBe('STEP_UP_NEEDED');
  });

  it.runIf(endpoint.method !== 'GET')(
    'a staff API call other than GET is refused from another site and without the x-client header',
    async () => {
      const { headers } = await hire(app, 'administrator');
      expect((await send(endpoint, { ...headers, 'x-client': '' })).code).toBe('FORBIDDEN_ORIGIN');
      expect((await send(endpoint, { ...headers, 'sec-fetch-site': 'cross-site' })).code).toBe('FORBIDDEN_ORIGIN');
    },
  );
});

describe('foreign objects', () => {
  const callers: Array<{ role: StaffRole; headers: { cookie: string } }> = [];
  beforeAll(async () => {
    for (const role of staffRoles) callers.push({ role, headers: (await hire(app, role)).headers });
  });
  const countAuditEntries = () =>
    app.db
      .selectFrom('audit_entries')
      .select(({ fn }) => fn.countAll().as('count'))
      .executeTakeFirstOrThrow();

  it.each(Object.entries(foreignStaffObjects).filter((_, place) => isPlayedToday(place)))(
    'the staff API call %s for somebody else’s or a missing object returns 403 to every role without the permission',
    async (name, { request, expected, expectedOf }) => {
      const endpoint = forStaff.find((one) => one.name === name);
      const sent = await request(api);
      for (const { role, headers } of callers) {
        const isAllowed = !endpoint?.permission || mayDo(role, endpoint.permission);
        const wanted = isAllowed ? (expectedOf?.[role] ?? expected) : 403;
        const before = await countAuditEntries();
        const { status } = await api.send(endpoint?.method ?? 'GET', { ...sent, headers });
        expect({ role, status }).toEqual({ role, status: wanted });
        if (wanted !== 200) expect({ role, ...(await countAuditEntries()) }).toEqual({ role, ...before });
      }
    },
  );
});

describe.each(forPending.map((endpoint) => ({ name: endpoint.name, endpoint })))('$name', ({ endpoint }) => {
  it('an API call for the staff sign-in step after the password returns 401 to anonymous callers and students', async () => {
    const expired = { status: 401, code: 'SIGN_IN_EXPIRED' };
    expect(await send(endpoint, {})).toEqual(expired);
    expect(await send(endpoint, { ...(await signIn(app, await createStudent(app.db))) })).toEqual(expired);
  });

  it.runIf(endpoint.url.includes('/second-factor/'))(
    'a call that sets up a second factor is refused after the password alone, and also without recent step-up authentication',
    async () => {
      const member = await createStaff(app, 'editor');
      const pending = await signInAsStaff(app, member, { stage: 'password' });
      expect((await send(endpoint, pending)).code).toBe('SIGN_IN_EXPIRED');
      const stale = await signInAsStaff(app, member, { verifiedAt: app.clock.now() - hour });
      expect((await send(endpoint, stale)).code).toBe('STEP_UP_NEEDED');
    },
  );
});

it('every API call for students returns 401 to a signed-in staff member', async () => {
  const { headers } = await hire(app, 'administrator');
  for (const { name, method, url } of studentOnly) {
    const { status } = await api.send(method, { url: url.replaceAll(/:\w+/g, '1'), headers, body: {} });
    expect({ name, status }).toEqual({ name, status: 401 });
  }
});
