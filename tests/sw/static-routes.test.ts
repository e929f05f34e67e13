import { expect, it, vi } from 'vitest';
import { addRoutes } from '../../sw/static-routes.ts';

const event = (addRoutes?: (routes: unknown[]) => Promise<void>) =>
  ({ addRoutes }) as unknown as Parameters<typeof import('../../sw/static-routes.ts').addRoutes>[0];

it('static routes of the service worker send navigations to it, and requests for files of the release directly to the cache', () => {
  const add = vi.fn(async (_: unknown[]) => {});
  addRoutes(event(add), 'parts');
  expect(add.mock.calls[0]?.[0]).toEqual([
    { condition: { requestMode: 'navigate' }, source: 'fetch-event' },
    { condition: { urlPattern: '/assets/*' }, source: { cacheName: 'parts' } },
  ]);
});

it('when no cache contains all files of the release, static routes leave requests for these files to the service worker', () => {
  const add = vi.fn(async (_: unknown[]) => {});
  addRoutes(event(add), null);
  expect(add.mock.calls[0]?.[0]).toEqual([{ condition: { requestMode: 'navigate' }, source: 'fetch-event' }]);
});

it('a browser that does not support static routes of service workers, or rejects them, causes no error', async () => {
  expect(() => addRoutes(event(), 'parts')).not.toThrow();
  addRoutes(
    event(() => Promise.reject(new TypeError('unknown condition'))),
    'parts',
  );
  await new Promise((resolve) => setTimeout(resolve));
});
