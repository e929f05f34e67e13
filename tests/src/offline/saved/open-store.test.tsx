import 'fake-indexeddb/auto';
import { get, promisifyRequest, set } from 'idb-keyval';
import { afterEach, expect, it, vi } from 'vitest';
import { openStore } from '../../../../src/offline/saved/open-store.ts';
import { settled } from '../../../machines/settled.ts';

const leave = (persisted: boolean) =>
  dispatchEvent(Object.assign(new Event('pagehide'), { persisted }) satisfies Pick<PageTransitionEvent, 'persisted'>);
const comeBack = () => dispatchEvent(new Event('pageshow'));

afterEach(() => {
  comeBack();
  vi.restoreAllMocks();
});

it('a page that enters the back/forward cache aborts its IndexedDB transactions and repeats them when it is shown again', async () => {
  const store = openStore('left', 'queries');
  let begun = 0;
  const written = store('readwrite', async (records) => {
    begun += 1;
    records.put('a', 'key');
    if (begun === 1) leave(true);
    return promisifyRequest(records.transaction);
  });
  const nextPage = openStore('left', 'queries');
  await expect.poll(() => begun).toBe(1);
  comeBack();
  await written;
  expect(begun).toBe(2);
  expect(await get('key', nextPage)).toBe('a');
});

it.each(['before', 'while'])(
  'if a page enters the back/forward cache %s IndexedDB opens, no transaction begins until the page is shown again',
  async (moment) => {
    const store = openStore(`away ${moment}`, 'queries');
    if (moment === 'before') leave(true);
    let isWritten = false;
    const written = set('key', 'a', store).then(() => {
      isWritten = true;
    });
    if (moment === 'while') leave(true);
    await settled(100);
    expect(isWritten).toBe(false);
    comeBack();
    await written;
    expect(await get('key', store)).toBe('a');
  },
);

it('a page that closes without entering the back/forward cache does not abort its IndexedDB transactions', async () => {
  const store = openStore('closed', 'queries');
  const written = store('readwrite', async (records) => {
    records.put('a', 'key');
    leave(false);
    return promisifyRequest(records.transaction);
  });
  await written;
  expect(await get('key', store)).toBe('a');
});

it('an IndexedDB transaction is repeated after the browser has closed the connection', async () => {
  const store = openStore('evicted', 'queries');
  let begun = 0;
  await store('readwrite', async (records) => {
    records.put('a', 'key');
    begun += 1;
    if (begun === 1) {
      const { db } = records.transaction;
      db.onclose?.call(db, new Event('close'));
      records.transaction.abort();
    }
    return promisifyRequest(records.transaction);
  });
  expect(begun).toBe(2);
  expect(await get('key', store)).toBe('a');
});

it('opening an IndexedDB connection is tried three times before the operation fails', async () => {
  const failure = new DOMException('The connection was closed.', 'AbortError');
  let failing = 2;
  let openings = 0;
  const { open } = IDBFactory.prototype;
  vi.spyOn(IDBFactory.prototype, 'open').mockImplementation(function (this: IDBFactory, ...given) {
    openings += 1;
    if (failing === 0) return open.apply(this, given);
    failing -= 1;
    throw failure;
  });
  const store = openStore('reopened', 'queries');
  await set('key', 'a', store);
  expect(openings).toBe(3);
  failing = Number.POSITIVE_INFINITY;
  openings = 0;
  await expect(set('key', 'a', openStore('closed for good', 'queries'))).rejects.toBe(failure);
  expect(openings).toBe(3);
});

it('openStore rejects with the error of a transaction that failed for another reason than leaving the page', async () => {
  const store = openStore('broken', 'queries');
  const failed = store('readwrite', async (records) => {
    records.transaction.abort();
    return promisifyRequest(records.transaction);
  });
  await expect(failed).rejects.toBeNull();
});
