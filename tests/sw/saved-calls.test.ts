import { readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import type { Endpoint } from '../../contract/endpoint.ts';
import { isSavedCall, isSavedPicture, notPages, savedKey } from '../../contract/saved-calls.ts';

const contractFolder = fileURLToPath(new URL('../../contract/', import.meta.url));

function isEndpoint(value: unknown): value is Endpoint {
  return typeof value === 'object' && value !== null && 'idempotency' in value && 'url' in value;
}

async function endpoints(): Promise<Endpoint[]> {
  const files = readdirSync(contractFolder).filter((name) => name.endsWith('.ts'));
  const modules = await Promise.all(files.map((name) => import(/* @vite-ignore */ contractFolder + name)));
  return modules.flatMap((module: Record<string, unknown>) => Object.values(module).filter(isEndpoint));
}

const at = (address: string) => new URL(address, 'https://landfall.example');

/**
 * Cacheable calls whose responses the worker does not store: the page itself stores the bundles of the offline library,
 * and an offline search uses the stored content.
 */
const notStored = ['getLibraryManifest', 'getLibraryPart', 'searchSite'];

describe('calls that the worker may cache', () => {
  it('the service worker caches all API calls declared cacheable, except those of the offline library and the search', async () => {
    const found = await endpoints();
    expect(found.length).toBeGreaterThan(20);
    const wrong = found.filter(({ name, url, method, isCacheable = false }) => {
      const isToBeSaved = isCacheable && !notStored.includes(name);
      return (method === 'GET' && isSavedCall({ pathname: url })) !== isToBeSaved;
    });
    expect(wrong.map(({ name }) => name)).toEqual([]);
  });

  it('the service worker caches no API call that is not declared cacheable', () => {
    const denied = [
      '/api/cart',
      '/api/course/secret',
      '/api/courses',
      '/api/cms',
      '/api/users/student',
      '/api/new',
      '/api/health',
    ];
    expect(denied.filter((path) => isSavedCall(at(path)))).toEqual([]);
  });

  it('the service worker caches the academy’s pictures but no uploaded files', () => {
    expect(isSavedPicture(at('/media/courses/fire-640.webp'))).toBe(true);
    expect(isSavedPicture(at('/api/files/7'))).toBe(false);
  });

  it('the cache key of an API call does not depend on the order of its query parameters', () => {
    const one = savedKey(at('/api/course?search=fire&category_id=3#top').href);
    expect(one).toBe(savedKey(at('/api/course?category_id=3&search=fire').href));
    expect(one).not.toBe(savedKey(at('/api/course?category_id=4&search=fire').href));
  });
});

describe('navigations', () => {
  const isPage = (address: string) => !notPages.some((pattern) => pattern.test(address));

  it.each([
    '/',
    '/courses-list',
    '/course-booking/basic-safety-12',
    '/login?identifier=asha@example.com',
    '/mediation',
  ])('the service worker treats a navigation to %s as a page of the site', (address) =>
    expect(isPage(address)).toBe(true),
  );

  it.each([
    '/api/docs',
    '/api',
    '/sandbox/outbox',
    '/sandbox?x=1',
    '/wp-json/wp/v2/posts',
    '/media/a',
    '/sw.js',
    '/a/b.pdf?x=1',
  ])('the service worker does not handle a navigation to %s, which goes to the network', (address) =>
    expect(isPage(address)).toBe(false),
  );
});
