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
  document.body.innerHTML = `<a href="/account">Asha</a><main>${main}</main><script type="module" data-src="${start}">startInSteps()</script>`;
}

const at = (pathname: string, search = '') => ({ pathname, search }) as Location;
const markupOf = async (path: string) => (await stored.get(path)?.text())?.split('<div id="root"></div>')[1];

it('for the next start, saveFirstScreen saves the app shell with the page’s elements marked data-first-screen and their style sheets', async () => {
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

it('saveFirstScreen saves a page as it was when called, even if the visitor leaves the page before the app shell has arrived', async () => {
  show('<h1 data-first-screen="">Home</h1>');
  const saving = saveFirstScreen(document, at('/'));
  const main = document.querySelector('main');
  if (main) main.innerHTML = '<h1 data-first-screen="">Contact us</h1>';
  await saving;
  expect(await markupOf('/')).toBe('<h1 data-first-screen="">Home</h1></body></html>');
});

it('saveFirstScreen saves a page with the HTTP headers of the app shell, except Content-Length', async () => {
  show('<h1 data-first-screen="">Home</h1>');
  await saveFirstScreen(document, at('/'));
  const headers = stored.get('/')?.headers;
  expect(headers?.get('etag')).toBe('W/"1"');
  expect(headers?.get('content-security-policy')).toBe("script-src 'self'");
  expect(headers?.has('content-length')).toBe(false);
});

it('saveFirstScreen leaves form fields and iframes out of the saved copy of a page', async () => {
  show(
    '<div data-first-screen=""><p>First</p><input value="fire"><iframe src="https://films.example/"></iframe></div>',
  );
  await saveFirstScreen(document, at('/blogs/post-1'));
  expect(await markupOf('/blogs/post-1')).toBe('<div data-first-screen=""><p>First</p></div></body></html>');
});

it.each([
  [
    'a page without text in the elements marked data-first-screen',
    '<picture data-first-screen=""></picture>',
    at('/courses-list'),
    undefined,
  ],
  ['a page whose URL has a query string', '<h1 data-first-screen="">Home</h1>', at('/', '?source=mail'), undefined],
  [
    'a page built by another release than the app shell',
    '<h1 data-first-screen="">Home</h1>',
    at('/'),
    '/assets/start-0.js',
  ],
])('the HTML of %s is not saved for the next start', async (_, main, location, start) => {
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

it('saveFirstScreens saves a page once it has been shown for a second', async () => {
  vi.useFakeTimers();
  show('<h1 data-first-screen="">Home</h1>');
  saveFirstScreens(fakeRouter('idle').router, windowAt(at('/')));
  await vi.advanceTimersByTimeAsync(900);
  expect(stored.size).toBe(0);
  await vi.advanceTimersByTimeAsync(200);
  expect([...stored.keys()]).toEqual(['/']);
});

it('saveFirstScreens saves nothing while a page is loading, or when the URL changes before the page has been shown for a second', async () => {
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
