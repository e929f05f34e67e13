import { afterEach, expect, it, vi } from 'vitest';
import { recoverChunks } from '../../../src/pwa/chunk-recovery.ts';

afterEach(() => vi.restoreAllMocks());

it('a failure to load a JavaScript chunk throws no second error in a browser that blocks sessionStorage', () => {
  const probe = vi.fn(async () => 'online' as const);
  recoverChunks(probe);
  vi.spyOn(window, 'sessionStorage', 'get').mockImplementation(() => {
    throw new DOMException('Access is denied for this document.', 'SecurityError');
  });
  const onError = vi.fn((event: ErrorEvent) => event.preventDefault());
  addEventListener('error', onError);
  dispatchEvent(
    Object.assign(new Event('vite:preloadError'), { payload: new Error('Failed to fetch /assets/cart-1.js') }),
  );
  removeEventListener('error', onError);
  expect([onError.mock.calls, probe.mock.calls]).toEqual([[], []]);
});
