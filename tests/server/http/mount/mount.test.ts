import fastifyCookie from '@fastify/cookie';
import fastify, { type InjectOptions } from 'fastify';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import * as z from 'zod';
import { answer } from '../../../../contract/answer.ts';
import { defineEndpoint, type Endpoint } from '../../../../contract/endpoint.ts';
import { idempotencyHeader, subjectHeader } from '../../../../contract/headers.ts';
import { installErrorHandler } from '../../../../server/http/error-handler.ts';
import { StatusResponse } from '../../../../server/http/mount/call.ts';
import { createMount } from '../../../../server/http/mount/mount.ts';
import { collectRoutes } from '../../../../server/http/mount/route-table.ts';
import { PublicCache } from '../../../../server/http/public-cache.ts';
import { type Refusal, refuse } from '../../../../server/http/refusal.ts';
import { fakeClock } from '../../../support/clock.ts';
import { createTestDatabase } from '../../../support/database.ts';

const { db } = await createTestDatabase();
const alice = '00000000-0000-4000-8000-00000000000a';
const bob = '00000000-0000-4000-8000-00000000000b';

const addNote = defineEndpoint({
  name: 'addNote',
  summary: 'Adds a notice',
  method: 'POST',
  url: '/api/notes',
  policy: 'student',
  rate: 'write',
  idempotency: 'keyed',
  body: z.object({
    title: z.string().min(1, 'Title is required'),
    readers: z.array(z.string()).optional(),
  }),
  answers: { 200: answer({ id: z.number() }) },
  refusals: { CLASH: 409, PASSING: [401, 403, 408, 425, 429, 500, 503] },
});

const getNote = defineEndpoint({
  name: 'getNote',
  summary: 'Fails in the requested way',
  method: 'GET',
  url: '/api/notes/:userId',
  policy: 'owner',
  rate: 'read',
  idempotency: 'safe',
  params: z.object({ userId: z.string() }),
  query: z.object({ fail: z.enum(['sql', 'throw', 'shape']).optional() }),
  answers: { 200: answer({ id: z.number() }) },
});

const addFile = defineEndpoint({
  name: 'addFile',
  summary: 'Receives a file',
  method: 'POST',
  url: '/api/note-files/:userId',
  policy: 'owner',
  rate: 'write',
  idempotency: 'keyed',
  params: z.object({ userId: z.string() }),
  query: z.object({ page: z.coerce.number().optional() }),
  answers: { 200: answer({ id: z.number() }) },
});

let refusalOfNext: Refusal | null = null;
const undeclared: string[] = [];

function startServer() {
  const server = fastify();
  collectRoutes(server);
  installErrorHandler(server, { onUndeclared: (fault) => undeclared.push(fault) });
  server.register(fastifyCookie);
  const mount = createMount({
    app: server,
    db,
    cache: new PublicCache(fakeClock()),
    secret: 'x'.repeat(32),
    rates: { count: async () => {}, giveBack: async () => {} },
    sessions: {
      async find(request) {
        const studentId = request.headers['x-student'];
        return typeof studentId === 'string' ? { studentId, sessionId: studentId } : null;
      },
      findTicket: async () => null,
      findStaff: async () => null,
    },
  });
  return { server, mount };
}

const { server, mount } = startServer();

mount(addNote, async ({ db: tx, body }) => {
  const id = (await tx.selectFrom('notices').select('id').execute()).length + 1;
  const note = { id, title: body.title, content: '', date: '2026-01-01', expiry_date: '2026-01-02', position: id };
  await tx.insertInto('notices').values(note).execute();
  const refusal = refusalOfNext;
  refusalOfNext = null;
  if (refusal) throw refusal;
  return { statusCode: 200, id };
});

mount(getNote, async ({ db: handle, query }) => {
  if (query.fail === 'sql')
    await handle
      .selectFrom('notices')
      .select('id')
      .where('id', '=', 2 ** 40)
      .execute();
  if (query.fail === 'throw') throw new Error('the secret is 42');
  return { statusCode: 200, id: query.fail === 'shape' ? Number.NaN : 1 };
});

