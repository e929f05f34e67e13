import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import { fakeClock } from '../../support/clock.ts';
import { signIn, siteHeaders, startTestApp } from '../../support/server.ts';
import { batches, courses, packages, seedAcademy } from '../booking/academy-seed.ts';
import { type Ask, authorizationSamples } from './authorization-samples.ts';
import { plantWorld, type World } from './authorization-world.ts';
import { faultsOf } from './fuzz-judge.ts';
import { callsOf, type FuzzedCall, type Route } from './fuzz-requests.ts';
import type { Known } from './fuzz-schema.ts';
import { openDesk } from './idempotency-desk.ts';
import { keyedSamples } from './keyed-samples.ts';
import { repeatableSamples } from './repeatable-samples.ts';

const { FUZZ_SEED, FUZZ_RUNS, SOAK } = process.env;
const seed = FUZZ_SEED ? Number(FUZZ_SEED) : Date.now() % 2 ** 31;
const inputs = Number(FUZZ_RUNS ?? (SOAK ? 1000 : 200));
/** So many inputs are asked at once. */
const together = 5;
/** Whatever takes longer hangs, also on a busy machine; milliseconds. */
const longest = 60_000;
console.log(`fuzz: ${inputs} inputs a route, FUZZ_SEED=${seed}`);

const rates = ['READ', 'WRITE', 'ORDER', 'FORM', 'TELEMETRY', 'LOOKUP', 'CONTACT', 'SIGN_IN', 'CODE'];
const env = Object.fromEntries(rates.map((name) => [`RATE_${name}`, '1000000']));
const app = await startTestApp({ env, clock: fakeClock(Date.parse('2026-03-10T06:30:00Z')) });
await seedAcademy(app.db);
// Every route's student has bought a seat.
await app.db
  .updateTable('batches')
  .set({ capacity: 10_000 })
  .where('id', 'in', [batches.fireOpen, batches.radarOpen])
  .execute();
const routes: Route[] = app.routes.map(({ method, url, endpoint }) => ({
  name: endpoint?.name ?? `${method} ${url}`,
  method,
  url,
  ...(endpoint ? { endpoint } : {}),
}));

const desk = openDesk(app);
let world: World;
let cookie = '';

const known = (): Known => ({
  ids: [courses, packages, batches].flatMap((group): number[] => Object.values(group)),
  students: [world.victim.id, world.stranger.id],
  texts: [world.victim.email, world.victim.orderId, world.victim.attemptId, '9876500001', '/course-booking'],
});

function readBody(encoding: unknown, raw: Buffer): string {
  if (encoding === 'br') return brotliDecompressSync(raw).toString();
  return (encoding === 'gzip' ? gunzipSync(raw) : raw).toString();
}

async function send({ method, endpoint }: Route, { url, headers, payload, isSignedIn }: FuzzedCall) {
  const cookies = [headers.cookie, isSignedIn ? cookie : ''].filter(Boolean).join('; ');
  const named = { ...siteHeaders, ...headers, cookie: cookies };
  const sent = Object.fromEntries(Object.entries(named).filter(([, text]) => text !== ''));
  const body = payload === undefined ? {} : { payload };
  const answer = await app.server.inject({ method: method as 'POST', url, headers: sent, ...body });
  const { statusCode, headers: told } = answer;
  // Who signed out, signs in again.
  if (isSignedIn && String(told['set-cookie']).includes('landfall=;')) ({ cookie } = await signIn(app, world.victim));
  const text = readBody(told['content-encoding'], answer.rawPayload);
  return faultsOf(endpoint, { statusCode, headers: told, body: text }).map(
    (fault) => `${fault}: ${url.slice(0, 200)} ${text.slice(0, 500)}`,
  );
}

/** A call that succeeds; it carries no session, except that a public one may. */
async function askOf({ name, url, endpoint }: Route): Promise<Ask> {
  const unsafe = { ...keyedSamples, ...repeatableSamples }[name];
  if (unsafe && (endpoint?.policy ?? 'public') === 'public') return unsafe.make(desk);
  const sample = authorizationSamples[name];
  return (await (sample?.proven ?? sample?.ask)?.(world)) ?? { url };
}

describe.each(routes)('$name', (route) => {
  beforeAll(async () => {
    world = await plantWorld(app);
    ({ cookie } = world.victim.headers);
  });

  it('answers whatever is asked, in its shape', { timeout: 600_000 }, async () => {
    const ask = await askOf(route);
    const calls = fc.array(callsOf(route, ask, known()), { minLength: together, maxLength: together });
    const property = fc.asyncProperty(calls, async (batch) => {
      const faults = (await Promise.all(batch.map((call) => send(route, call)))).flat();
      expect(faults).toEqual([]);
    });
    await fc.assert(property, { seed, numRuns: Math.ceil(inputs / together), timeout: longest });
  });
});
