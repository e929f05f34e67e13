import type { InjectOptions } from 'fastify';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Endpoint } from '../../../../contract/endpoint.ts';
import { idempotencyHeader, subjectHeader } from '../../../../contract/headers.ts';
import { StatusResponse } from '../../../../server/http/mount/call.ts';
import { tooManyRequests } from '../../../../server/http/rates/rate-limits.ts';
import { refuse } from '../../../../server/http/refusal.ts';
import { createTestDatabase } from '../../../support/database.ts';
import { addNote, alice, bob, startNoteServer, startServer } from './note-server.ts';

const { db } = await createTestDatabase();
const { server, state } = startNoteServer(db);

const post = (title: string, key?: string, student = alice) =>
  server.inject({
    method: 'POST',
    url: '/api/notes',
    payload: { title },
    headers: { 'x-client': 'web', 'x-student': student, ...(key ? { 'idempotency-key': key } : {}) },
  });
const get = (query: string, student = alice) =>
  server.inject({ url: `/api/notes/${alice}${query}`, headers: { 'x-student': student } });
const countNotes = async () => (await db.selectFrom('notices').select('id').execute()).length;

afterEach(() => expect(state.undeclared).toEqual([]));

beforeEach(async () => {
  await db.deleteFrom('notices').execute();
  await db.deleteFrom('idempotency_keys').execute();
});

describe('a request with a file', () => {
  it.each([
    ['has invalid input', `${alice}?page=first`, 400],
    ['names another student', bob, 404],
    ['is accepted', alice, 200],
  ])(
    'the file received with an upload request is deleted before the response is sent, whatever the response (the request %s)',
    async (_, path, status) => {
      const headers = { 'x-client': 'web', 'x-student': alice };
      const { statusCode } = await server.inject({ method: 'POST', url: `/api/note-files/${path}`, headers });
      expect(statusCode).toBe(status);
      expect(state.receivedFiles.size).toBe(0);
    },
  );

  it('an upload over the rate limit is refused before its file is received, even with an idempotency key', async () => {
    const before = state.numberOfReceived;
    state.limitOfNext = tooManyRequests(1000);
    const headers = { 'x-client': 'web', 'x-student': alice, [idempotencyHeader]: 'key-00010' };
    const refused = await server.inject({ method: 'POST', url: `/api/note-files/${alice}`, headers });
    expect([refused.statusCode, state.numberOfReceived]).toEqual([429, before]);
  });

  it('a request with a body over the size limit of its call is refused with 413', async () => {
    const headers = { 'x-client': 'web', 'x-student': alice };
    const statuses = [];
    for (const bytes of [6000, 6001]) {
      const payload = { text: 'x'.repeat(bytes - '{"text":""}'.length) };
      statuses.push(
        (await server.inject({ method: 'POST', url: `/api/note-files/${alice}`, headers, payload })).statusCode,
      );
    }
    expect(statuses).toEqual([200, 413]);
    expect((await post('x'.repeat(7000))).statusCode).toBe(200);
  });
});

