import { describe, expect, it, vi } from 'vitest';
import { Updates } from '../../../src/pwa/updates.ts';

class FakeWorker extends EventTarget {
  state = 'installing';
  postMessage = vi.fn();
  install() {
    this.state = 'installed';
    this.dispatchEvent(new Event('statechange'));
  }
}

/**
 * Opens a tab with fakes of its service worker registration and container, and an `Updates` object that watches both.
 */
function openTab({ isControlled = true } = {}) {
  const reload = vi.fn();
  const updates = new Updates({ reload, waitForCriticalWork: async () => {} });
  const parts = { installing: null as FakeWorker | null, waiting: null as FakeWorker | null };
  const registration = Object.assign(new EventTarget(), parts);
  const container = Object.assign(new EventTarget(), { controller: isControlled ? {} : null });
  updates.watch(registration as unknown as ServiceWorkerRegistration, container as unknown as ServiceWorkerContainer);
  function find(): FakeWorker {
    const worker = new FakeWorker();
    registration.installing = worker;
    registration.dispatchEvent(new Event('updatefound'));
    registration.waiting = worker;
    worker.install();
    return worker;
  }
  const change = () => {
    container.controller = {};
    container.dispatchEvent(new Event('controllerchange'));
  };
  return { updates, reload, registration, find, change };
}

describe('a new version', () => {
  it('a new version is announced and waits for the student’s decision', () => {
    const { updates, find, reload } = openTab();
    const worker = find();
    expect(updates.state).toBe('ready');
    expect(worker.postMessage).not.toHaveBeenCalled();
    expect(reload).not.toHaveBeenCalled();
  });

  it('the first installation of the service worker is not announced as a new version', () => {
    const { updates, find, change, reload } = openTab({ isControlled: false });
    find();
    expect(updates.state).toBe('none');
    change();
    expect(updates.state).toBe('none');
    expect(reload).not.toHaveBeenCalled();
  });

  it('a new version takes over and reloads the tab that accepted it', async () => {
    const { updates, find, change, reload } = openTab();
    const worker = find();
    await updates.apply();
    expect(worker.postMessage).toHaveBeenCalledWith({ type: 'update.take' });
    expect(reload).not.toHaveBeenCalled();
    change();
    expect(reload).toHaveBeenCalledTimes(1);
  });

  it('an accepted version is requested again until it takes over, and not afterwards', async () => {
    vi.useFakeTimers();
    const { updates, find, change } = openTab();
    const worker = find();
    await updates.apply();
    vi.advanceTimersByTime(4000);
    expect(worker.postMessage).toHaveBeenCalledTimes(3);
    change();
    vi.advanceTimersByTime(10_000);
    expect(worker.postMessage).toHaveBeenCalledTimes(3);
    vi.useRealTimers();
  });

  it('a new version does not reload a second tab but offers it a reload', async () => {
    const { updates, change, reload, registration } = openTab();
    change();
    expect(reload).not.toHaveBeenCalled();
    expect(updates.state).toBe('ready');
    registration.waiting = null;
    await updates.apply();
    expect(reload).toHaveBeenCalledTimes(1);
  });

  it('a new version is announced on a first visit that stays open', async () => {
    const { updates, find, change, reload } = openTab({ isControlled: false });
    change();
    find();
    expect(updates.state).toBe('ready');
    await updates.apply();
    change();
    expect(reload).toHaveBeenCalledTimes(1);
  });
});
