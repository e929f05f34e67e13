import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fastify, { type FastifyInstance } from 'fastify';
import { afterAll, expect, it } from 'vitest';
import { assetRoutes } from '../../../server/html/asset.routes.ts';
import { HtmlDocument } from '../../../server/html/document.ts';
import { htmlRoutes } from '../../../server/html/html.routes.ts';
import { installErrorHandler } from '../../../server/http/error-handler.ts';
import { escapeInvalidPercents } from '../../../server/http/request-url.ts';

const folder = await mkdtemp(join(tmpdir(), 'landfall-assets-'));
await mkdir(join(folder, 'client/assets'), { recursive: true });
await mkdir(join(folder, 'media/courses'), { recursive: true });
await writeFile(join(folder, 'media/courses/fire 1.webp'), 'picture');
await writeFile(join(folder, 'client/assets/start-x.js'), 'start()');
await writeFile(join(folder, 'client/path-lab.js'), 'lab()');
await writeFile(join(folder, 'client/sw.js'), 'work()');
await writeFile(join(folder, 'client/shell.html'), '<html></html>');
await writeFile(join(folder, 'client/manifest.webmanifest'), '{"display":"standalone"}');
await writeFile(join(folder, 'media/film.webm'), 'film');
await writeFile(join(folder, 'media/flag.svg'), '<svg><script>alert(1)</script></svg>');

/** The caller's IP address of each request that was counted for the rate limit. */
const counted: string[] = [];
const rates = {
  count: async (_: string, { address }: { address: string }) => void counted.push(address),
  giveBack: async () => {},
};
/** Starts a server with the Content-Security-Policy `policy` on its pages. */
async function serve(policy: string) {
  const server = fastify({ rewriteUrl: ({ url = '/' }) => escapeInvalidPercents(url) });
  afterAll(() => server.close());
  installErrorHandler(server);
  await assetRoutes(server, {
    folders: { client: join(folder, 'client'), media: join(folder, 'media') },
    policy: () => policy,
    rates,
    readNames: async () => ({ name: 'Harbour Academy', short_name: 'Harbour' }),
    servesPathLab: false,
    readPicture: async () => null,
  });
  return server;
}
const server = await serve("default-src 'self'");
const shell = '<html><head><!--head--></head><body><!--app--><!--state--></body></html>';
htmlRoutes(server, {
  document: new HtmlDocument({
    ...{ shell, manifest: {}, styles: new Map(), scheme: '' },
    ...{ sizes: new Map(), start: { path: 'assets/start.js', text: '' } },
  }),
  render: async (url) => ({ status: 404, location: null, head: '', app: url, state: '', routeIds: [] }),
  renderShell: async () => ({ head: '', shortName: '' }),
  send: fetch,
  rates: { count: async () => {}, giveBack: async () => {} },
});
afterAll(() => rm(folder, { recursive: true, force: true }));

it('the server marks pictures as its own by the header x-landfall, and files with a hash in their name as immutable', async () => {
  const picture = await server.inject('/media/courses/fire%201.webp');
  expect([picture.statusCode, picture.body, picture.headers['x-landfall']]).toEqual([200, 'picture', '1']);
  const script = await server.inject('/assets/start-x.js');
  expect(script.headers['cache-control']).toBe('public, max-age=31536000, immutable');
});

it.each([
  '/media/%ff',
  '/media/courses/%',
  '/media/courses/%E0%A4%A.webp',
  '/assets/%c0%ae%c0%ae/start-x.js',
  '/icons/%zz.svg',
  '/media/courses/none.webp',
  '/media/%2e%2e/client/assets/start-x.js',
  '/api/%ff',
  '/sandbox/pay/%ff',
])('the missing or malformed file URL %s returns 404 in the API’s error format', async (url) => {
  const missing = await server.inject(url);
  expect(missing.json()).toMatchObject({ statusCode: 404, code: 'NOT_FOUND', requestId: expect.any(String) });
  expect([missing.statusCode, missing.headers['x-landfall']]).toEqual([404, '1']);
});

it.each([
  ['/media/..%2fclient%2fassets%2fstart-x.js', 403],
  ['/media/courses/fire%201.webp%00', 400],
])('the forbidden file URL %s is rejected in the API’s error format with status %i', async (url, statusCode) => {
  const refused = await server.inject(url);
  expect(refused.json()).toMatchObject({ statusCode, code: 'INVALID_REQUEST', requestId: expect.any(String) });
  expect(refused.statusCode).toBe(statusCode);
});

