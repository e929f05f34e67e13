import { beforeAll, describe, expect, it } from 'vitest';
import type { Policy } from '../../../contract/endpoint.ts';
import { fakeClock } from '../../support/clock.ts';
import { type Answered, startTestApp } from '../../support/server.ts';
import { batches, seedAcademy } from '../booking/academy-seed.ts';
import { type Ask, type AuthorizationSample, authorizationSamples } from './authorization-samples.ts';
import { leaked, plantWorld, readBelongings, type World } from './authorization-world.ts';

const rates = ['READ', 'WRITE', 'ORDER', 'FORM', 'TELEMETRY', 'LOOKUP', 'CONTACT', 'SIGN_IN', 'CODE'];
const env = Object.fromEntries(rates.map((name) => [`RATE_${name}`, '1000000']));
const app = await startTestApp({ env, clock: fakeClock(Date.parse('2026-03-10T06:30:00Z')) });
await seedAcademy(app.db);
// Every test buys a seat.
await app.db
  .updateTable('batches')
  .set({ capacity: 10_000 })
  .where('id', 'in', [batches.fireOpen, batches.radarOpen])
  .execute();

const elsewhere = '203.0.113.7';
const routes = app.routes.map(({ method, url, endpoint, plain }) => ({
  name: endpoint?.name ?? `${method} ${url}`,
  method: method as 'GET',
  policy: (endpoint ?? plain)?.policy ?? 'public',
}));

/** What somebody gets who has no right to the victim's things. */
const refusals: Record<Exclude<Policy, 'public'>, { nobody: number; stranger: number }> = {
  student: { nobody: 401, stranger: 404 },
  owner: { nobody: 401, stranger: 404 },
  ticket: { nobody: 401, stranger: 404 },
  signature: { nobody: 401, stranger: 401 },
  loopback: { nobody: 404, stranger: 404 },
};

let world: World;

function sampleOf(name: string): AuthorizationSample {
  const sample = authorizationSamples[name];
  if (!sample) throw new Error(`${name} has no sample: add one, so that strangers are tested`);
  return sample;
}

function send(method: 'GET', { url, body, headers = {} }: Ask, caller: Record<string, string>, address = elsewhere) {
  const sent = { ...headers, ...caller, cookie: [headers.cookie, caller.cookie].filter(Boolean).join('; ') };
  const payload = body === undefined ? {} : { body: body as object };
  return app.call(method, url, { ...payload, headers: sent, address });
}

function wanted(policy: Policy, { status }: AuthorizationSample) {
  if (policy !== 'public') return { expired: undefined, ...refusals[policy], ...status };
  if (status?.nobody === undefined) throw new Error('a public route says what it answers to a stranger');
  return { ...status, nobody: status.nobody };
}

/** The answer has nothing of the victim's, and the victim still has everything. */
async function askAsStranger(method: 'GET', sample: AuthorizationSample, caller: Record<string, string>) {
  const { victim } = world;
  const ask = await sample.ask(world);
  const before = await readBelongings(app, victim.id, sample.touches ?? []);
  const answer = await send(method, ask, caller);
  const told = sample.tells?.(world) ?? [];
  expect(
    leaked(
      answer,
      victim.secrets.filter((secret) => !told.includes(secret)),
    ),
    answer.text,
  ).toEqual([]);
  expect(await readBelongings(app, victim.id, sample.touches ?? [])).toBe(before);
  return answer;
}

const hasSession = ({ cookies }: Answered) => Boolean(cookies.landfall);

describe('the samples', () => {
  it('cover every route of the table, and nothing else', () => {
    expect(Object.keys(authorizationSamples).sort()).toEqual(routes.map(({ name }) => name).sort());
  });
});

describe.each(routes)('$name, for $policy', ({ name, method, policy }) => {
  const sample = () => sampleOf(name);

  // One for the route: what strangers do must change nothing of the victim's.
  beforeAll(async () => {
    world = await plantWorld(app);
  });

  it('gives nobody the victim’s things', async () => {
    const answer = await askAsStranger(method, sample(), {});
    expect(answer.status, answer.text).toBe(wanted(policy, sample()).nobody);
    expect(hasSession(answer)).toBe(false);
  });

  it('takes a session that has expired for none', async () => {
    const answer = await askAsStranger(method, sample(), world.victim.expired);
    const { nobody, expired = nobody } = wanted(policy, sample());
    expect(answer.status, answer.text).toBe(expired);
    expect(hasSession(answer)).toBe(false);
  });

  it('gives another student nothing but that student’s own', async () => {
    const { app: site, stranger } = world;
    const lookup = await site.db
      .selectFrom('students')
      .select('email')
      .where('id', '=', stranger.id)
      .executeTakeFirst();
    const { cookie } = await site.call('POST', '/api/auth/search/user', { body: { identifier: lookup?.email ?? '' } });
    const answer = await askAsStranger(method, sample(), { cookie: `${stranger.headers.cookie}; ${cookie}` });
    expect(answer.status, answer.text).toBe(wanted(policy, sample()).stranger);
    expect(hasSession(answer)).toBe(false);
    if (policy === 'ticket') expect((answer.body as { statusCode: number }).statusCode).not.toBe(200);
  });

  it('answers the one whose things they are', async () => {
    const { ask, proven, owner = 200 } = sample();
    const caller: Record<string, string> = proven || owner === 401 ? {} : world.victim.headers;
    const answer = await send(method, await (proven ?? ask)(world), caller, '127.0.0.1');
    expect(answer.status, answer.text).toBe(owner);
  });
});
