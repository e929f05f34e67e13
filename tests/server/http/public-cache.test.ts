import { randomBytes } from 'node:crypto';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import fastify from 'fastify';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import * as z from 'zod';
import { answer } from '../../../contract/answer.ts';
import { defineEndpoint } from '../../../contract/endpoint.ts';
import { createMount } from '../../../server/http/mount/mount.ts';
import { withPreviewDatabase } from '../../../server/http/preview-database.ts';
import { encode, PublicCache } from '../../../server/http/public-cache.ts';
import { fakeClock, hour } from '../../support/clock.ts';
import { createTestDatabase } from '../../support/database.ts';

const { db } = await createTestDatabase();
const clock = fakeClock();
const cache = new PublicCache(clock);
const server = fastify();
afterAll(() => server.close());

const listTides = defineEndpoint({
  name: 'listTides',
  summary: 'Tides of a harbour',
  method: 'GET',
  url: '/api/tides/:harbour',
  policy: 'public',
  rate: 'read',
  idempotency: 'safe',
  isCacheable: true,
  params: z.object({ harbour: z.string() }),
  query: z.object({ day: z.string().optional(), page: z.coerce.number().optional() }),
  answers: { 200: answer({ tides: z.array(z.string()) }) },
});
let handlerCalls: unknown[] = [];
const mount = createMount({
  app: server,
  db,
  cache,
  secret: 'x'.repeat(32),
  rates: { count: async () => {}, giveBack: async () => {} },
  sessions: { find: async () => null, findTicket: async () => null, findStaff: async () => null },
});
mount(listTides, async ({ params, query }) => {
  handlerCalls.push([params.harbour, query]);
  return { statusCode: 200, tides: Array.from({ length: 200 }, (_, hour) => `high water at ${hour}`) };
});

beforeEach(() => {
  clock.advance(1000);
  handlerCalls = [];
});

const get = (path: string, headers: Record<string, string> = {}) =>
  server.inject({ url: `/api/tides${path}`, headers });

