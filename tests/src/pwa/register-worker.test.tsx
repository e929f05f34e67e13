import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { registerWorker, storableUrls } from '../../../src/pwa/register-worker.ts';

/** A browser whose workers are installed only when the test says so. */
class FakeContainer extends EventTarget {
  readonly controller = null;
  readonly ready = new Promise<never>(() => {});
  readonly workers: FakeWorker[] = [];

  async register(): Promise<unknown> {
    const worker = new FakeWorker();
    this.workers.push(worker);
    return Object.assign(new EventTarget(), { active: null, waiting: null, installing: worker });
  }
}

class FakeWorker extends EventTarget {
  state: ServiceWorkerState = 'installing';

  becomes(state: ServiceWorkerState): void {
    this.state = state;
    this.dispatchEvent(new Event('statechange'));
  }
}

const minute = 60_000;

describe('the first service worker', () => {
  it('storableUrls returns the URLs of the public API calls and pictures that the page has loaded, without duplicates', () => {
    const site = 'https://landfall.example';
    const loaded = [
      `${site}/api/cms/header?desktopOnly=true`,
      `${site}/api/cms/header?desktopOnly=true`,
      `${site}/media/courses/fire-640.webp`,
      `${site}/api/cart`,
      `${site}/api/auth/verify/login/status`,
      `${site}/assets/main-1.js`,
      'https://elsewhere.example/media/a.webp',
      'https://landfall.example.evil.test/media/a.webp',
    ];
    const calls = [`${site}/api/cms/header?desktopOnly=true`, `${site}/media/courses/fire-640.webp`];
    expect(storableUrls(loaded, site, false)).toEqual(calls);
    expect(storableUrls(loaded, site, true), 'in low-data mode').toEqual([...calls, `${site}/assets/main-1.js`]);
  });

  it('after a failed installation, the service worker is registered again, with growing pauses, until an installation succeeds', async () => {
    vi.useFakeTimers();
    onTestFinished(() => {
      vi.useRealTimers();
      vi.unstubAllGlobals();
    });
    const container = new FakeContainer();
    vi.stubGlobal('navigator', { serviceWorker: container });
    void registerWorker(container as unknown as ServiceWorkerContainer, Promise.resolve());
    await vi.advanceTimersByTimeAsync(minute);
    expect(container.workers).toHaveLength(1);

    container.workers[0]?.becomes('redundant');
    await vi.advanceTimersByTimeAsync(5000);
    expect(container.workers).toHaveLength(2);
    container.workers[1]?.becomes('redundant');
    await vi.advanceTimersByTimeAsync(5000);
    expect(container.workers).toHaveLength(2);
    await vi.advanceTimersByTimeAsync(5000);
    expect(container.workers).toHaveLength(3);

    container.workers[2]?.becomes('installed');
    await vi.advanceTimersByTimeAsync(60 * minute);
    expect(container.workers).toHaveLength(3);
  });
});
