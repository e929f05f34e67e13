import 'fake-indexeddb/auto';
import { createStore, get } from 'idb-keyval';
import { afterEach, expect, it, vi } from 'vitest';
import { DeviceStore, deviceStore } from '../../../../src/offline/saved/device-store.ts';
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
  await vi.advanceTimersByTimeAsync(4999);
  expect(seen).toEqual([]);
  await vi.advanceTimersByTimeAsync(1);
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

it('a value stored on the device for a student has the format of a TanStack query and can be read until it is deleted', async () => {
  vi.spyOn(Date, 'now').mockReturnValue(1_700_000_000_000);
  const subject = new Subject(null);
  subject.enter('asha');
  const store = new DeviceStore('values', subject);
  await store.put('asha', ['checkout', 7], { stage: 'review' });
  expect(JSON.parse((await store.getItem('student:asha-["checkout",7]')) ?? '')).toEqual({
    buster: '1',
    state: { data: { stage: 'review' }, dataUpdatedAt: 1_700_000_000_000 },
  });
  expect(await store.get('asha', ['checkout', 7])).toEqual({ stage: 'review' });
  expect(await store.get('asha', ['checkout', 8])).toBeUndefined();
  await store.delete('asha', ['checkout', 7]);
  expect(await store.get('asha', ['checkout', 7])).toBeUndefined();
});

it('no value is stored for a student who is not signed in on this device', async () => {
  const subject = new Subject(null);
  subject.enter('dev');
  const store = new DeviceStore('signed-out', subject);
  await store.put('asha', ['checkout'], 'late');
  expect(await store.getItem('student:asha-["checkout"]')).toBeUndefined();
});

it('a value that waits until the storage has opened is not stored if its student has signed out by then', async () => {
  const subject = new Subject(null);
  subject.enter('asha');
  const store = new DeviceStore('opening', subject);
  const writing = store.put('asha', ['checkout'], 'late');
  subject.leave();
  await writing;
  expect(await store.getItem('student:asha-["checkout"]')).toBeUndefined();
  expect(store.isRefused).toBe(false);
});

it.each(['{', 'null', '{"state":null}'])(
  'a record on the device that is damaged (%s) is read as if it did not exist',
  async (text) => {
    const store = new DeviceStore('damaged', new Subject(null));
    await store.setItem('student:asha-["checkout"]', text);
    expect(await store.get('asha', ['checkout'])).toBeUndefined();
  },
);

it('device storage has a fixed name in IndexedDB, so that a new release finds the records of earlier releases', async () => {
  await deviceStore.setItem('key', 'text');
  expect(await get('key', createStore('landfall-queries', 'queries'))).toBe('text');
});
