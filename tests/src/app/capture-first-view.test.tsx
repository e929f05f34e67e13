import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { captureFirstView, captureFirstViews } from '../../../src/app/capture-first-view.ts';

type CachedView = { markup: string };

const cached = new Map<string, CachedView>();
const put = async (path: string, answer: Response) => void cached.set(path, await answer.json());

beforeEach(() => vi.stubGlobal('caches', { open: async () => ({ put, keys: async () => [] }) }));
afterEach(() => {
  cached.clear();
  document.head.innerHTML = '';
  document.body.innerHTML = '';
  vi.useRealTimers();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

function show(main: string) {
  document.head.innerHTML = `<link rel="stylesheet" href="/assets/home.css" disabled><link rel="stylesheet" href="${location.origin}/assets/chunk.css"><link rel="stylesheet" href="https://fonts.example/a.css">`;
  document.body.innerHTML = `<a href="/account">Asha</a><main id="main">${main}</main><script type="module" src="/assets/start-1.js"></script>`;
}

/** Gives each element with `data-at="top height"` that position in pixels, and every other element an empty box. */
function layOut() {
  vi.spyOn(Element.prototype, 'getBoundingClientRect').mockImplementation(function (this: Element) {
    const [top = 0, height = 0] = (this.getAttribute('data-at') ?? '').split(' ').map(Number);
    return new DOMRect(0, top, 0, height);
  });
}

const at = (pathname: string, search = '') => ({ origin: location.origin, pathname, search }) as Location;

it('the cached first screen has the marked parts in their containers, the release and the style sheets', async () => {
  show(
    '<section data-first-view="">Title</section><div class="page"><p>Later</p><div class="parts">Seats<div data-first-view=""><b>Notices</b></div><div>From ₹900</div></div></div>',
  );
  await captureFirstView(document, at('/'));
  expect([...cached]).toEqual([
    [
      '/',
      {
        start: '/assets/start-1.js',
        styles: ['/assets/home.css', '/assets/chunk.css'],
        markup:
          '<section data-first-view="">Title</section><div class="page"><div class="parts"><div data-first-view=""><b>Notices</b></div></div></div>',
      },
    ],
  ]);
});

it('the cached first screen reserves space for omitted parts and keeps the opening picture', async () => {
  layOut();
  show(
    [
      '<h1 data-first-view="">STCW</h1>',
      '<aside data-at="100 240" class="panel" aria-label="₹900"><picture><img src="/a.webp" fetchpriority="high"></picture><p data-at="200 40" class="price">₹900</p></aside>',
      '<ul data-at="340 60" class="batches"><li>4 seats</li></ul>',
    ].join(''),
  );
  await captureFirstView(document, at('/course-booking/stcw-1'));
  const { markup = '' } = cached.get('/course-booking/stcw-1') ?? {};
  expect(markup).toContain('<img src="/a.webp" fetchpriority="high">');
  expect(markup).toContain('<div class="price" style="block-size: 40px;');
  expect(markup).toContain('<div class="batches" style="block-size: 60px;');
  expect(markup).not.toMatch(/<p[ >]|seats|₹/);
});

it('the cached first screen has no iframe and nothing below the first screen', async () => {
  layOut();
  const below = 2 * window.innerHeight;
  show(
    `<article data-first-view=""><p>First</p><iframe data-at="80 300" src="https://films.example/"></iframe><p data-at="${below} 20">Last</p></article>`,
  );
  await captureFirstView(document, at('/blogs/post-1'));
  const { markup = '' } = cached.get('/blogs/post-1') ?? {};
  expect(markup).toContain('<p>First</p><div class="" style="block-size: 300px;');
  expect(markup).not.toMatch(/iframe|Last/);
});

it('the cached first screen has fields without what was typed into them', async () => {
  show('<label data-first-view="">Course<input type="search" value="fire"></label>');
  await captureFirstView(document, at('/save-for-the-voyage'));
  expect(cached.get('/save-for-the-voyage')?.markup).toBe(
    '<label data-first-view="">Course<input type="search"></label>',
  );
});

it('a page without marked parts, or with a query string, is not cached as a first screen', async () => {
  show('<p>Prices of today</p>');
  await captureFirstView(document, at('/courses-list'));
  show('<section data-first-view="">Title</section>');
  await captureFirstView(document, at('/', '?source=mail'));
  expect(cached.size).toBe(0);
});

it('caching the first screen does not fail when the device is full', async () => {
  show('<section data-first-view="">Title</section>');
  vi.stubGlobal('caches', { open: () => Promise.reject(new DOMException('Full', 'QuotaExceededError')) });
  await expect(captureFirstView(document, at('/'))).resolves.toBeUndefined();
});

/** A router in this status that emits an event when the test calls `emit`. */
function fakeRouter(status: 'idle' | 'pending') {
  const heard = new Map<string, () => void>();
  const subscribe = (event: string, hear: () => void) => {
    heard.set(event, hear);
    return () => {};
  };
  const router = { state: { status }, subscribe } as unknown as Parameters<typeof captureFirstViews>[0];
  return { router, emit: (event: 'onBeforeNavigate' | 'onResolved') => heard.get(event)?.() };
}

it('a page is cached once it was shown for a second, unless it is being left', async () => {
  vi.useFakeTimers();
  show('<h1 data-first-view="">Home</h1>');
  const { router, emit } = fakeRouter('idle');
  captureFirstViews(router, window);
  await vi.advanceTimersByTimeAsync(900);
  emit('onBeforeNavigate');
  await vi.advanceTimersByTimeAsync(5000);
  expect(cached.size).toBe(0);
  emit('onResolved');
  await vi.advanceTimersByTimeAsync(1000);
  expect([...cached.keys()]).toEqual([window.location.pathname]);
});

it('a page is not cached while the next page is already loading', async () => {
  vi.useFakeTimers();
  show('<h1 data-first-view="">Home</h1>');
  captureFirstViews(fakeRouter('pending').router, window);
  await vi.advanceTimersByTimeAsync(5000);
  expect(cached.size).toBe(0);
});
