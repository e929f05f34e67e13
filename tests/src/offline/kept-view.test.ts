import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { forgetViews, keepView, readKeptView } from '../../../src/offline/kept-view.ts';

const views = new Map<string, Response>();

/** The browser's cache, which lists what was put last at the end. */
const cache = {
  put: async (path: string, answer: Response) => {
    views.delete(path);
    views.set(path, answer);
  },
  keys: async () => [...views.keys()],
  delete: async (path: string) => views.delete(path),
};

beforeEach(() => {
  views.clear();
  vi.stubGlobal('caches', {
    open: async () => cache,
    match: async (path: string) => views.get(path)?.clone(),
    delete: async () => views.clear(),
  });
});
afterEach(() => vi.unstubAllGlobals());

const view = (markup: string) => ({ start: '/assets/start-1.js', styles: ['/assets/a.css'], markup });

it('keeps the forty pages that were seen last', async () => {
  for (let page = 1; page <= 40; page++) await keepView(`/blogs/${page}`, view('<h1>Post</h1>'));
  await keepView('/blogs/1', view('<h1>Seen again</h1>'));
  await keepView('/blogs/41', view('<h1>Newest</h1>'));
  expect(views.size).toBe(40);
  expect(await readKeptView('/blogs/2')).toBeNull();
  expect(await readKeptView('/blogs/1')).toEqual(view('<h1>Seen again</h1>'));
  expect(await readKeptView('/blogs/41')).toEqual(view('<h1>Newest</h1>'));
});

it('forgets them all, also where there is no place for any', async () => {
  await keepView('/', view('<img src="/a.webp">'));
  await forgetViews();
  expect(await readKeptView('/')).toBeNull();
  vi.stubGlobal('caches', undefined);
  await expect(forgetViews()).resolves.toBeUndefined();
});
