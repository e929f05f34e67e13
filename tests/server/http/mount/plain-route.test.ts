import fastify, { type InjectOptions } from 'fastify';
import { afterAll, beforeEach, expect, it } from 'vitest';
import { installErrorHandler } from '../../../../server/http/error-handler.ts';
import { guardPlainRoute, plainPagePolicy } from '../../../../server/http/mount/plain-route.ts';
import { collectRoutes, type PlainDeclaration } from '../../../../server/http/mount/route-table.ts';
import { tooManyRequests } from '../../../../server/http/rates/rate-limits.ts';

const counted: unknown[] = [];
let isLimited = false;
const server = fastify();
installErrorHandler(server);
server.addHook(
  'onRequest',
  guardPlainRoute({
    async count(rate, who) {
      counted.push([rate, who]);
      if (isLimited) throw tooManyRequests(1000);
    },
    giveBack: async () => {},
  }),
);
const page: PlainDeclaration = { policy: 'public', rate: 'read', idempotency: 'repeatable' };
const local: PlainDeclaration = { policy: 'loopback', rate: 'write', idempotency: 'repeatable' };
server.get('/undeclared', async () => 'open');
const routes = collectRoutes(server);
server.get('/page', { config: { plain: page } }, async () => 'a page');
server.post('/page', { config: { plain: page } }, async () => 'sent');
server.get('/local', { config: { plain: local } }, async () => 'metrics');
afterAll(() => server.close());

beforeEach(() => {
  counted.length = 0;
  isLimited = false;
});

const elsewhere = '203.0.113.7';
const fromElsewhere = { address: elsewhere, account: null };
const site = { 'x-client': 'web', 'sec-fetch-site': 'same-origin' };

it.each<[string, InjectOptions, number, unknown[]]>([
  ['a page', { url: '/page' }, 200, [['read', fromElsewhere]]],
  ['a form of the page itself', { method: 'POST', url: '/page', headers: site }, 200, [['read', fromElsewhere]]],
  ['a form of another site', { method: 'POST', url: '/page' }, 403, [['read', { ...fromElsewhere, isRefused: true }]]],
  ['a page for this machine', { url: '/local' }, 404, [['write', { ...fromElsewhere, isRefused: true }]]],
  [
    'a page for this machine, from this machine',
    { url: '/local', remoteAddress: '127.0.0.1' },
    200,
    [['write', { address: '127.0.0.1', account: null }]],
  ],
  ['an undeclared page', { url: '/undeclared' }, 200, []],
])(
  'a request for a page is admitted or refused, and counted for rate limits, as the page’s route declares: %s',
  async (_, request, status, expected) => {
    const { statusCode } = await server.inject({ remoteAddress: elsewhere, ...request });
    expect([statusCode, counted]).toEqual([status, expected]);
  },
);

it('a request for a page gets 429 once the rate limit is reached', async () => {
  isLimited = true;
  expect((await server.inject({ url: '/page', remoteAddress: elsewhere })).statusCode).toBe(429);
});

it('the table of routes lists each route once with its declaration, and no HEAD routes', () => {
  expect(routes).toEqual([
    { method: 'GET', url: '/page', plain: page },
    { method: 'POST', url: '/page', plain: page },
    { method: 'GET', url: '/local', plain: local },
  ]);
});

it('a page without scripts may load nothing but its own styles, and no site may frame it', () => {
  const allowed = "default-src 'none'; style-src 'unsafe-inline'";
  expect(plainPagePolicy).toBe(`${allowed}; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`);
});
