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
    const parts = { storage, reload, probe: async () => 'online' as const, isLeaving: () => false };
    await recoverChunk(message, parts);
    await recoverChunk(message, parts);
    expect(reload).toHaveBeenCalledTimes(1);
  });

  it.each(['offline', 'portal'] as const)(
    'a failed chunk load causes no reload, not even by the router, while the connection is %s',
    async (state) => {
      await recoverChunk(message, { storage, reload, probe: async () => state, isLeaving: () => false });
      expect(reload).not.toHaveBeenCalled();
      expect(marks.has(`tanstack_router_reload:${message}`)).toBe(true);
    },
  );

  it('a failed chunk load causes no reload during critical work', async () => {
    const release = holdUpdates();
    await recoverChunk(message, { storage, reload, probe: async () => 'online', isLeaving: () => false });
    release();
    expect(reload).not.toHaveBeenCalled();
  });

  it('a chunk whose load was cancelled because another page is being opened causes no reload', async () => {
    await recoverChunk(message, { storage, reload, probe: async () => 'online', isLeaving: () => true });
    expect(reload).not.toHaveBeenCalled();
    await recoverChunk(message, { storage, reload, probe: async () => 'online', isLeaving: () => false });
    expect(reload).toHaveBeenCalledTimes(1);
  });
});
