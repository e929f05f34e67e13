import { act, render, screen } from '@testing-library/react';
import { renderToString } from 'react-dom/server';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { connection, useIsOffline } from '../../../../src/offline/connection/page-connection.ts';
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
  });

  it('useIsOffline is true without a response and behind a captive portal, and false once our server responds', async () => {
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
