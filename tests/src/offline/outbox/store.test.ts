import 'fake-indexeddb/auto';
import { createStore, entries } from 'idb-keyval';
import { afterEach, expect, it, vi } from 'vitest';
import type { OutboxRow } from '../../../../src/offline/outbox/row.ts';
import { openOutboxStore } from '../../../../src/offline/outbox/store.ts';

const row = { key: 'key-1', user: 'asha', sequence: 1, schemaVersion: 2 } as OutboxRow;
const addRow = () => ({ rows: [row] });
const open = IDBFactory.prototype.open;

afterEach(() => {
  IDBFactory.prototype.open = open;
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
