import 'fake-indexeddb/auto';
import { createStore, entries } from 'idb-keyval';
import { afterEach, expect, it, vi } from 'vitest';
import { saveForm } from '../../../../src/offline/outbox/form-rules.ts';
import type { OutboxRow } from '../../../../src/offline/outbox/row.ts';
import { openOutboxStore } from '../../../../src/offline/outbox/store.ts';
import { enquiry } from './fake-device.ts';

const row = { key: 'key-1', user: 'asha', sequence: 1, schemaVersion: 2 } as OutboxRow;
const [readableRow] = saveForm([], enquiry, 0, 'unsent');
const addRow = () => ({ rows: [row] });
const open = IDBFactory.prototype.open;

afterEach(() => {
  IDBFactory.prototype.open = open;
  vi.restoreAllMocks();
  vi.useRealTimers();
});

/** IndexedDB opens only when the test calls the returned function. */
function delayOpening(): () => Promise<void> {
  let openNow = async () => {};
  IDBFactory.prototype.open = function (this: IDBFactory, name) {
    const held = new EventTarget() as IDBOpenDBRequest;
    openNow = async () => {
      const real = open.call(this, name);
      real.onupgradeneeded = () => void real.result.createObjectStore('rows');
      await new Promise((resolve) => real.addEventListener('success', resolve));
      Object.defineProperty(held, 'result', { value: real.result });
      held.onsuccess?.(new Event('success'));
    };
    return held;
  };
  return () => openNow();
}

it('when IndexedDB does not open, the outbox store rejects a change after a wait and the next change at once', async () => {
  delayOpening();
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const change = openOutboxStore('never');
  const first = expect(change(addRow)).rejects.toThrow('does not open');
  await vi.advanceTimersByTimeAsync(4_000);
  await first;
  const second = expect(change(addRow)).rejects.toThrow('does not open');
  await vi.advanceTimersByTimeAsync(0);
  await second;
});

it('the outbox store never makes a change that it has rejected, and works again once IndexedDB has opened', async () => {
  const openNow = delayOpening();
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const change = openOutboxStore('late');
  const refused = expect(change(addRow)).rejects.toThrow('does not open');
  await vi.advanceTimersByTimeAsync(4_000);
  await refused;
  vi.useRealTimers();
  await openNow();
  await vi.waitFor(() => change((rows) => ({ rows })));
  IDBFactory.prototype.open = open;
  expect(await entries(createStore('late', 'rows'))).toEqual([]);
  await change(addRow);
  expect((await entries(createStore('late', 'rows'))).map(([key]) => key)).toEqual(['key-1']);
});

it('the outbox store waits longer for IndexedDB when a change is marked as patient, and then makes that change', async () => {
  const openNow = delayOpening();
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const change = openOutboxStore('slow');
  const impatient = expect(change(addRow)).rejects.toThrow('does not open');
  await vi.advanceTimersByTimeAsync(4_000);
  await impatient;
  const patient = change(addRow, { isPatient: true });
  await vi.advanceTimersByTimeAsync(20_000);
  vi.useRealTimers();
  await openNow();
  expect((await patient).rows).toEqual([row]);
});

it('the outbox store rejects a change marked as patient after 30 seconds, and the next change at once', async () => {
  delayOpening();
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const change = openOutboxStore('blocked');
  const first = expect(change(addRow, { isPatient: true })).rejects.toThrow('does not open');
  await vi.advanceTimersByTimeAsync(30_000);
  await first;
  const second = expect(change(addRow, { isPatient: true })).rejects.toThrow('does not open');
  await vi.advanceTimersByTimeAsync(0);
  await second;
});

it.each(['InvalidStateError', 'AbortError', 'UnknownError'])(
  'the outbox store makes a change again after the browser has closed its connection with an %s',
  async (name) => {
    const change = openOutboxStore(`closed-${name}`);
    const opened = vi.spyOn(IDBFactory.prototype, 'open');
    const add = vi.fn(addRow).mockImplementationOnce(() => {
      throw new DOMException('The connection was closed', name);
    });
    expect((await change(add)).rows).toEqual([row]);
    expect(add).toHaveBeenCalledTimes(2);
    expect(opened).toHaveBeenCalledTimes(2);
  },
);

it('the outbox store makes a change that fails for another reason only once, and stores nothing of it', async () => {
  const change = openOutboxStore('full');
  const add = vi.fn(() => {
    throw new DOMException('The disk is full', 'QuotaExceededError');
  });
  await expect(change(add)).rejects.toThrow('The disk is full');
  expect(add).toHaveBeenCalledTimes(1);
  expect(await entries(createStore('full', 'rows'))).toEqual([]);
});

it('the outbox store passes the rows in their order, and writes only those that have changed', async () => {
  const change = openOutboxStore('ordered');
  const added = (key: string, sequence: number) => ({ ...readableRow, key, sequence }) as OutboxRow;
  await change(() => ({ rows: [added('a', 2), added('b', 1), added('c', 3)] }));
  const put = vi.spyOn(IDBObjectStore.prototype, 'put');
  const found = await change((rows) => ({
    rows: rows.flatMap((one) => (one.key === 'a' ? [] : one.key === 'c' ? { ...one, attempts: 1 } : one)),
  }));
  expect(found.rows.map(({ key }) => key)).toEqual(['b', 'c']);
  expect(put.mock.calls.map(([, key]) => key)).toEqual(['c']);
  expect((await entries(createStore('ordered', 'rows'))).map(([key]) => key)).toEqual(['b', 'c']);
});
