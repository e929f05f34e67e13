import { act, render, renderHook, screen } from '@testing-library/react';
import { renderToString } from 'react-dom/server';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { getHealth } from '../../../../contract/health.ts';
import type { ConnectionState } from '../../../../src/offline/connection/connection.ts';
import { connection, useIsOffline, useRetryWhenBack } from '../../../../src/offline/connection/page-connection.ts';
import { type Unreachable, unreachable, useUnreachable } from '../../../../src/offline/connection/unreachable.ts';
import { enterPortal } from '../../../support/server-down.ts';

function Status() {
  return <p role="status">{useIsOffline() ? 'offline' : 'not offline'}</p>;
}

/** Sends a health request on a network without a response. */
async function loseConnection(): Promise<void> {
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('Failed to fetch')));
  await act(() => connection.probe());
}

const statusText = () => screen.getByRole('status').textContent;

afterEach(() => void vi.unstubAllGlobals());

describe('useIsOffline', () => {
  it('useIsOffline is false before the first response', () => {
    render(<Status />);
    expect(connection.state).toBe('unknown');
    expect(statusText()).toBe('not offline');
    expect(unreachable().reason).toBe('Our server did not respond');
  });

  it('useIsOffline is true after a health request without a response and behind a captive portal, and false once our server responds', async () => {
    render(<Status />);
    await loseConnection();
    expect(statusText()).toBe('offline');
    await enterPortal();
    expect(connection.state).toBe('portal');
    expect(statusText()).toBe('offline');
    act(() => connection.report('ours'));
    expect(statusText()).toBe('not offline');
  });

  it('useIsOffline is false during server rendering', async () => {
    await loseConnection();
    expect(renderToString(<Status />)).toContain('not offline');
  });
});

it('useRetryWhenBack calls its retry function each time the connection is back, and at no other time', async () => {
  act(() => connection.report('ours'));
  const retry = vi.fn();
  const { result, rerender } = renderHook(() => useRetryWhenBack(retry));
  expect(result.current).toBe(false);
  for (const times of [1, 2]) {
    await loseConnection();
    expect(result.current).toBe(true);
    expect(retry).toHaveBeenCalledTimes(times - 1);
    act(() => connection.report('ours'));
    rerender();
    expect(result.current).toBe(false);
    expect(retry).toHaveBeenCalledTimes(times);
  }
});

it('a health request bypasses the browser’s cache, does not follow redirects and has a time limit', async () => {
  const send = vi.fn(async () => new Response('Bad gateway', { status: 502 }));
  vi.stubGlobal('fetch', send);
  await act(() => connection.probe());
  const signal = expect.any(AbortSignal);
  expect(send).toHaveBeenCalledExactlyOnceWith(getHealth.url, { cache: 'no-store', redirect: 'manual', signal });
});

it('a page that becomes visible sends a health request, and a page that becomes hidden does not', async () => {
  const send = vi.fn(async () => new Response('Bad gateway', { status: 502 }));
  vi.stubGlobal('fetch', send);
  const stop = connection.start(window);
  const visibility = vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden');
  document.dispatchEvent(new Event('visibilitychange'));
  expect(send).not.toHaveBeenCalled();
  visibility.mockRestore();
  await act(async () => document.dispatchEvent(new Event('visibilitychange')));
  expect(send).toHaveBeenCalledTimes(1);
  stop();
});

const back = 'when the connection is back';
const noResponse = { reason: 'Our server did not respond', when: 'in a moment', whenBack: back };
const online = 'when you are back online';
const answering = 'when our server answers again';

it.each<[ConnectionState, () => Promise<Response>, Unreachable]>([
  ['online', async () => new Response('', { headers: { 'x-landfall': '1' } }), noResponse],
  [
    'offline',
    () => Promise.reject(new TypeError('Failed to fetch')),
    { reason: 'You are offline', when: online, whenBack: back },
  ],
  [
    'portal',
    async () => new Response('Sign in'),
    { reason: 'This network does not connect to our site', when: online, whenBack: back },
  ],
  [
    'serverDown',
    async () => new Response('', { status: 502 }),
    { reason: 'Our server is not answering', when: answering, whenBack: answering },
  ],
])(
  'in the connection state %s, the page says why the server cannot be reached and when to try again',
  async (state, answer, texts) => {
    vi.stubGlobal('fetch', answer);
    const { result } = renderHook(() => useUnreachable());
    await act(() => connection.probe());
    expect(connection.state).toBe(state);
    expect(unreachable()).toEqual(texts);
    expect(result.current).toEqual(texts);
  },
);
