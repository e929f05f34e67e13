import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import { isPlayedToday } from '../../../support/day.ts';
import { signIn, siteHeaders } from '../../../support/server.ts';
import { batches, courses, packages } from '../../booking/academy-seed.ts';
import { type ApiRequest, createApiDriver, startAcademyApi } from '../api-driver.ts';
import { keyedSamples } from '../idempotency/keyed-samples.ts';
import { repeatableSamples } from '../idempotency/repeatable-samples.ts';
import { staffKeyedSamples, staffRepeatableSamples } from '../idempotency/staff-samples.ts';
import { createFixture, type Fixture } from '../mount/authorization-fixture.ts';
import { authorizationSamples } from '../mount/authorization-samples.ts';
import { faultsOf } from './fuzz-check.ts';
import { callsOf, type FuzzedCall, type Route } from './fuzz-requests.ts';
import type { Known } from './fuzz-schema.ts';

const { SEED, FUZZ_RUNS, SOAK } = process.env;
const seed = Number(SEED ?? Date.now() % 1_000_000);
const inputs = Number(FUZZ_RUNS ?? (SOAK ? 1000 : 40));
/** The number of requests that are sent at the same time. */
const batchSize = 5;
/** A batch of requests that takes longer than this has hung: even a busy machine is faster. */
const batchTimeoutMs = 60_000;
console.log(`fuzz: ${inputs} inputs per route, SEED=${seed}`);

const app = await startAcademyApi();
const routes: Route[] = app.routes.map(({ method, url, endpoint }) => ({
  name: endpoint?.name ?? `${method} ${url}`,
  method,
  url,
  ...(endpoint ? { endpoint } : {}),
}));

const api = createApiDriver(app);
/**
 * The batches that students book in this test, as they are before the first request. Restored before the tests of each
 * route, because a generated request may close or move a batch, which students could then not book.
 */
const bookable = await app.db
  .selectFrom('batches')
  .select(['id', 'status', 'publication', 'start_date', 'end_date', 'capacity'])
  .where('id', 'in', [batches.fireOpen, batches.radarOpen])
  .execute();
let fixture: Fixture;
let cookie = '';

const known = (): Known => ({
  ids: [courses, packages, batches].flatMap((group): number[] => Object.values(group)),
  students: [fixture.victim.id, fixture.stranger.id],
  texts: [fixture.victim.email, fixture.victim.orderId, fixture.victim.attemptId, '9876500001', '/course-booking'],
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
  const { statusCode, headers: received } = answer;
  // Sign in again after a request that signed the caller out, because the next requests need a session.
  if (isSignedIn && String(received['set-cookie']).includes('landfall=;'))
    ({ cookie } = await signIn(app, fixture.victim));
  const text = readBody(received['content-encoding'], answer.rawPayload);
  return faultsOf(endpoint, { statusCode, headers: received, body: text }).map(
    (fault) => `${fault}: ${url.slice(0, 200)} ${text.slice(0, 500)}`,
  );
}

/**
 * Returns a request that the server accepts. Its sender is the signed-in student or, for staff routes and for some
 * public routes, a new caller.
 */
async function validRequest({ name, url, endpoint }: Route): Promise<ApiRequest> {
  const unsafe = { ...keyedSamples, ...repeatableSamples, ...staffKeyedSamples, ...staffRepeatableSamples }[name];
  const policy = endpoint?.policy ?? 'public';
  if (unsafe && (policy === 'public' || policy === 'staff' || policy === 'staffPending')) return unsafe.make(api);
  if (policy === 'staff') return { url, headers: (await api.hire()).headers ?? {} };
  const sample = authorizationSamples[name];
  return (await (sample?.authorized ?? sample?.request)?.(fixture)) ?? { url };
}

const fuzzed = routes.filter((_, place) => isPlayedToday(place));

describe.each(fuzzed)('$name', (route) => {
  beforeAll(async () => {
    for (const { id, ...row } of bookable) await app.db.updateTable('batches').set(row).where('id', '=', id).execute();
    fixture = await createFixture(app);
    ({ cookie } = fixture.victim.headers);
  });

  it('an API route responds to every randomly generated request as its contract declares', {
    timeout: 600_000,
  }, async () => {
    const request = await validRequest(route);
    const calls = fc.array(callsOf(route, request, known()), { minLength: batchSize, maxLength: batchSize });
    const property = fc.asyncProperty(calls, async (batch) => {
      const faults = (await Promise.all(batch.map((call) => send(route, call)))).flat();
      expect(faults).toEqual([]);
    });
    await fc.assert(property, { seed, numRuns: Math.ceil(inputs / batchSize), timeout: batchTimeoutMs });
  });
});
