import { afterEach, expect, it, vi } from 'vitest';
import { keepFirstView } from '../../../src/app/keep-first-view.ts';

const kept = new Map<string, unknown>();
const put = async (path: string, answer: Response) => void kept.set(path, await answer.json());

afterEach(() => {
  kept.clear();
  document.head.innerHTML = '';
  document.body.innerHTML = '';
  vi.unstubAllGlobals();
});

function show(main: string) {
  vi.stubGlobal('caches', { open: async () => ({ put }) });
  document.head.innerHTML =
    '<link rel="stylesheet" href="/assets/home.css" disabled><link rel="stylesheet" href="https://fonts.example/a.css">';
  document.body.innerHTML = `<a href="/account">Asha</a><main id="main">${main}</main><script type="module" src="/assets/start-1.js"></script>`;
}

const at = (pathname: string, search = '') => ({ pathname, search }) as Location;

it('keeps the marked parts of a page in the boxes they stand in, with the release and the styles they are drawn by', async () => {
  show(
    '<section data-first-view="/">Title</section><div class="page"><p>Later</p><div class="parts"><div data-first-view="/"><b>Notices</b></div><div>From ₹900</div></div></div>',
  );
  await keepFirstView(document, at('/'));
  expect([...kept]).toEqual([
    [
      '/',
      {
        start: '/assets/start-1.js',
        styles: ['/assets/home.css'],
        markup:
          '<section data-first-view="/">Title</section><div class="page"><div class="parts"><div data-first-view="/"><b>Notices</b></div></div></div>',
      },
    ],
  ]);
});

it('keeps nothing of a page that marks nothing, and nothing of what a query asked for', async () => {
  show('<p>Prices of today</p>');
  await keepFirstView(document, at('/courses-list'));
  show('<section data-first-view="/">Title</section>');
  await keepFirstView(document, at('/', '?source=mail'));
  expect(kept.size).toBe(0);
});

it('keeps nothing under the address of the next page while this one still shows', async () => {
  show('<section data-first-view="/">Title</section>');
  await keepFirstView(document, at('/courses-list'));
  expect(kept.size).toBe(0);
});

it('does without where the device keeps nothing', async () => {
  show('<section data-first-view="/">Title</section>');
  vi.stubGlobal('caches', { open: () => Promise.reject(new DOMException('Full', 'QuotaExceededError')) });
  await expect(keepFirstView(document, at('/'))).resolves.toBeUndefined();
});
