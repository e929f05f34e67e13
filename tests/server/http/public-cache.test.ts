import { randomBytes } from 'node:crypto';
import { brotliDecompressSync } from 'node:zlib';
import fastify from 'fastify';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import * as z from 'zod';
import { answer } from '../../../contract/answer.ts';
import { defineEndpoint } from '../../../contract/endpoint.ts';
import { createMount } from '../../../server/http/mount.ts';
import { PublicCache } from '../../../server/http/public-cache.ts';
import { fakeClock } from '../../support/clock.ts';
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
let made: unknown[] = [];
const mount = createMount({
  app: server,
  db,
  cache,
  secret: 'x'.repeat(32),
  rates: { count: async () => {}, giveBack: async () => {} },
  sessions: { find: async () => null, findTicket: async () => null },
});
mount(listTides, async ({ params, query }) => {
  made.push([params.harbour, query]);
  return { statusCode: 200, tides: Array.from({ length: 200 }, (_, hour) => `high water at ${hour}`) };
});

beforeEach(() => {
  clock.advance(1000);
  made = [];
});

const get = (path: string, headers: Record<string, string> = {}) =>
  server.inject({ url: `/api/tides${path}`, headers });

describe('a public answer', () => {
  it('is made once a second for everybody who asks the same, whatever else the address holds', async () => {
    const paths = [
      '/kochi?day=1&page=2',
      '/kochi?page=2&day=1',
      '/kochi?day=1&page=02&utm_source=x',
      '/kochi?q=&day=1&page=2',
    ];
    const answers = await Promise.all(paths.map((path) => get(path)));
    expect(new Set(answers.map((one) => one.body))).toHaveLength(1);
    expect(made).toEqual([['kochi', { day: '1', page: 2 }]]);
    for (let junk = 0; junk < 50; junk++) await get(`/kochi?day=1&page=2&junk=${junk}`);
    expect(made).toHaveLength(1);
    clock.advance(1000);
    await get('/kochi?day=1&page=2');
    expect(made).toHaveLength(2);
  });

  it('is another for another harbour or another day', async () => {
    for (const path of ['/kochi', '/mumbai', '/kochi?day=1', '/kochi?day=2']) await get(path);
    expect(made).toHaveLength(4);
  });

  it('is packed as the caller takes it', async () => {
    const [plain, packed] = [await get('/kochi'), await get('/kochi', { 'accept-encoding': 'gzip, br' })];
    expect(packed.headers['content-encoding']).toBe('br');
    expect(brotliDecompressSync(packed.rawPayload).toString()).toBe(plain.body);
    expect(packed.headers.etag).toBe(plain.headers.etag);
  });

  const tagOf = async () => String((await get('/kochi')).headers.etag);
  it.each([
    ['the tag itself', (tag: string) => tag],
    ['the tag as a proxy weakens it', (tag: string) => `W/${tag}`],
    ['a list that has it last', (tag: string) => `"older", W/"oldest" ,${tag}`],
    ['a list that has it first and weak', (tag: string) => `W/${tag},"older"`],
    ['any tag', () => '*'],
  ])('is 304 without a body for who has %s', async (_, header) => {
    const tag = await tagOf();
    const answered = await get('/kochi', { 'if-none-match': header(tag) });
    expect([answered.statusCode, answered.body, answered.headers.etag]).toEqual([304, '', tag]);
  });

  it.each([
    ['another tag', () => '"older"'],
    ['a tag without its quotes', (tag: string) => tag.replaceAll('"', '')],
    ['one that only begins like it', (tag: string) => `${tag.slice(0, -3)}"`],
    ['nothing', () => ''],
  ])('is sent whole to who has %s', async (_, header) => {
    const answered = await get('/kochi', { 'if-none-match': header(await tagOf()) });
    expect(answered.statusCode).toBe(200);
    expect(answered.json()).toHaveProperty('tides');
  });
});

describe('the cache', () => {
  const text = (kilobytes: number) => randomBytes(kilobytes * 512).toString('hex');
  const makesAgain = async (small: PublicCache, key: string) => {
    let isMade = false;
    await small.read(key, async () => {
      isMade = true;
      return '';
    });
    return isMade;
  };

  it('holds no more bytes than it may, and lets the oldest go', async () => {
    const small = new PublicCache(clock, 300_000);
    for (let name = 0; name < 40; name++) {
      await small.read(`tide ${name}`, async () => text(20));
      await Promise.resolve();
      expect(small.bytes).toBeLessThanOrEqual(300_000);
    }
    expect(small.bytes).toBeGreaterThan(200_000);
    expect(await makesAgain(small, 'tide 39')).toBe(false);
    expect(await makesAgain(small, 'tide 0')).toBe(true);
  });

  it('holds many small answers where it holds few large ones', async () => {
    const small = new PublicCache(clock, 300_000);
    for (let name = 0; name < 400; name++) await small.read(`${name}`, async () => 'x');
    expect(await makesAgain(small, '0')).toBe(false);
  });

  it('does not count what it has replaced or what has failed', async () => {
    const small = new PublicCache(clock, 300_000);
    for (let second = 0; second < 20; second++) {
      clock.advance(1000);
      await small.read('tide', async () => text(20));
    }
    const once = small.bytes;
    expect(once).toBeLessThan(80_000);
    await expect(small.read('broken', async () => Promise.reject(new Error('no tide')))).rejects.toThrow('no tide');
    expect(small.bytes).toBe(once);
    expect(await makesAgain(small, 'broken')).toBe(true);
  });

  it('gives an answer that is too large to be kept', async () => {
    const small = new PublicCache(clock, 10_000);
    const large = text(20);
    expect((await small.read('tide', async () => large)).identity.toString()).toBe(large);
    await Promise.resolve();
    expect(small.bytes).toBe(0);
  });
});
