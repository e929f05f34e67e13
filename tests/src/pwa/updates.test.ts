import { describe, expect, it, vi } from 'vitest';
import { holdUpdates, waitForCriticalWork } from '../../../src/offline/critical-work.ts';
import { Updates } from '../../../src/pwa/updates.ts';
import { settled } from '../../machines/settled.ts';

class FakeWorker extends EventTarget {
  state: ServiceWorkerState = 'installing';

  become(state: ServiceWorkerState): void {
    this.state = state;
    this.dispatchEvent(new Event('statechange'));
  }
}

class FakeRegistration extends EventTarget {
  installing: FakeWorker | null = null;
  waiting: FakeWorker | null = null;

  /** Simulates that the browser finds a new version of the app. Returns its worker, which is not installed yet. */
  find(): FakeWorker {
    this.installing = new FakeWorker();
    this.dispatchEvent(new Event('updatefound'));
    return this.installing;
  }
}

/**
 * Opens a tab with fakes of workbox-window and the worker's registration, and an `Updates` object that watches both.
 */
function openTab({ isControlled = true, waitForCriticalWork = async () => {} } = {}) {
  const reload = vi.fn();
  const updates = new Updates({ reload, waitForCriticalWork });
  const registration = new FakeRegistration();
  const listeners = new Map<string, () => void>();
  const skipWaiting = vi.fn();
  const workbox = {
    addEventListener: (type: string, listener: () => void) => listeners.set(type, listener),
    messageSkipWaiting: skipWaiting,
  };
  const watch = () => updates.watch(workbox as never, registration as never, isControlled);
  watch();
  const find = () => {
    const worker = registration.find();
    registration.waiting = worker;
    worker.become('installed');
  };
  const change = () => listeners.get('controlling')?.();
  return { updates, reload, registration, skipWaiting, watch, find, change };
}

describe('a new version', () => {
  it('a new version of the app is announced, and is not activated before the student accepts it', () => {
    const { updates, find, reload, skipWaiting } = openTab();
    find();
    expect(updates.state).toBe('ready');
    expect(skipWaiting).not.toHaveBeenCalled();
    expect(reload).not.toHaveBeenCalled();
  });

  it('the first installation of the service worker is not announced as a new version of the app', () => {
    const { updates, find, change, reload, watch } = openTab({ isControlled: false });
    find();
    watch();
    expect(updates.state).toBe('none');
    change();
    expect(updates.state).toBe('none');
    expect(reload).not.toHaveBeenCalled();
  });

  it('accepting a new version of the app activates its service worker, and the tab reloads once the service worker is in control', async () => {
    const { updates, find, change, reload, skipWaiting } = openTab();
    find();
    await updates.apply();
    expect(skipWaiting).toHaveBeenCalledTimes(1);
    expect(reload).not.toHaveBeenCalled();
    change();
    await expect.poll(() => reload).toHaveBeenCalledTimes(1);
  });

  it('accepting a new version of the app sends “activate” to its service worker repeatedly until the service worker is active', async () => {
    vi.useFakeTimers();
    const { updates, find, change, skipWaiting } = openTab();
    find();
    await updates.apply();
    await vi.advanceTimersByTimeAsync(4000);
    expect(skipWaiting).toHaveBeenCalledTimes(3);
    change();
    await vi.advanceTimersByTimeAsync(10_000);
    expect(skipWaiting).toHaveBeenCalledTimes(3);
    vi.useRealTimers();
  });

  it('when a new version of the app is accepted in one tab, other tabs offer a reload instead of reloading', async () => {
    const { updates, change, reload, registration } = openTab();
    change();
    expect(reload).not.toHaveBeenCalled();
    expect(updates.state).toBe('ready');
    registration.waiting = null;
    await updates.apply();
    expect(reload).toHaveBeenCalledTimes(1);
  });

  it('a new version of the app that was installed before the page opened is announced', () => {
    const { updates, registration, watch } = openTab();
    registration.waiting = new FakeWorker();
    watch();
    expect(updates.state).toBe('ready');
  });

  it('a new version of the app that was still being installed when the page opened is announced', () => {
    const { updates, registration, watch } = openTab();
    const worker = new FakeWorker();
    registration.installing = worker;
    watch();
    worker.become('installed');
    expect(updates.state).toBe('ready');
  });

  it('a new version of the app is announced even if the installation of an earlier version failed', () => {
    const { updates, registration, find } = openTab();
    registration.find().become('redundant');
    expect(updates.state).toBe('none');
    find();
    expect(updates.state).toBe('ready');
  });

  it('a new version of the app is announced even in the page that installed the first service worker', async () => {
    const { updates, find, change, reload } = openTab({ isControlled: false });
    change();
    find();
    expect(updates.state).toBe('ready');
    await updates.apply();
    change();
    await expect.poll(() => reload).toHaveBeenCalledTimes(1);
  });
});

describe('a new version that is accepted before a payment or an upload begins', () => {
  it('an accepted new version of the app does not reload the tab before a payment or upload has ended', async () => {
    const { updates, find, change, reload } = openTab({ waitForCriticalWork });
    find();
    await updates.apply();
    const end = holdUpdates();
    change();
    await settled();
    expect(reload).not.toHaveBeenCalled();
    end();
    await expect.poll(() => reload).toHaveBeenCalledTimes(1);
  });

  it('during a payment or upload, no further “activate” message is sent to the service worker of an accepted new version', async () => {
    vi.useFakeTimers();
    let work = Promise.resolve();
    const { updates, find, change, skipWaiting, registration } = openTab({ waitForCriticalWork: () => work });
    find();
    await updates.apply();
    expect(skipWaiting).toHaveBeenCalledTimes(1);
    const begun = Promise.withResolvers<void>();
    work = begun.promise;
    await vi.advanceTimersByTimeAsync(10_000);
    expect(skipWaiting).toHaveBeenCalledTimes(1);
    begun.resolve();
    await vi.advanceTimersByTimeAsync(2000);
    expect(skipWaiting).toHaveBeenCalledTimes(3);
    registration.waiting = null;
    change();
    await vi.advanceTimersByTimeAsync(10_000);
    expect(skipWaiting).toHaveBeenCalledTimes(3);
    vi.useRealTimers();
  });

  it('a new service worker that became active during a payment or upload gets no “activate” message when the payment or upload ends', async () => {
    const { updates, find, change, reload, skipWaiting, registration } = openTab({ waitForCriticalWork });
    find();
    const end = holdUpdates();
    void updates.apply();
    registration.waiting = null;
    change();
    await settled();
    expect(reload).not.toHaveBeenCalled();
    end();
    await expect.poll(() => reload).toHaveBeenCalled();
    expect(skipWaiting).not.toHaveBeenCalled();
  });
});