describe('a keyed request', () => {
  it('a request sent twice with one idempotency key takes effect once, and the same response is returned again, marked as replayed', async () => {
    const first = await post('Fire drill', 'key-00001');
    const again = await post('Fire drill', 'key-00001');
    expect([first.statusCode, again.statusCode]).toEqual([200, 200]);
    expect(again.json()).toEqual(first.json());
    expect([first, again].map(({ headers }) => headers['idempotent-replayed'])).toEqual([undefined, 'true']);
    expect(await countNotes()).toBe(1);
  });

  it('ten simultaneous requests with one idempotency key take effect once and get the same response', async () => {
    const answers = await Promise.all(Array.from({ length: 10 }, () => post('Fire drill', 'key-00002')));
    expect(answers.map((each) => each.json())).toEqual(Array(10).fill({ statusCode: 200, id: 1 }));
    expect(await countNotes()).toBe(1);
  });

  it('a request that reuses an idempotency key with another body returns 422 and has no effect', async () => {
    await post('Fire drill', 'key-00003');
    const other = await post('Boat drill', 'key-00003');
    expect(other.statusCode).toBe(422);
    expect(other.json()).toMatchObject({ code: 'IDEMPOTENCY_KEY_REUSED' });
    expect(await countNotes()).toBe(1);
  });

  it('if two students use the same idempotency key, the requests of both students take effect', async () => {
    await post('Fire drill', 'key-00004', alice);
    expect((await post('Boat drill', 'key-00004', bob)).statusCode).toBe(200);
    expect(await countNotes()).toBe(2);
  });

  it('a request that is repeated without an idempotency key takes effect each time', async () => {
    await post('Fire drill');
    await post('Fire drill');
    expect(await countNotes()).toBe(2);
  });

  it('a request refused with 409 is rolled back, and repeating the request with its idempotency key returns the same 409', async () => {
    state.refusalOfNext = refuse(addNote.refusals, 'CLASH', 'There is one already.');
    expect((await post('Fire drill', 'key-00005')).statusCode).toBe(409);
    const again = await post('Fire drill', 'key-00005');
    expect(again.statusCode).toBe(409);
    expect(again.json()).toMatchObject({ code: 'CLASH' });
    expect(await countNotes()).toBe(0);
  });

  it.each([401, 403, 408, 425, 429, 500, 503] as const)(
    'a refusal with the temporary status %d is not stored, so a repeat with the same idempotency key succeeds',
    async (status) => {
      state.refusalOfNext = refuse(addNote.refusals, 'PASSING', 'Later.', { status });
      expect((await post('Fire drill', 'key-00006')).statusCode).toBe(status);
      expect((await post('Fire drill', 'key-00006')).statusCode).toBe(200);
      expect(await countNotes()).toBe(1);
    },
  );

  it('a refusal that the contract of the endpoint does not declare is sent to the caller and reported as undeclared', async () => {
    state.refusalOfNext = refuse({ GONE: 410 }, 'GONE', 'Gone.');
    const response = await post('Fire drill');
    expect([response.statusCode, response.json().code]).toEqual([410, 'GONE']);
    expect(state.undeclared.splice(0)).toEqual(['addNote does not declare 410 GONE with this data']);
  });

  it.each(['seven-7', 'k'.repeat(101), '!starts-with-a-mark', 'ends-with-a-mark!', 'has a space inside'])(
    'the malformed idempotency key “%s” is rejected with 400 and the request has no effect',
    async (key) => {
      const refused = await post('Fire drill', key);
      expect([refused.statusCode, refused.json().message]).toEqual([
        400,
        'The Idempotency-Key must be 8 to 100 letters or digits.',
      ]);
      expect(await countNotes()).toBe(0);
    },
  );

  it.each(['eight-08', 'K'.repeat(100), 'with_under-line'])('the idempotency key “%s” is accepted', async (key) => {
    expect((await post('Fire drill', key)).statusCode).toBe(200);
    expect((await post('Fire drill', key)).headers['idempotent-replayed']).toBe('true');
  });

  it('an API call that takes no idempotency key ignores the header for this key, even a malformed header', async () => {
    const headers = { 'x-student': alice, [idempotencyHeader]: '!' };
    expect((await server.inject({ url: `/api/notes/${alice}`, headers })).statusCode).toBe(200);
  });

  it('idempotency keys of staff members and of visitors are stored apart from those of students', async () => {
    const headers = { 'x-client': 'web', [idempotencyHeader]: 'key-00008' };
    await server.inject({ method: 'PUT', url: '/api/staff/plan', headers });
    await server.inject({ method: 'POST', url: '/api/reports', headers, payload: { text: 'rain' } });
    await post('Fire drill', 'key-00008');
    const rows = await db.selectFrom('idempotency_keys').select(['subject', 'endpoint']).orderBy('endpoint').execute();
    expect(rows).toEqual([
      { subject: alice, endpoint: 'addNote' },
      { subject: 'anonymous:key-00008', endpoint: 'addReport' },
      { subject: 'staff:mira', endpoint: 'setPlan' },
    ]);
  });

  it('an idempotency key is stored with the student, the endpoint, the response status and a hash of the request', async () => {
    await post('Fire drill', 'key-00007');
    const row = await db.selectFrom('idempotency_keys').selectAll().executeTakeFirstOrThrow();
    expect(row.request_hash).toHaveLength(32);
    expect(JSON.stringify(row)).not.toContain('Fire drill');
    expect(row).toMatchObject({ subject: alice, endpoint: 'addNote', status: 200 });
  });
});

describe('the owner policy', () => {
  it('a route with the access policy “owner” returns 404 for the data of another student', async () => {
    expect((await get('')).statusCode).toBe(200);
    const other = await get('', bob);
    expect(other.statusCode).toBe(404);
    expect(other.json()).toMatchObject({ code: 'NOT_FOUND' });
  });
});

describe('the subject header', () => {
  const as = (shown: string) =>
    server.inject({ url: `/api/notes/${alice}`, headers: { 'x-student': alice, [subjectHeader]: shown } });

  it('a request returns 401 when its subject header names a different student than the signed-in student', async () => {
    expect((await as(bob)).statusCode).toBe(401);
    expect((await as(alice)).statusCode).toBe(200);
  });
});

