import { act } from '@testing-library/react';
import { vi } from 'vitest';
import { connection } from '../../src/offline/connection/page-connection.ts';

/**
 * Runs a test while the page knows that the server is down: every request gets status 502, as from a proxy whose server
 * is not running.
 */
export async function whileServerIsDown(test: () => Promise<void>): Promise<void> {
  vi.stubGlobal('fetch', async () => new Response('Bad gateway', { status: 502 }));
  await act(() => connection.probe());
  try {
    await test();
  } finally {
    act(() => connection.report('ours'));
    vi.unstubAllGlobals();
  }
}

/** Makes the page find a captive portal, which answers every request with its own page. */
export async function enterPortal(): Promise<void> {
  vi.stubGlobal('fetch', async () => new Response('<h1>Welcome aboard</h1>'));
  await act(() => connection.probe());
  vi.unstubAllGlobals();
}
