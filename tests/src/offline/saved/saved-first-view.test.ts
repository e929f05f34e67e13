import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { deleteFirstViews, readFirstView, storeFirstView } from '../../../../src/offline/saved/saved-first-view.ts';

const views = new Map<string, Response>();

/** Like the browser’s cache, it lists the newest entry last. */
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

it('the first-screen cache keeps the forty most recently viewed pages', async () => {
  for (let page = 1; page <= 40; page++) await storeFirstView(`/blogs/${page}`, view('<h1>Post</h1>'));
  await storeFirstView('/blogs/1', view('<h1>Seen again</h1>'));
  await storeFirstView('/blogs/41', view('<h1>Newest</h1>'));
  expect(views.size).toBe(40);
  expect(await readFirstView('/blogs/2')).toBeNull();
  expect(await readFirstView('/blogs/1')).toEqual(view('<h1>Seen again</h1>'));
  expect(await readFirstView('/blogs/41')).toEqual(view('<h1>Newest</h1>'));
});

it('the first-screen cache can be cleared, also in a browser without cache storage', async () => {
  await storeFirstView('/', view('<img src="/a.webp">'));
  await deleteFirstViews();
  expect(await readFirstView('/')).toBeNull();
  vi.stubGlobal('caches', undefined);
  await expect(deleteFirstViews()).resolves.toBeUndefined();
});
