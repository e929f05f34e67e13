import fastify from 'fastify';
import { afterAll, describe, expect, it } from 'vitest';
import { HtmlDocument } from '../../../server/html/document.ts';
import { htmlRoutes } from '../../../server/html/html.routes.ts';
import { installErrorHandler } from '../../../server/http/error-handler.ts';
import { Refusal } from '../../../server/http/refusal.ts';

const shell = '<html lang="en"><head><!--head--></head><body><!--app--><!--state--></body></html>';
const rendered: string[] = [];
/** The cookies with which the last rendered page makes its calls. */
let callCookie: string | null = null;
const counted: string[] = [];
const limitedAddress = '10.0.0.9';
/** A page whose path contains `slow` is rendered once this promise resolves. */
const slowPages = Promise.withResolvers<void>();
const server = fastify();
installErrorHandler(server);
const pages = htmlRoutes(server, {
  document: new HtmlDocument({
    ...{ shell, manifest: {}, styles: new Map(), scheme: '' },
    ...{ sizes: new Map(), start: { path: 'assets/start.js', text: '' } },
  }),
  publicUrl: 'https://academy.example',
  render: async (url, _nonce, send, { publicUrl, isLowData } = {}) => {
    rendered.push(url);
    callCookie = await (await send('/api/anything', { headers: { accept: 'text/plain' } })).text();
    if (url.includes('slow')) await slowPages.promise;
    return {
      status: url.endsWith('/lacking') ? 503 : url.endsWith('/renamed') ? 301 : 200,
      location: url.endsWith('/renamed') ? '/blogs/name' : null,
      head: '',
      app: `${isLowData ? 'spared ' : ''}${url} of ${publicUrl}`,
      state: '',
      routeIds: [],
    };
  },
  renderShell: async (url) => ({ head: `<title>Shell of ${url}</title>`, shortName: '' }),
  send: async (_, init) => new Response(new Headers(init?.headers).get('cookie') ?? 'none'),
  rates: {
    giveBack: async () => {},
    async count(rate, { address }) {
      counted.push(`${rate} ${address}`);
      if (address === limitedAddress && counted.filter((one) => one.endsWith(address)).length > 20)
        throw new Refusal(429, 'RATE_LIMITED', 'Too many requests.', { retryAfter: 1 });
    },
  },
});
afterAll(() => server.close());

describe('a page request', () => {
  it('a page is rendered for the requested URL and sent with a content security policy and nonce', async () => {
    const response = await server.inject({ url: '/courses-list?search=x', headers: { host: 'academy.example' } });
    expect(response.statusCode).toBe(200);
    expect(rendered.at(-1)).toBe('http://academy.example/courses-list?search=x');
    expect(response.body).toContain('of https://academy.example</body>');
    expect(response.headers['content-security-policy']).toMatch(/script-src 'self' 'nonce-[\w+/=]{24}'/);
  });

  it('a browser asks again before it follows a redirect to the URL of a renamed page, because the name may change back', async () => {
    const { statusCode, headers } = await server.inject({ url: '/blogs/renamed' });
    expect([statusCode, headers.location, headers['cache-control']]).toEqual([301, '/blogs/name', 'no-cache']);
  });

  it.each([
    [{}, false],
    [{ 'save-data': 'on' }, true],
    [{ cookie: 'landfall-low-data=on' }, true],
    [{ cookie: 'landfall-low-data=asked' }, true],
    [{ cookie: 'landfall-low-data=off', 'save-data': 'on' }, false],
  ])(
    'a page requested with the headers %o has low-data mode set to %s, and the response varies by cookie and Save-Data',
    async (headers, isSpared) => {
      const response = await server.inject({ url: '/blogs', headers });
      expect(response.body.includes('spared ')).toBe(isSpared);
      expect(response.body.startsWith('<html data-low-data lang="en">')).toBe(isSpared);
      expect(response.headers.vary).toBe('accept-encoding, cookie, save-data');
    },
  );

  it.each([
    ['academy.example', '//evil.example/courses-list'],
    ['a b', '/'],
    ['<script>', '/'],
    ['someone@academy.example', '/'],
    ['academy.example:99999', '/'],
  ])('a page request with Host %s and path %s returns 404 without rendering', async (host, url) => {
    const before = rendered.length;
    const response = await server.inject({ url, headers: { host } });
    expect(response.statusCode).toBe(404);
    expect(rendered).toHaveLength(before);
  });

  it('a page with status 503 is sent with a Retry-After header, and a page with status 200 without this header', async () => {
    const response = await server.inject('/lacking');
    expect([response.statusCode, response.headers['retry-after']]).toEqual([503, '30']);
    expect(response.body).toContain('/lacking of');
    expect((await server.inject('/whole')).headers).not.toHaveProperty('retry-after');
  });

  it('the server counts the pages that it is rendering, and the count returns to zero when all pages are rendered', async () => {
    const responses = ['/slow/1', '/slow/2', '/login'].map((url) => server.inject(url));
    await expect.poll(() => rendered.filter((url) => url.includes('slow')).length).toBe(2);
    expect(pages.rendering).toBe(2);
    slowPages.resolve();
    for (const response of responses) expect((await response).statusCode).toBe(200);
    expect(pages.rendering).toBe(0);
  });

  it('the Book Online page is rendered with the session cookies of the browser, and no shared cache may store the page', async () => {
    const cookie = 'landfall_hint=1; landfall_session=secret';
    const response = await server.inject({ url: '/course-booking?tab=individual', headers: { cookie } });
    expect(response.body).toContain('/course-booking?tab=individual of');
    expect(callCookie).toBe(cookie);
    expect(response.headers['cache-control']).toBe('private, no-cache');
    const publicPage = await server.inject({ url: '/blogs', headers: { cookie } });
    expect(callCookie).toBe('none');
    expect(publicPage.headers['cache-control']).toBe('no-cache');
  });

  it.each([
    ['/course-booking', {}],
    ['/course-booking', { cookie: 'landfall-low-data=on' }],
    ['/course-booking/', { cookie: 'landfall_hint=1' }],
    ['/course-booking/details', { cookie: 'landfall_hint=1' }],
  ])('a request for %s with the headers %o gets the empty shell instead of a rendered page', async (url, headers) => {
    const before = rendered.length;
    expect((await server.inject({ url, headers })).body).toContain('<title>Shell of');
    expect(rendered).toHaveLength(before);
  });

  it('page requests count towards the read rate limit of the caller’s IP address', async () => {
    const responses = [];
    for (let page = 0; page <= 20; page++)
      responses.push(await server.inject({ url: '/', remoteAddress: limitedAddress }));
    expect(responses.at(-1)?.statusCode).toBe(429);
    expect(counted.at(-1)).toBe(`read ${limitedAddress}`);
  });
});
