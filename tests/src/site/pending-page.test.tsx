import { act, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { connection } from '../../../src/offline/connection/page-connection.ts';
import { pendingPage } from '../../../src/site/pending-page.tsx';
import { renderInPage } from '../../support/in-page.tsx';
import { apiWith } from '../catalogue/academy.ts';

const PendingPage = pendingPage(() => <p>The skeleton</p>);
const reload = vi.fn();

/** Sets whether the server can be reached. The page notices that only when it checks the connection. */
function setNetwork(isUp: boolean) {
  vi.stubGlobal('fetch', async () => {
    if (!isUp) throw new TypeError('Failed to fetch');
    return new Response('{}', { headers: { 'x-landfall': '1' } });
  });
}

const probe = () => act(async () => void (await connection.probe()));

beforeEach(() => {
  reload.mockClear();
  vi.stubGlobal('location', { ...window.location, reload });
});
afterEach(async () => {
  vi.useRealTimers();
  setNetwork(true);
  await probe();
  vi.unstubAllGlobals();
});

describe('a page whose code is awaited', () => {
  it('after ten seconds offline, a page whose code has not loaded shows “This page is not saved”', async () => {
    setNetwork(false);
    const scrollTo = vi.spyOn(window, 'scrollTo').mockReturnValue();
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    await renderInPage(<PendingPage />, { api: apiWith({}) });
    expect(screen.getByText('The skeleton')).toBeTruthy();
    await act(() => vi.advanceTimersByTimeAsync(10_000));
    vi.useRealTimers();
    expect(await screen.findByRole('heading', { level: 1, name: 'This page is not saved' })).toBeTruthy();
    expect(scrollTo).toHaveBeenCalledWith(0, 0);
    expect(reload).not.toHaveBeenCalled();
    setNetwork(true);
    await probe();
    await waitFor(() => expect(reload).toHaveBeenCalledTimes(1));
  });

  it('a page whose code loads slowly shows its skeleton as long as the server responds', async () => {
    setNetwork(true);
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    await renderInPage(<PendingPage />, { api: apiWith({}) });
    await act(() => vi.advanceTimersByTimeAsync(60_000));
    expect(screen.getByText('The skeleton')).toBeTruthy();
  });
});
