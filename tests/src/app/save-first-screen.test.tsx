import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { saveFirstScreen, saveFirstScreens } from '../../../src/app/save-first-screen.ts';

const shell = [
  '<html><head><script type="module" src="/assets/start-1.js"></script><link rel="stylesheet" href="/assets/shell.css"></head>',
  '<body><div id="root"></div><!--skeleton--><i></i><!--/skeleton--></body></html>',
].join('');

/** The stored pages by path. */
const stored = new Map<string, Response>();

beforeEach(() => {
  vi.stubGlobal('caches', {
    open: async () => ({ put: async (path: string, page: Response) => stored.set(path, page) }),
  });
  const headers = { etag: 'W/"1"', 'content-security-policy': "script-src 'self'", 'content-length': '9' };
  vi.stubGlobal('fetch', async () => new Response(shell, { headers }));
});
afterEach(() => {
  stored.clear();
  document.head.innerHTML = '';
  document.body.innerHTML = '';
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

function show(main: string, start = '/assets/start-1.js') {
  document.head.innerHTML = `<link rel="stylesheet" href="/assets/shell.css"><link rel="stylesheet" href="/assets/home.css"><link rel="stylesheet" href="https://fonts.example/a.css">`;
  document.body.innerHTML = `<a href="/account">Asha</a><main>${main}</main><script type="module" src="${start}"></script>`;
}

const at = (pathname: string, search = '') => ({ pathname, search }) as Location;
const markupOf = async (path: string) => (await stored.get(path)?.text())?.split('<div id="root"></div>')[1];

it('a saved first screen is the shell with the marked elements, their containers and their style sheets', async () => {
  show(
    '<section data-first-screen=""><h1>Costs $& more than `$1`</h1></section><div class="page">From ₹900<p>Later</p><div class="parts">Seats<div data-first-screen=""><b>Notices</b></div></div></div>',
  );
  await saveFirstScreen(document, at('/'));
  expect(await stored.get('/')?.clone().text()).toContain(
    '<link rel="stylesheet" href="/assets/shell.css"><link rel="stylesheet" crossorigin href="/assets/home.css"></head>',
  );
  expect(await markupOf('/')).toBe(
    '<section data-first-screen=""><h1>Costs $&amp; more than `$1`</h1></section><div class="page"><div class="parts"><div data-first-screen=""><b>Notices</b></div></div></div></body></html>',
  );
});

it('a saved first screen keeps the headers of the shell, except its Content-Length', async () => {
  show('<h1 data-first-screen="">Home</h1>');
  await saveFirstScreen(document, at('/'));
  const headers = stored.get('/')?.headers;
  expect(headers?.get('etag')).toBe('W/"1"');
  expect(headers?.get('content-security-policy')).toBe("script-src 'self'");
  expect(headers?.has('content-length')).toBe(false);
});

it('a saved first screen contains neither typed text nor embedded players', async () => {
  show(
    '<div data-first-screen=""><p>First</p><input value="fire"><iframe src="https://films.example/"></iframe></div>',
  );
  await saveFirstScreen(document, at('/blogs/post-1'));
  expect(await markupOf('/blogs/post-1')).toBe('<div data-first-screen=""><p>First</p></div></body></html>');
});

it.each([
  ['a page without marked texts', '<picture data-first-screen=""></picture>', at('/courses-list'), undefined],
  ['a URL with a query', '<h1 data-first-screen="">Home</h1>', at('/', '?source=mail'), undefined],
  ['a page of another release than the shell', '<h1 data-first-screen="">Home</h1>', at('/'), '/assets/start-0.js'],
])('no first screen is saved for %s', async (_, main, location, start) => {
  show(main, start);
  await saveFirstScreen(document, location);
  expect(stored.size).toBe(0);
});

/** A router in this status, with a function that reports that a page was rendered. */
function fakeRouter(status: 'idle' | 'pending') {
  let onResolved = () => {};
  const subscribe = (_: string, listener: () => void) => {
    onResolved = listener;
    return () => {};
  };
  const router = { state: { status }, subscribe } as unknown as Parameters<typeof saveFirstScreens>[0];
  return { router, resolve: () => onResolved() };
}

/** The page's window, with a location that the test can change. */
const windowAt = (location: Location) => ({ document, location }) as unknown as Window;

it('the first screen of a page is saved once the page was shown for a second', async () => {
  vi.useFakeTimers();
  show('<h1 data-first-screen="">Home</h1>');
  saveFirstScreens(fakeRouter('idle').router, windowAt(at('/')));
  await vi.advanceTimersByTimeAsync(900);
  expect(stored.size).toBe(0);
  await vi.advanceTimersByTimeAsync(200);
  expect([...stored.keys()]).toEqual(['/']);
});

it('no first screen is saved under the URL of a page that is still loading', async () => {
  vi.useFakeTimers();
  show('<h1 data-first-screen="">Home</h1>');
  const location = at('/');
  const { router, resolve } = fakeRouter('pending');
  saveFirstScreens(router, windowAt(location));
  await vi.advanceTimersByTimeAsync(2000);
  resolve();
  location.pathname = '/about-us';
  await vi.advanceTimersByTimeAsync(2000);
  expect(stored.size).toBe(0);
});
