import { act, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { connection } from '../../../src/offline/connection/page-connection.ts';
import { pendingPage } from '../../../src/site/pending-page.tsx';
import { renderInPage } from '../../support/in-page.tsx';
import { apiWith } from '../catalogue/academy.ts';

const PendingPage = pendingPage(() => <p>The skeleton</p>);
const reload = vi.fn();

async function setNetwork(isUp: boolean) {
  vi.stubGlobal('fetch', async () => {
    if (!isUp) throw new TypeError('Failed to fetch');
    return new Response('{}', { headers: { 'x-landfall': '1' } });
  });
  await act(async () => void (await connection.probe()));
}

beforeEach(() => {
  reload.mockClear();
  vi.stubGlobal('location', { ...window.location, reload });
});
afterEach(async () => {
  vi.useRealTimers();
  await setNetwork(true);
  vi.unstubAllGlobals();
});

describe('a page whose code is awaited', () => {
  it('a page whose code does not arrive for ten seconds offline says so, and reloads when the connection is back', async () => {
    await setNetwork(false);
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    await renderInPage(<PendingPage />, { api: apiWith({}) });
    expect(screen.getByText('The skeleton')).toBeTruthy();
    await act(() => vi.advanceTimersByTimeAsync(10_000));
    vi.useRealTimers();
    expect(screen.getByRole('heading', { level: 1, name: 'This page is not saved' })).toBeTruthy();
    expect(reload).not.toHaveBeenCalled();
    await setNetwork(true);
    await waitFor(() => expect(reload).toHaveBeenCalledTimes(1));
  });

  it('a page whose code arrives slowly keeps its skeleton while the server responds', async () => {
    await setNetwork(true);
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    await renderInPage(<PendingPage />, { api: apiWith({}) });
    await act(() => vi.advanceTimersByTimeAsync(60_000));
    expect(screen.getByText('The skeleton')).toBeTruthy();
  });
});
