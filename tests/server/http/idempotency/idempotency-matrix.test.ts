import { describe, expect, it } from 'vitest';
import { isPlayedToday } from '../../../support/day.ts';
import { signIn } from '../../../support/server.ts';
import { type ApiResponse, createApiDriver, startAcademyApi } from '../api-driver.ts';
import { keyedSamples as studentKeyed } from './keyed-samples.ts';
import { repeatableSamples as studentRepeatable } from './repeatable-samples.ts';
import { staffKeyedSamples, staffRepeatableSamples } from './staff-samples.ts';

const keyedSamples = { ...studentKeyed, ...staffKeyedSamples };
const repeatableSamples = { ...studentRepeatable, ...staffRepeatableSamples };

const app = await startAcademyApi();
const api = createApiDriver(app);

/** How many equal requests are sent at the same time to most routes. */
const simultaneous = process.env.SOAK ? 50 : 20;
/**
 * How many equal requests a route gets at the same time. Upload routes get only ten, because a student may have only
 * ten uploaded files that no document or profile uses.
 */
const parallelOf = (name: string) => (name.startsWith('upload') ? 10 : simultaneous);
const unsafe = app.routes.filter(({ method }) => method !== 'GET' && method !== 'HEAD');
const routes = unsafe.map(({ method, url, endpoint, plain }) => ({
  name: endpoint?.name ?? `${method} ${url}`,
  method,
  idempotency: (endpoint ?? plain)?.idempotency,
}));
const keyed = routes.filter(({ idempotency }) => idempotency === 'keyed');
const repeatable = routes.filter(({ idempotency }) => idempotency === 'repeatable');

/**
 * Calls of students are tested every day, those of the staff every seventh day (decision 164, "Play a part of the tests
 * each day").
 */
const isTestedToday = ({ name }: { name: string }, place: number) =>
  !(name in staffKeyedSamples || name in staffRepeatableSamples) || isPlayedToday(place);

/** The response without its request id, which always differs. */
const comparable = ({ status, body: { requestId, ...body } }: ApiResponse) => ({ status, body });

function mergeCookies(...texts: string[]): string {
  const pairs = texts.flatMap((text) => text.split('; ')).filter(Boolean);
  return [...new Map(pairs.map((pair) => [pair.split('=')[0], pair])).values()].join('; ');
}

function sampleOf<Sample>(samples: Record<string, Sample>, name: string): Sample {
  const sample = samples[name];
  if (!sample) throw new Error(`${name} has no sample request: add one`);
  return sample;
}

describe('the sample requests', () => {
  it('every API route that is not GET or HEAD has exactly one sample request in the idempotency tests', () => {
    expect(routes.filter(({ idempotency }) => idempotency === 'safe')).toEqual([]);
    expect(Object.keys(keyedSamples).sort()).toEqual(keyed.map(({ name }) => name).sort());
    expect(Object.keys(repeatableSamples).sort()).toEqual(repeatable.map(({ name }) => name).sort());
  });
});

describe.each(keyed.filter(isTestedToday))('$name', ({ name, method }) => {
  const { make, other } = sampleOf(keyedSamples, name);

  it('simultaneous identical requests with one idempotency key take effect once and all get the same response', {
    timeout: 30_000,
  }, async () => {
    const single = await make(api);
    const wanted = await api.countNewRows(() => api.send(method, single, `single-${name}`));
    const request = await make(api);
    let responses: ApiResponse[] = [];
    const added = await api.countNewRows(async () => {
      responses = await Promise.all(
        Array.from({ length: parallelOf(name) }, () => api.send(method, request, `many-${name}`)),
      );
    });
    expect(added).toEqual(wanted);
    expect(wanted.idempotency_keys).toBe(1);
    const [first, ...others] = responses.map(comparable);
    expect(first?.status, JSON.stringify(first)).toBe(200);
    for (const answer of others) expect(answer).toEqual(first);
  });

  it('a different request with an already used idempotency key returns 422 and has no effect', async () => {
    const request = await make(api);
    const key = `reused-${name}`;
    await api.send(method, request, key);
    let response: ApiResponse | undefined;
    const added = await api.countNewRows(async () => {
      response = await api.send(method, other(request), key);
    });
    expect(response).toMatchObject({ status: 422, body: { code: 'IDEMPOTENCY_KEY_REUSED' } });
    expect(added).toEqual({});
    expect((await api.send(method, request, key)).status).toBe(200);
  });

  it('a request that is repeated with its idempotency key after a new sign-in gets the stored response and has no second effect', async () => {
    const request = await make(api);
    const key = `again-${name}`;
    const first = await api.send(method, request, key);
    if (request.student) await app.db.deleteFrom('sessions').where('student_id', '=', request.student.id).execute();
    const headers = request.student ? await signIn(app, request.student) : {};
    let again: ApiResponse | undefined;
    const added = await api.countNewRows(async () => {
      again = await api.send(method, { ...request, headers: { ...request.headers, ...headers } }, key);
    });
    expect(again && comparable(again)).toEqual(comparable(first));
    expect(added).toEqual({});
  });
});

it('no API call stores a response of more than 1,024 bytes for its idempotency key', async () => {
  for (const { name, method } of keyed)
    await api.send(method, await sampleOf(keyedSamples, name).make(api), `size-${name}`);
  const stored = await app.db.selectFrom('idempotency_keys').select(['endpoint', 'answer']).execute();
  const large = stored.filter(({ answer }) => JSON.stringify(answer).length > 1024);
  expect(large.map(({ endpoint }) => endpoint)).toEqual([]);
});

describe.each(repeatable.filter(isTestedToday))('$name', ({ name, method }) => {
  it('repeating an API call that needs no idempotency key returns the same status and adds rows only to the expected tables', async () => {
    const { make, gains = [] } = sampleOf(repeatableSamples, name);
    const request = await make(api);
    const first = await api.send(method, request);
    expect([200, 303], JSON.stringify(first.body)).toContain(first.status);
    // As in a browser, the repeat carries the cookies that the first response has set, in place of earlier ones with
    // the same name.
    const cookie = mergeCookies(request.headers?.cookie ?? '', first.cookie);
    let again: ApiResponse | undefined;
    const added = await api.countNewRows(async () => {
      again = await api.send(method, { ...request, headers: { ...request.headers, cookie } });
    });
    expect(again?.status, JSON.stringify(again?.body)).toBe(first.status);
    expect(Object.keys(added).filter((table) => !gains.includes(table))).toEqual([]);
  });
});