/** The files that `addFile` has received and not yet removed. */
const receivedFiles = new Set<number>();

mount(addFile, async () => ({ statusCode: 200, id: receivedFiles.size }), {
  async receive() {
    const id = receivedFiles.size + 1;
    receivedFiles.add(id);
    return async () => void receivedFiles.delete(id);
  },
});

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

afterEach(() => expect(undeclared).toEqual([]));

beforeEach(async () => {
  await db.deleteFrom('notices').execute();
  await db.deleteFrom('idempotency_keys').execute();
});

describe('a request with a file', () => {
  it.each([
    ['has invalid input', `${alice}?page=first`, 400],
    ['names another student', bob, 404],
    ['is accepted', alice, 200],
  ])('a received file is deleted before the response if the request with the file %s', async (_, path, status) => {
    const headers = { 'x-client': 'web', 'x-student': alice };
    const { statusCode } = await server.inject({ method: 'POST', url: `/api/note-files/${path}`, headers });
    expect(statusCode).toBe(status);
    expect(receivedFiles.size).toBe(0);
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
    refusalOfNext = refuse(addNote.refusals, 'CLASH', 'There is one already.');
    expect((await post('Fire drill', 'key-00005')).statusCode).toBe(409);
    const again = await post('Fire drill', 'key-00005');
    expect(again.statusCode).toBe(409);
    expect(again.json()).toMatchObject({ code: 'CLASH' });
    expect(await countNotes()).toBe(0);
  });

  it.each([401, 403, 408, 425, 429, 500, 503] as const)(
    'a refusal with the temporary status %d is not stored, so a repeat with the same idempotency key succeeds',
    async (status) => {
      refusalOfNext = refuse(addNote.refusals, 'PASSING', 'Later.', { status });
      expect((await post('Fire drill', 'key-00006')).statusCode).toBe(status);
      expect((await post('Fire drill', 'key-00006')).statusCode).toBe(200);
      expect(await countNotes()).toBe(1);
    },
  );

  it('a refusal that the contract of the endpoint does not declare is sent to the caller and reported as undeclared', async () => {
    refusalOfNext = refuse({ GONE: 410 }, 'GONE', 'Gone.');
    const response = await post('Fire drill');
    expect([response.statusCode, response.json().code]).toEqual([410, 'GONE']);
    expect(undeclared.splice(0)).toEqual(['addNote does not declare 410 GONE with this data']);
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

  it('the idempotency table stores a hash of the request instead of the request', async () => {
    await post('Fire drill', 'key-00007');
    const row = await db.selectFrom('idempotency_keys').selectAll().executeTakeFirstOrThrow();
    expect(row.request_hash).toHaveLength(32);
    expect(row).toMatchObject({ subject: alice, endpoint: 'addNote', status: 200 });
  });
});

describe('the owner policy', () => {
  it('a route with the owner policy returns 404 for the data of another student', async () => {
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

  it.each(['policy', 'rate', 'idempotency', 'answers'] as const)(
    'an API route whose contract lacks the property “%s” cannot be mounted',
    (part) => {
      const fresh = startServer();
      expect(() => fresh.mount(without(part), done)).toThrow(/Route POST \/api\/notes lacks/);
    },
  );

  it('a POST route whose contract declares the idempotency “safe” cannot be mounted', () => {
    const fresh = startServer();
    const unsafe: Endpoint = { ...addNote, idempotency: 'safe' };
    expect(() => fresh.mount(unsafe, done)).toThrow('fits an unsafe method');
  });

  it('a route added to the server without a contract is rejected', async () => {
    const fresh = startServer();
    expect(() => fresh.server.get('/api/hidden', async () => 'x')).toThrow('declares no policy');
    await fresh.server.close();
  });
});
