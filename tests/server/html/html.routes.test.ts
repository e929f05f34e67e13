import fastify from 'fastify';
import { afterAll, describe, expect, it } from 'vitest';
import { HtmlDocument } from '../../../server/html/document.ts';
import { htmlRoutes } from '../../../server/html/html.routes.ts';
import { answerFailures } from '../../../server/http/answer-failures.ts';
import { Refusal } from '../../../server/http/refusal.ts';

const shell = '<html lang="en"><head><!--head--></head><body><!--app--><!--state--></body></html>';
const rendered: string[] = [];
const counted: string[] = [];
const server = fastify();
answerFailures(server);
htmlRoutes(server, {
  document: new HtmlDocument({ shell, manifest: {}, styles: new Map(), scheme: '' }),
  publicUrl: 'https://academy.example',
  render: async (url, _nonce, _send, { publicUrl, isSparing } = {}) => {
    rendered.push(url);
    return {
      status: url.endsWith('/lacking') ? 503 : 200,
      location: null,
      head: '',
      app: `${isSparing ? 'spared ' : ''}${url} of ${publicUrl}`,
      state: '',
      routeIds: [],
    };
  },
  send: fetch,
  rates: {
    giveBack: async () => {},
    async count(rate, { address }) {
      counted.push(`${rate} ${address}`);
      if (counted.length > 20) throw new Refusal(429, 'RATE_LIMITED', 'Too many requests.', { retryAfter: 1 });
    },
  },
});
afterAll(() => server.close());

describe('a page', () => {
  it('is rendered for the address that the browser asked, under a policy with its nonce', async () => {
    const answer = await server.inject({ url: '/courses-list?search=x', headers: { host: 'academy.example' } });
    expect(answer.statusCode).toBe(200);
    expect(rendered.at(-1)).toBe('http://academy.example/courses-list?search=x');
    expect(answer.body).toContain('of https://academy.example</body>');
    expect(answer.headers['content-security-policy']).toMatch(/script-src 'self' 'nonce-[\w+/=]{24}'/);
  });

  it.each([
    [{}, false],
    [{ 'save-data': 'on' }, true],
    [{ cookie: 'landfall-low-data=on' }, true],
    [{ cookie: 'landfall-low-data=off', 'save-data': 'on' }, false],
  ])('asked with %o spares data: %s; what keeps it is told what it differs by', async (headers, isSpared) => {
    const answer = await server.inject({ url: '/blogs', headers });
    expect(answer.body.includes('spared ')).toBe(isSpared);
    expect(answer.body.startsWith('<html data-low-data lang="en">')).toBe(isSpared);
    expect(answer.headers.vary).toBe('accept-encoding, cookie, save-data');
  });

  it.each([
    ['academy.example', '//evil.example/courses-list'],
    ['a b', '/'],
    ['<script>', '/'],
    ['someone@academy.example', '/'],
    ['academy.example:99999', '/'],
  ])('is not found for Host %s and path %s', async (host, url) => {
    const before = rendered.length;
    const answer = await server.inject({ url, headers: { host } });
    expect(answer.statusCode).toBe(404);
    expect(rendered).toHaveLength(before);
  });

  it('that lacks what it is about is sent as it is, with the word when to come again', async () => {
    const answer = await server.inject('/lacking');
    expect([answer.statusCode, answer.headers['retry-after']]).toEqual([503, '30']);
    expect(answer.body).toContain('/lacking of');
    expect((await server.inject('/whole')).headers).not.toHaveProperty('retry-after');
  });

  it('counts against the limit of who asks', async () => {
    const answers = [];
    for (let page = 0; page < 20; page++) answers.push(await server.inject({ url: '/', remoteAddress: '10.0.0.9' }));
    expect(answers.at(-1)?.statusCode).toBe(429);
    expect(counted.at(-1)).toBe('read 10.0.0.9');
  });
});
