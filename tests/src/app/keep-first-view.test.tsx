import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { keepFirstView, keepFirstViews } from '../../../src/app/keep-first-view.ts';

type Kept = { markup: string };

const kept = new Map<string, Kept>();
const put = async (path: string, answer: Response) => void kept.set(path, await answer.json());

beforeEach(() => vi.stubGlobal('caches', { open: async () => ({ put, keys: async () => [] }) }));
afterEach(() => {
  kept.clear();
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

/** Lays the page out: each element that bears `data-at="top height"` stands there, in pixels; the others nowhere. */
function layOut() {
  vi.spyOn(Element.prototype, 'getBoundingClientRect').mockImplementation(function (this: Element) {
    const [top = 0, height = 0] = (this.getAttribute('data-at') ?? '').split(' ').map(Number);
    return new DOMRect(0, top, 0, height);
  });
}

const at = (pathname: string, search = '') => ({ origin: location.origin, pathname, search }) as Location;

it('keeps the marked parts of a page in the boxes they stand in, with the release and the styles they are drawn by', async () => {
  show(
    '<section data-first-view="">Title</section><div class="page"><p>Later</p><div class="parts">Seats<div data-first-view=""><b>Notices</b></div><div>From ₹900</div></div></div>',
  );
  await keepFirstView(document, at('/'));
  expect([...kept]).toEqual([
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

it('keeps the place of what it does not keep, and the picture that the page opens with', async () => {
  layOut();
  show(
    [
      '<h1 data-first-view="">STCW</h1>',
      '<aside data-at="100 240" class="panel" aria-label="₹900"><picture><img src="/a.webp" fetchpriority="high"></picture><p data-at="200 40" class="price">₹900</p></aside>',
      '<ul data-at="340 60" class="batches"><li>4 seats</li></ul>',
    ].join(''),
  );
  await keepFirstView(document, at('/course-booking/stcw-1'));
  const { markup = '' } = kept.get('/course-booking/stcw-1') ?? {};
  expect(markup).toContain('<img src="/a.webp" fetchpriority="high">');
  expect(markup).toContain('<div class="price" style="block-size: 40px;');
  expect(markup).toContain('<div class="batches" style="block-size: 60px;');
  expect(markup).not.toMatch(/<p[ >]|seats|₹/);
});

it('keeps no more of a long page than its first screen, and nothing in it that would play by itself', async () => {
  layOut();
  const below = 2 * window.innerHeight;
  show(
    `<article data-first-view=""><p>First</p><iframe data-at="80 300" src="https://films.example/"></iframe><p data-at="${below} 20">Last</p></article>`,
  );
  await keepFirstView(document, at('/blogs/post-1'));
  const { markup = '' } = kept.get('/blogs/post-1') ?? {};
  expect(markup).toContain('<p>First</p><div class="" style="block-size: 300px;');
  expect(markup).not.toMatch(/iframe|Last/);
});

it('keeps a field without what was typed into it', async () => {
  show('<label data-first-view="">Course<input type="search" value="fire"></label>');
  await keepFirstView(document, at('/save-for-the-voyage'));
  expect(kept.get('/save-for-the-voyage')?.markup).toBe(
    '<label data-first-view="">Course<input type="search"></label>',
  );
});

it('keeps nothing of a page that marks nothing, and nothing of what a query asked for', async () => {
  show('<p>Prices of today</p>');
  await keepFirstView(document, at('/courses-list'));
  show('<section data-first-view="">Title</section>');
  await keepFirstView(document, at('/', '?source=mail'));
  expect(kept.size).toBe(0);
});

it('does without where the device keeps nothing', async () => {
  show('<section data-first-view="">Title</section>');
  vi.stubGlobal('caches', { open: () => Promise.reject(new DOMException('Full', 'QuotaExceededError')) });
  await expect(keepFirstView(document, at('/'))).resolves.toBeUndefined();
});

/** A router that says what it is told to; `status` as it stands when it is first looked at. */
function fakeRouter(status: 'idle' | 'pending') {
  const heard = new Map<string, () => void>();
  const subscribe = (event: string, hear: () => void) => {
    heard.set(event, hear);
    return () => {};
  };
  const router = { state: { status }, subscribe } as unknown as Parameters<typeof keepFirstViews>[0];
  return { router, say: (event: 'onBeforeNavigate' | 'onResolved') => heard.get(event)?.() };
}

it('keeps each page once it has stood a second, and none that is being left', async () => {
  vi.useFakeTimers();
  show('<h1 data-first-view="">Home</h1>');
  const { router, say } = fakeRouter('idle');
  keepFirstViews(router, window);
  await vi.advanceTimersByTimeAsync(900);
  say('onBeforeNavigate');
  await vi.advanceTimersByTimeAsync(5000);
  expect(kept.size).toBe(0);
  say('onResolved');
  await vi.advanceTimersByTimeAsync(1000);
  expect([...kept.keys()]).toEqual([window.location.pathname]);
});

it('keeps nothing of a page whose next is already asked for when it looks', async () => {
  vi.useFakeTimers();
  show('<h1 data-first-view="">Home</h1>');
  keepFirstViews(fakeRouter('pending').router, window);
  await vi.advanceTimersByTimeAsync(5000);
  expect(kept.size).toBe(0);
});