describe('a cached public response', () => {
  it('the public cache computes a response at most once a second, and ignores unknown parameters and the parameter order', async () => {
    const paths = [
      '/kochi?day=1&page=2',
      '/kochi?page=2&day=1',
      '/kochi?day=1&page=02&utm_source=x',
      '/kochi?q=&day=1&page=2',
    ];
    const answers = await Promise.all(paths.map((path) => get(path)));
    expect(new Set(answers.map((one) => one.body))).toHaveLength(1);
    expect(handlerCalls).toEqual([['kochi', { day: '1', page: 2 }]]);
    for (let junk = 0; junk < 50; junk++) await get(`/kochi?day=1&page=2&junk=${junk}`);
    expect(handlerCalls).toHaveLength(1);
    clock.advance(1000);
    await get('/kochi?day=1&page=2');
    expect(handlerCalls).toHaveLength(2);
  });

  it('the public cache stores one response for each path and each value of a declared query parameter', async () => {
    for (const path of ['/kochi', '/mumbai', '/kochi?day=1', '/kochi?day=2']) await get(path);
    expect(handlerCalls).toHaveLength(4);
  });

  it('the public cache sends Brotli to callers that accept Brotli, with the same ETag as the uncompressed response', async () => {
    const [plain, packed] = [await get('/kochi'), await get('/kochi', { 'accept-encoding': 'gzip, br' })];
    expect(packed.headers['content-encoding']).toBe('br');
    expect(brotliDecompressSync(packed.rawPayload).toString()).toBe(plain.body);
    expect(packed.headers.etag).toBe(plain.headers.etag);
    expect(plain.headers).toMatchObject({
      ...{ 'content-type': 'application/json; charset=utf-8', vary: 'accept-encoding' },
      ...{ 'cache-control': 'public, max-age=0, must-revalidate', etag: expect.stringMatching(/^"[\w-]{22}"$/) },
    });
    const gzipped = await get('/kochi', { 'accept-encoding': 'gzip' });
    expect(gzipped.headers['content-encoding']).toBe('gzip');
    expect(gunzipSync(gzipped.rawPayload).toString()).toBe(plain.body);
  });

  it('while a preview of unpublished content is rendered, no API response comes from the public cache', async () => {
    await get('/kochi');
    await withPreviewDatabase(db, async () => {
      for (const repeat of [2, 3]) {
        await get('/kochi');
        expect(handlerCalls).toHaveLength(repeat);
      }
      await get('/goa');
    });
    await get('/goa');
    expect(handlerCalls).toHaveLength(5);
  });

  const tagOf = async () => String((await get('/kochi')).headers.etag);
  it.each([
    ['the ETag itself', (tag: string) => tag],
    ['the weak form of the ETag, as some proxies send it', (tag: string) => `W/${tag}`],
    ['a list that ends with the ETag', (tag: string) => `"older", W/"oldest" ,${tag}`],
    ['a list with spaces around the ETag', (tag: string) => `"older" , ${tag} , "oldest"`],
    ['a list that starts with the weak ETag', (tag: string) => `W/${tag},"older"`],
    ['the wildcard', () => '*'],
  ])(
    'a request for a cached public response returns 304 without a body when If-None-Match is %s',
    async (_, header) => {
      const tag = await tagOf();
      const answered = await get('/kochi', { 'if-none-match': header(tag) });
      expect([answered.statusCode, answered.body, answered.headers.etag]).toEqual([304, '', tag]);
    },
  );

  it.each([
    ['another ETag', () => '"older"'],
    ['the ETag without its quotes', (tag: string) => tag.replaceAll('"', '')],
    ['an ETag that only begins the same', (tag: string) => `${tag.slice(0, -3)}"`],
    ['empty', () => ''],
  ])('a request for a cached public response returns the body when If-None-Match is %s', async (_, header) => {
    const answered = await get('/kochi', { 'if-none-match': header(await tagOf()) });
    expect(answered.statusCode).toBe(200);
    expect(answered.json()).toHaveProperty('tides');
  });
});