describe('an error response', () => {
  it('an error response has the standard body, the id of the request and the x-landfall header', async () => {
    const refused = await post('');
    expect(refused.json()).toEqual({
      statusCode: 400,
      code: 'INVALID_REQUEST',
      errorCode: 'INVALID_REQUEST',
      message: 'Title is required',
      requestId: refused.headers['x-request-id'],
      fields: { title: 'Title is required' },
    });
    expect(refused.headers).toMatchObject({ 'x-landfall': '1', 'cache-control': 'no-store' });
  });

  it('an API call without its required body returns 400 with an error message about the body', async () => {
    const headers = { 'x-client': 'web', 'x-student': alice };
    const refused = await server.inject({ method: 'POST', url: '/api/notes', headers });
    expect([refused.statusCode, refused.json()]).toMatchObject([400, { fields: { body: refused.json().message } }]);
  });

  it('a validation error lists at most twenty invalid fields', async () => {
    const payload = { title: '', readers: Array(5000).fill(0) };
    const headers = { 'x-client': 'web', 'x-student': alice };
    const refused = await server.inject({ method: 'POST', url: '/api/notes', headers, payload });
    expect(refused.statusCode).toBe(400);
    expect(Object.keys(refused.json().fields)).toHaveLength(20);
    expect(refused.json().fields).toMatchObject({ title: 'Title is required', 'readers.18': expect.any(String) });
  });

  it.each(['sql', 'throw', 'shape'])(
    'a handler failure of the kind “%s” returns a 500 that reveals neither stack trace nor SQL',
    async (kind) => {
      const failed = await get(`?fail=${kind}`);
      expect(failed.statusCode).toBe(500);
      expect(failed.json()).toMatchObject({ code: 'INTERNAL_ERROR', message: 'Internal server error' });
      expect(failed.body).not.toMatch(/select|notices|\.ts|at |secret|42|stack/i);
    },
  );

  it('a request whose body is not valid JSON returns 400', async () => {
    const headers = { 'x-client': 'web', 'x-student': alice, 'content-type': 'application/json' };
    const failed = await server.inject({ method: 'POST', url: '/api/notes', headers, payload: '{"title":' });
    expect(failed.statusCode).toBe(400);
    expect(failed.json()).toMatchObject({ code: 'INVALID_REQUEST' });
  });

  it('a request with an idempotency key succeeds although an unknown field contains 60,000 nested arrays', async () => {
    const headers = { 'x-client': 'web', 'x-student': alice, 'content-type': 'application/json' };
    const payload = `{"title":"Deep","beside":${'['.repeat(60_000)}${']'.repeat(60_000)}}`;
    const call = {
      method: 'POST',
      url: '/api/notes',
      payload,
      headers: { ...headers, [idempotencyHeader]: 'deep-key-1' },
    };
    expect((await server.inject(call as InjectOptions)).statusCode).toBe(200);
  });

  it('an unknown API address returns a 404 with the standard body', async () => {
    const failed = await server.inject({ url: '/api/nowhere' });
    expect(failed.statusCode).toBe(404);
    expect(failed.json()).toMatchObject({ statusCode: 404, code: 'NOT_FOUND', errorCode: 'NOT_FOUND' });
  });
});

describe('a route without a declaration', () => {
  const without = (part: keyof Endpoint): Endpoint => Object.assign({}, addNote, { [part]: undefined });
  const done = async () => new StatusResponse(200, { statusCode: 200 });

  it.each<[string, Endpoint, string]>([
    ['without a policy', without('policy'), 'POST /api/notes lacks its policy'],
    ['without a rate', without('rate'), 'POST /api/notes lacks its rate class'],
    ['without an idempotency class', without('idempotency'), 'POST /api/notes lacks its idempotency class'],
    ['without answers', without('answers'), 'POST /api/notes lacks its response schema'],
    ['without an answer 200', { ...addNote, answers: {} }, 'POST /api/notes lacks its response schema'],
    [
      'that is “safe” although it is a POST',
      { ...addNote, idempotency: 'safe' },
      'POST /api/notes lacks its idempotency class that fits an unsafe method',
    ],
    [
      'with undeclared parameters in its path',
      { ...addNote, url: '/api/notes/:id' },
      'POST /api/notes/:id lacks its params schema',
    ],
    ['for staff without a permission', { ...addNote, policy: 'staff' }, 'POST /api/notes lacks its permission'],
    [
      'without a policy and answers',
      Object.assign(without('policy'), { answers: undefined }),
      'POST /api/notes lacks its policy, response schema',
    ],
  ])(
    'the server refuses to mount an API route whose contract is incomplete or contradictory: a route %s',
    (_, endpoint, fault) => {
      expect(() => startServer(db).mount(endpoint, done)).toThrow(new Error(`Route ${fault}`));
    },
  );

  it('a route added to the server without a contract is rejected', async () => {
    const fresh = startServer(db);
    expect(() => fresh.server.get('/api/hidden', async () => 'x')).toThrow('declares no policy');
    await fresh.server.close();
  });
});
