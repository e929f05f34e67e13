import 'fake-indexeddb/auto';
import { afterEach, expect, it, vi } from 'vitest';
import { DeviceStore } from '../../../../src/offline/saved/device-store.ts';
import { Subject } from '../../../../src/offline/session/subject.ts';

afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

it('device storage that does not open within five seconds counts as unavailable until it opens', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const open = indexedDB.open.bind(indexedDB);
  const opening = Promise.withResolvers<void>();
  const late = { result: null as IDBDatabase | null, onsuccess: () => {} };
  vi.spyOn(indexedDB, 'open').mockImplementationOnce((name) => {
    void opening.promise.then(() => {
      const request = open(name);
      request.onupgradeneeded = () => request.result.createObjectStore('queries');
      request.onsuccess = () => {
        late.result = request.result;
        late.onsuccess();
      };
    });
    return late as unknown as IDBOpenDBRequest;
  });
  const store = new DeviceStore('slow-device', new Subject(null));
  const seen: boolean[] = [];
  store.subscribe(() => seen.push(store.isRefused));

  const writing = store.setItem('key', 'text');
  await vi.advanceTimersByTimeAsync(5000);
  await writing;
  expect(seen).toEqual([true]);

  opening.resolve();
  await vi.waitFor(() => expect(seen).toEqual([true, false]));
  expect(await store.getItem('key')).toBe('text');
});

it('when device storage fails, its listeners are notified once, and nothing is read or written any more', async () => {
  const open = vi.spyOn(indexedDB, 'open').mockImplementation(() => {
    throw new DOMException('The operation is insecure.', 'SecurityError');
  });
  const store = new DeviceStore('refusing-device', new Subject(null));
  const seen: boolean[] = [];
  store.subscribe(() => seen.push(store.isRefused));
  await store.setItem('key', 'text');
  const attempts = open.mock.calls.length;
  expect(await store.getItem('key')).toBeUndefined();
  expect(seen).toEqual([true]);
  expect(open.mock.calls.length).toBe(attempts);
});