describe('the public cache', () => {
  const text = (kilobytes: number) => randomBytes(kilobytes * 512).toString('hex');
  const recomputes = async (small: PublicCache, key: string) => {
    let isComputed = false;
    await small.read(key, async () => {
      isComputed = true;
      return '';
    });
    return isComputed;
  };

  it('the public cache compresses bodies of 1,024 bytes or more', async () => {
    const small = await encode('x'.repeat(1023));
    expect([small.br, small.gzip]).toEqual([null, null]);
    const large = await encode('x'.repeat(1024));
    expect(gunzipSync(large.gzip ?? '').toString()).toBe('x'.repeat(1024));
    expect(brotliDecompressSync(large.br ?? '').toString()).toBe('x'.repeat(1024));
  });

  it('the public cache counts the bytes of each cache key and of each encoding of the response body', async () => {
    const sized = new PublicCache(clock, 10_000);
    await sized.read('tide', async () => 'high water');
    await Promise.resolve();
    expect(sized.bytes).toBe(500 + 8 + 10);
    const { identity, br, gzip } = await sized.read('wind', async () => text(2));
    await Promise.resolve();
    const forms = [identity, br, gzip].map((form) => form?.length ?? Number.NaN);
    expect(sized.bytes).toBe(518 + 508 + forms.reduce((sum, bytes) => sum + bytes, 0));
  });

  it('a response that fills the public cache exactly is cached, and a response one byte larger is not', async () => {
    const bytesIn = async (limit: number) => {
      const full = new PublicCache(clock, limit);
      await full.read('tide', async () => 'high water');
      await Promise.resolve();
      return full.bytes;
    };
    expect([await bytesIn(518), await bytesIn(517)]).toEqual([518, 0]);
  });

  it('the public cache computes a response again after a second, but returns the stored response if the new body is the same', async () => {
    const moving = fakeClock();
    const small = new PublicCache(moving);
    const first = await small.read('tide', async () => 'high water');
    moving.advance(999);
    expect(await small.read('tide', async () => 'low water')).toBe(first);
    moving.advance(1);
    expect(await small.read('tide', async () => 'high water')).toBe(first);
    moving.advance(1000);
    expect((await small.read('tide', async () => 'low water')).identity.toString()).toBe('low water');
  });

  it('the public cache stays within its byte limit by dropping its oldest entries', async () => {
    const small = new PublicCache(clock, 300_000);
    for (let name = 0; name < 40; name++) {
      await small.read(`tide ${name}`, async () => text(20));
      await Promise.resolve();
      expect(small.bytes).toBeLessThanOrEqual(300_000);
    }
    expect(small.bytes).toBeGreaterThan(200_000);
    expect(await recomputes(small, 'tide 39')).toBe(false);
    expect(await recomputes(small, 'tide 0')).toBe(true);
  });

  it('the public cache limits the total bytes of its responses but not their number, and can hold 400 small responses', async () => {
    const small = new PublicCache(clock, 300_000);
    for (let name = 0; name < 400; name++) await small.read(`${name}`, async () => 'x');
    expect(await recomputes(small, '0')).toBe(false);
  });

  it('the public cache does not count replaced or failed responses towards its size', async () => {
    const small = new PublicCache(clock, 300_000);
    for (let second = 0; second < 20; second++) {
      clock.advance(1000);
      await small.read('tide', async () => text(20));
    }
    const once = small.bytes;
    expect(once).toBeLessThan(80_000);
    await expect(small.read('broken', async () => Promise.reject(new Error('no tide')))).rejects.toThrow('no tide');
    expect(small.bytes).toBe(once);
    expect(await recomputes(small, 'broken')).toBe(true);
  });

  describe('a slow response that was replaced in the meantime', () => {
    /** A cache in which an entry was replaced while its first response was still being computed. */
    function replaceSlow() {
      const overtaken = new PublicCache(clock);
      const first = Promise.withResolvers<string>();
      const slow = overtaken.read('tide', () => first.promise);
      clock.advance(1000);
      const newer = overtaken.read('tide', async () => 'low water');
      return { overtaken, first, slow, newer };
    }
    const bytesOfOne = async () => {
      const alone = new PublicCache(clock);
      await alone.read('tide', async () => 'low water');
      return alone.bytes;
    };

    it('the failure of a slow computation does not remove a newer response from the public cache', async () => {
      const { overtaken, first, slow, newer } = replaceSlow();
      first.reject(new Error('no tide'));
      await expect(slow).rejects.toThrow('no tide');
      expect((await newer).identity.toString()).toBe('low water');
      expect(overtaken.bytes).toBe(await bytesOfOne());
      expect(await recomputes(overtaken, 'tide')).toBe(false);
    });

    it('the public cache does not count the size of a slow response if a newer response has already replaced it', async () => {
      const { overtaken, first, slow, newer } = replaceSlow();
      first.resolve('high water');
      expect((await slow).identity.toString()).toBe('high water');
      expect((await newer).identity.toString()).toBe('low water');
      expect(overtaken.bytes).toBe(await bytesOfOne());
    });
  });

  it('the public cache recomputes a response after the clock was set back', async () => {
    const stepping = fakeClock();
    const stepped = new PublicCache(stepping);
    await stepped.read('tide', async () => 'high water');
    stepping.advance(-hour);
    expect(await recomputes(stepped, 'tide')).toBe(true);
    expect(await recomputes(stepped, 'tide')).toBe(false);
  });

  it('the public cache returns a response that is too large for the cache without storing the response', async () => {
    const small = new PublicCache(clock, 10_000);
    const large = text(20);
    expect((await small.read('tide', async () => large)).identity.toString()).toBe(large);
    await Promise.resolve();
    expect(small.bytes).toBe(0);
  });
});
