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
const noEntries = { hasEntries: () => false };

beforeEach(() => {
  marks.clear();
  reload.mockClear();
});

describe('recovery from a failed chunk load', () => {
  it('the first failure to load a JavaScript chunk reloads the page, and a second failure of the same chunk does not', async () => {
    const parts = { storage, reload, probe: async () => 'online' as const, isLeaving: () => false, ...noEntries };
    await recoverChunk(message, parts);
    await recoverChunk(message, parts);
    expect(reload).toHaveBeenCalledTimes(1);
  });

  it.each(['offline', 'portal'] as const)(
    'a failure to load a JavaScript chunk causes no reload while the connection state is “%s”',
    async (state) => {
      await recoverChunk(message, { storage, reload, probe: async () => state, isLeaving: () => false, ...noEntries });
      expect(reload).not.toHaveBeenCalled();
      expect(marks.has(`tanstack_router_reload:${message}`)).toBe(true);
    },
  );

  it('a failure to load a JavaScript chunk causes no page reload during critical work such as a payment', async () => {
    const release = holdUpdates();
    await recoverChunk(message, { storage, reload, probe: async () => 'online', isLeaving: () => false, ...noEntries });
    release();
    expect(reload).not.toHaveBeenCalled();
  });

  it('a failure to load a JavaScript chunk causes no reload while the visitor is leaving the page', async () => {
    await recoverChunk(message, { storage, reload, probe: async () => 'online', isLeaving: () => true, ...noEntries });
    expect(reload).not.toHaveBeenCalled();
    await recoverChunk(message, { storage, reload, probe: async () => 'online', isLeaving: () => false, ...noEntries });
    expect(reload).toHaveBeenCalledTimes(1);
  });
});
