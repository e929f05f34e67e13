import { afterEach, expect, it, vi } from 'vitest';
import { withFirstScreens } from '../../sw/first-screens.ts';

afterEach(() => vi.unstubAllGlobals());

const page = (text: string, etag?: string) => new Response(text, { headers: etag ? { etag } : {} });

/** Opens `address` in a worker whose release has the shell `shell`, with `saved` in the cache under the path `/`. */
async function open(address: string, shell: Response, saved: Response | Error) {
  const match = async (path: string, { cacheName = '' }) => {
    if (saved instanceof Error) throw saved;
    return cacheName === 'landfall-first-screens' && path === '/' ? saved : undefined;
  };
  vi.stubGlobal('caches', { match });
  const url = new URL(address, 'https://landfall.example');
  const response = await withFirstScreens(async () => shell)({
    url,
    request: new Request(url),
    event: {} as ExtendableEvent,
  });
  return response.text();
}

it('the service worker serves the saved HTML of a page if it is of the same release as the HTML shell', async () => {
  expect(await open('/', page('shell', 'W/"1"'), page('Home', 'W/"1"'))).toBe('Home');
});

it.each([
  ['the page was never opened before', '/about-us', page('Home', 'W/"1"')],
  ['the URL has a query, with which the page may show something else', '/?tab=2', page('Home', 'W/"1"')],
  ['the saved HTML is of another release', '/', page('Home', 'W/"0"')],
  ['the release of the saved HTML is unknown', '/', page('Home')],
  ['the cache cannot be read', '/', new DOMException('Blocked', 'SecurityError')],
])(
  'the service worker serves the HTML shell instead of the saved HTML of a page when %s',
  async (_, address, saved) => {
    expect(await open(address, page('shell', 'W/"1"'), saved)).toBe('shell');
  },
);

it('if neither the saved HTML of a page nor the HTML shell has an ETag to compare, the service worker serves the shell', async () => {
  expect(await open('/', page('shell'), page('Home'))).toBe('shell');
});