it.each(['/courses/%ff', '/%', '/course-booking/%E0%A4%A-12?tab=fees'])(
  'the page URL %s with broken percent-encoding returns a 404 page',
  async (url) => {
    const missing = await server.inject(url);
    expect(missing.statusCode).toBe(404);
    expect(missing.headers['content-type']).toBe('text/html; charset=utf-8');
    expect(missing.body).toContain(`http://localhost:80${url.replaceAll('%', '%25')}`.replace(':80', ''));
  },
);

it('a picture’s headers let other sites show the picture, but block its scripts when it is opened as a page', async () => {
  const { headers } = await server.inject('/media/flag.svg');
  expect(headers).toMatchObject({
    'content-security-policy': expect.stringMatching(/^default-src 'none';.*frame-ancestors 'none'; sandbox$/),
    'cross-origin-resource-policy': 'cross-origin',
  });
});

it('the headers of a video file allow a browser to play the video when its address is opened', async () => {
  const { headers } = await server.inject('/media/film.webm?v=1');
  const policy = "default-src 'none'; style-src 'unsafe-inline'; media-src 'self'; frame-ancestors 'none'";
  expect(headers['content-security-policy']).toBe(policy);
});

it('script files are served with a Content-Security-Policy that does not limit which requests a worker may make', async () => {
  for (const url of ['/assets/start-x.js', '/sw.js']) {
    const policy = (await server.inject(url)).headers['content-security-policy'];
    expect(policy).toBe("object-src 'none'; base-uri 'none'; frame-ancestors 'none'");
  }
});

it('the headers of the app shell and of rendered pages forbid the camera and the location and isolate the page from windows of other sites', async () => {
  for (const url of ['/shell.html', '/courses-list', '/login'])
    expect((await server.inject(url)).headers).toMatchObject({
      'content-security-policy': expect.stringContaining("default-src 'self'"),
      'cross-origin-opener-policy': 'same-origin-allow-popups',
      'permissions-policy': expect.stringContaining('camera=(), microphone=(), geolocation=()'),
    });
});

it('requests for missing files count towards the rate limit of the caller, and requests for existing files do not', async () => {
  counted.length = 0;
  await server.inject({ url: '/assets/start-x.js', remoteAddress: '203.0.113.5' });
  await server.inject({ url: '/assets/none-x.js', remoteAddress: '203.0.113.6' });
  await server.inject({ url: '/media/none.svg', remoteAddress: '203.0.113.7' });
  expect(counted).toEqual(['203.0.113.6', '203.0.113.7']);
});

it('the developer page path-lab.js returns 404 where developer pages are switched off', async () => {
  expect((await server.inject('/path-lab.js')).statusCode).toBe(404);
});

it('the web app manifest has the academy’s names from the content, and browsers must revalidate it before each use', async () => {
  const manifest = await server.inject('/manifest.webmanifest');
  expect(manifest.json()).toEqual({ name: 'Harbour Academy', short_name: 'Harbour', display: 'standalone' });
  expect(manifest.headers['content-type']).toMatch(/^application\/manifest\+json/);
  expect(manifest.headers['cache-control']).toBe('no-cache');
});

it('the service worker and the app shell carry the same id of the Content-Security-Policy, which changes with the policy', async () => {
  const other = await serve("default-src 'self'; frame-src https://payments.example");
  const readPolicyIds = async (from: FastifyInstance) => {
    const worker = await from.inject('/sw.js');
    expect(worker.body).toMatch(/^work\(\)\n/);
    const { headers } = await from.inject('/shell.html');
    return [/self\.shellPolicyId = '(\w+)';/.exec(worker.body)?.[1], headers['x-landfall-policy']];
  };
  const [before, after] = [await readPolicyIds(server), await readPolicyIds(other)];
  expect(before[0]).toMatch(/^\w{12}$/);
  expect(before[1]).toBe(before[0]);
  expect(after[1]).toBe(after[0]);
  expect(after[0]).not.toBe(before[0]);
});

it('a request for the service worker with its current ETag returns 304 without a body', async () => {
  const { headers } = await server.inject('/sw.js');
  expect([headers['cache-control'], headers['content-type']]).toEqual(['no-cache', 'text/javascript; charset=utf-8']);
  const again = await server.inject({ url: '/sw.js', headers: { 'if-none-match': String(headers.etag) } });
  expect([again.statusCode, again.body]).toEqual([304, '']);
});
