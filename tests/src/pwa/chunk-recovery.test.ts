import { beforeEach, describe, expect, it, vi } from 'vitest';
import { holdUpdates } from '../../../src/offline/critical-work.ts';
import { recoverChunk } from '../../../src/pwa/chunk-recovery.ts';

const message = 'Failed to fetch dynamically imported module: /assets/cart-1.js';
const marks = new Map<string, string>();
const storage = {
  getItem: (key: string) => marks.get(key) ?? null,
  setItem: (key: string, value: string) => void marks.set(key, value),
};
const reload = vi.fn();

beforeEach(() => {
  marks.clear();
  reload.mockClear();
});

describe('recovery from a failed chunk load', () => {
  it('a failed chunk load reloads the page once', async () => {
    const parts = { storage, reload, probe: async () => 'online' as const };
    await recoverChunk(message, parts);
    await recoverChunk(message, parts);
    expect(reload).toHaveBeenCalledTimes(1);
  });

  it.each(['offline', 'portal'] as const)(
    'a failed chunk load causes no reload, not even by the router, while the connection is %s',
    async (state) => {
      await recoverChunk(message, { storage, reload, probe: async () => state });
      expect(reload).not.toHaveBeenCalled();
      expect(marks.has(`tanstack_router_reload:${message}`)).toBe(true);
    },
  );

  it('a failed chunk load causes no reload during critical work', async () => {
    const release = holdUpdates();
    await recoverChunk(message, { storage, reload, probe: async () => 'online' });
    release();
    expect(reload).not.toHaveBeenCalled();
  });
});
