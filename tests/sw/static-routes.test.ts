import { expect, it, vi } from 'vitest';
import { getHealth } from '../../contract/health.ts';
import { addRoutes } from '../../sw/static-routes.ts';

const event = (addRoutes?: (routes: unknown[]) => Promise<void>) =>
  ({ addRoutes }) as unknown as Parameters<typeof import('../../sw/static-routes.ts').addRoutes>[0];

const otherRoutes = [
  { condition: { requestMode: 'navigate' }, source: 'fetch-event' },
  { condition: { urlPattern: getHealth.url }, source: 'network' },
];

it('the browser’s static routes send navigations to the service worker, health checks to the network and release files to the cache', () => {
  const add = vi.fn(async (_: unknown[]) => {});
  addRoutes(event(add), 'parts');
  expect(add.mock.calls[0]?.[0]).toEqual([
    ...otherRoutes,
    { condition: { urlPattern: '/assets/*' }, source: { cacheName: 'parts' } },
  ]);
});

it('until one cache contains all files of the release, the browser gets no static route that reads release files from a cache', () => {
  const add = vi.fn(async (_: unknown[]) => {});
  addRoutes(event(add), null);
  expect(add.mock.calls[0]?.[0]).toEqual(otherRoutes);
});

it('adding static routes throws no error in a browser that does not support static routes or rejects them', async () => {
  expect(() => addRoutes(event(), 'parts')).not.toThrow();
  addRoutes(
    event(() => Promise.reject(new TypeError('unknown condition'))),
    'parts',
  );
  await new Promise((resolve) => setTimeout(resolve));
});
