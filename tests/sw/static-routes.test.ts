import { expect, it, vi } from 'vitest';
import { addRoutes } from '../../sw/static-routes.ts';

const event = (addRoutes?: (routes: unknown[]) => Promise<void>) =>
  ({ addRoutes }) as unknown as Parameters<typeof import('../../sw/static-routes.ts').addRoutes>[0];

it('leaves pages to the worker alone and the release’s parts to its cache', () => {
  const add = vi.fn(async (_: unknown[]) => {});
  addRoutes(event(add), 'parts');
  expect(add.mock.calls[0]?.[0]).toEqual([
    { condition: { requestMode: 'navigate' }, source: 'fetch-event' },
    { condition: { urlPattern: '/assets/*' }, source: { cacheName: 'parts' } },
  ]);
});

it('does without where a browser has no such routes or refuses these', async () => {
  expect(() => addRoutes(event(), 'parts')).not.toThrow();
  addRoutes(
    event(() => Promise.reject(new TypeError('unknown condition'))),
    'parts',
  );
  await new Promise((resolve) => setTimeout(resolve));
});
