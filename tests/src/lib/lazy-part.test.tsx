import { act, render, screen } from '@testing-library/react';
import { Component, type ReactNode, Suspense } from 'react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { lazyPart } from '../../../src/lib/lazy-part.ts';

/** The error boundary of a page. */
class Page extends Component<{ children: ReactNode }, { hasFailed: boolean }> {
  override state = { hasFailed: false };
  static getDerivedStateFromError = () => ({ hasFailed: true });
  override render = () => (this.state.hasFailed ? 'This page is not saved' : this.props.children);
}

/** Code that cannot be loaded until `restored` is called. */
function withheldCode() {
  const network = { isGood: false, tries: 0 };
  const load = async () => {
    network.tries += 1;
    if (!network.isGood) throw new TypeError('Failed to fetch dynamically imported module');
    return { default: () => <p>1 change waiting</p> };
  };
  return { network, load };
}

async function renderPart(load: () => Promise<{ default: () => ReactNode }>): Promise<void> {
  const Part = lazyPart(load);
  await act(async () => {
    render(
      <Page>
        <h1>Book Online</h1>
        <Suspense fallback={null}>
          <Part />
        </Suspense>
      </Page>,
    );
  });
}

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

describe('a part of a page whose code cannot be loaded', () => {
  it('a lazy-loaded component whose code cannot be loaded leaves the page usable, and appears when the network is back', async () => {
    const { network, load } = withheldCode();
    await renderPart(load);
    await act(() => vi.advanceTimersByTimeAsync(60_000));
    expect(screen.getByRole('heading', { name: 'Book Online' })).toBeTruthy();
    expect(screen.queryByText('1 change waiting')).toBeNull();
    network.isGood = true;
    await act(() => vi.advanceTimersByTimeAsync(15_000));
    expect(screen.getByText('1 change waiting')).toBeTruthy();
  });

  it('if the code of a lazy-loaded component keeps failing to load, it is requested every 15 seconds after the first minute', async () => {
    const { network, load } = withheldCode();
    await renderPart(load);
    await act(() => vi.advanceTimersByTimeAsync(60_000));
    const { tries } = network;
    await act(() => vi.advanceTimersByTimeAsync(60_000));
    expect(network.tries - tries).toBe(4);
  });

  it('the code of a lazy-loaded component that failed to load is requested again as soon as the browser is back online', async () => {
    const { network, load } = withheldCode();
    await renderPart(load);
    await act(() => vi.advanceTimersByTimeAsync(60_000));
    network.isGood = true;
    await act(async () => void window.dispatchEvent(new Event('online')));
    expect(screen.getByText('1 change waiting')).toBeTruthy();
  });
});
