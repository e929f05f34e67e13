import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { withSavedFirstView } from '../../sw/first-view.ts';

const shell = [
  '<html><head><script type="module" src="/assets/start-1.js"></script><link rel="stylesheet" href="/assets/shell-1.css"></head>',
  '<body><div id="root"></div><!--first-view--><i></i><!--/first-view--></body></html>',
].join('');
const hero = '<section><h1>Costs $& more than `$1`</h1></section>';
const view = { start: '/assets/start-1.js', styles: ['/assets/shell-1.css', '/assets/home-1.css'], markup: hero };

/** The cached first screens by path. */
const cached = new Map<string, string>();

beforeEach(() => {
  cached.clear();
  const match = async (path: string, { cacheName = '' } = {}) => {
    const text = cacheName === 'landfall-first-views' ? cached.get(path) : undefined;
    return text === undefined ? undefined : new Response(text);
  };
  vi.stubGlobal('caches', { match });
});
afterEach(() => vi.unstubAllGlobals());

async function open(address: string) {
  const headers = { 'content-security-policy': "script-src 'self'", 'content-length': String(shell.length) };
  const answer = withSavedFirstView(async () => new Response(shell, { headers }));
  const url = new URL(address, 'https://landfall.example');
  const response = await answer({ url, request: new Request(url), event: {} as ExtendableEvent });
  return { text: await response.text(), headers: response.headers };
}

it('the worker adds the cached first screen and its missing style sheets to the shell and keeps its policy', async () => {
  cached.set('/', JSON.stringify(view));
  const { text, headers } = await open('/');
  expect(text).toContain(`<div id="root"></div>${hero}</body>`);
  expect(text.match(/<link rel="stylesheet"[^>]*>/g)).toEqual([
    '<link rel="stylesheet" href="/assets/shell-1.css">',
    '<link rel="stylesheet" crossorigin href="/assets/home-1.css">',
  ]);
  expect(headers.get('content-security-policy')).toBe("script-src 'self'");
  expect(headers.has('content-length')).toBe(false);
});

it.each([
  ['a page that was never seen', '/about-us', JSON.stringify(view)],
  ['an address with a query, which may show something else', '/?tab=2', JSON.stringify(view)],
  [
    'a screen of another release, whose class names are not these',
    '/',
    JSON.stringify({ ...view, start: '/assets/start-0.js' }),
  ],
  ['a style from elsewhere', '/', JSON.stringify({ ...view, styles: ['https://elsewhere.example/a.css'] })],
  ['a damaged entry', '/', '{"start":'],
])('the worker leaves the shell unchanged for %s', async (_, address, text) => {
  cached.set('/', text);
  expect((await open(address)).text).toBe(shell);
});

it('the worker leaves the shell unchanged when the cache cannot be read', async () => {
  vi.stubGlobal('caches', { match: () => Promise.reject(new DOMException('Blocked', 'SecurityError')) });
  expect((await open('/')).text).toBe(shell);
});
