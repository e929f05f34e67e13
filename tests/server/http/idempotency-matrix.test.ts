import { describe, expect, it } from 'vitest';
import { fakeClock } from '../../support/clock.ts';
import { signIn, startTestApp } from '../../support/server.ts';
import { seedAcademy } from '../booking/academy-seed.ts';
import { openDesk, type Told } from './idempotency-desk.ts';
import { keyedSamples } from './keyed-samples.ts';
import { repeatableSamples } from './repeatable-samples.ts';

const high = '1000000';
const rates = ['READ', 'WRITE', 'ORDER', 'FORM', 'TELEMETRY', 'LOOKUP', 'CONTACT', 'SIGN_IN', 'CODE'];
const env = Object.fromEntries(rates.map((name) => [`RATE_${name}`, high]));
const app = await startTestApp({ env, clock: fakeClock(Date.parse('2026-03-10T06:30:00Z')) });
await seedAcademy(app.db);
const desk = openDesk(app);

const parallel = 50;
const unsafe = app.routes.filter(({ method }) => method !== 'GET' && method !== 'HEAD');
const routes = unsafe.map(({ method, url, endpoint, plain }) => ({
  name: endpoint?.name ?? `${method} ${url}`,
  method,
  idempotency: (endpoint ?? plain)?.idempotency,
}));
const keyed = routes.filter(({ idempotency }) => idempotency === 'keyed');
const repeatable = routes.filter(({ idempotency }) => idempotency === 'repeatable');

/** All but what names the one request. */
const comparable = ({ status, body: { requestId, ...body } }: Told) => ({ status, body });

function sampleOf<Sample>(samples: Record<string, Sample>, name: string): Sample {
  const sample = samples[name];
  if (!sample) throw new Error(`${name} has no sample: add one, so that its repeats are tested`);
  return sample;
}

describe('the samples', () => {
  it('cover every unsafe route, and nothing else', () => {
    expect(routes.filter(({ idempotency }) => idempotency === 'safe')).toEqual([]);
    expect(Object.keys(keyedSamples).sort()).toEqual(keyed.map(({ name }) => name).sort());
    expect(Object.keys(repeatableSamples).sort()).toEqual(repeatable.map(({ name }) => name).sort());
  });
});

describe.each(keyed)('$name', ({ name, method }) => {
  const { make, other } = sampleOf(keyedSamples, name);

  it(`has one effect and one answer for ${parallel} calls at once under one key`, { timeout: 30_000 }, async () => {
    const single = await make(desk);
    const wanted = await desk.grown(() => desk.send(method, single, `single-${name}`));
    const ask = await make(desk);
    let told: Told[] = [];
    const grown = await desk.grown(async () => {
      told = await Promise.all(Array.from({ length: parallel }, () => desk.send(method, ask, `many-${name}`)));
    });
    expect(grown).toEqual(wanted);
    expect(wanted.idempotency_keys).toBe(1);
    const [first, ...others] = told.map(comparable);
    expect(first?.status, JSON.stringify(first)).toBe(200);
    for (const answer of others) expect(answer).toEqual(first);
  });

  it('refuses another request under the same key, and does nothing', async () => {
    const ask = await make(desk);
    const key = `reused-${name}`;
    await desk.send(method, ask, key);
    let told: Told | undefined;
    const grown = await desk.grown(async () => {
      told = await desk.send(method, other(ask), key);
    });
    expect(told).toMatchObject({ status: 422, body: { code: 'IDEMPOTENCY_KEY_REUSED' } });
    expect(grown).toEqual({});
    expect((await desk.send(method, ask, key)).status).toBe(200);
  });

  it('gives the first answer again to who has signed in again', async () => {
    const ask = await make(desk);
    const key = `again-${name}`;
    const first = await desk.send(method, ask, key);
    if (ask.student) await app.db.deleteFrom('sessions').where('student_id', '=', ask.student.id).execute();
    const headers = ask.student ? await signIn(app, ask.student) : {};
    let again: Told | undefined;
    const grown = await desk.grown(async () => {
      again = await desk.send(method, { ...ask, headers: { ...ask.headers, ...headers } }, key);
    });
    expect(again && comparable(again)).toEqual(comparable(first));
    expect(grown).toEqual({});
  });
});

describe.each(repeatable)('$name', ({ name, method }) => {
  it('ends the same when it is sent twice', async () => {
    const { make, gains = [] } = sampleOf(repeatableSamples, name);
    const ask = await make(desk);
    const first = await desk.send(method, ask);
    expect([200, 303], JSON.stringify(first.body)).toContain(first.status);
    // As a browser does: with the cookies of the first answer.
    const cookie = [ask.headers?.cookie, first.cookie].filter(Boolean).join('; ');
    let again: Told | undefined;
    const grown = await desk.grown(async () => {
      again = await desk.send(method, { ...ask, headers: { ...ask.headers, cookie } });
    });
    expect(again?.status, JSON.stringify(again?.body)).toBe(first.status);
    expect(Object.keys(grown).filter((table) => !gains.includes(table))).toEqual([]);
  });
});
