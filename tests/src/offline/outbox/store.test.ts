import 'fake-indexeddb/auto';
import { createStore, entries } from 'idb-keyval';
import { afterEach, expect, it, vi } from 'vitest';
import { saveForm } from '../../../../src/offline/outbox/form-rules.ts';
import type { OutboxRow } from '../../../../src/offline/outbox/row.ts';
import { openOutboxStore } from '../../../../src/offline/outbox/store.ts';
import { enquiry, fillDevice } from './fake-device.ts';

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

it('when IndexedDB does not open, the outbox store rejects a change after four seconds and the next change at once', async () => {
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

it('the outbox store does not store a change that it rejected because IndexedDB had not opened in time, but stores later changes', async () => {
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

it('for a change that would otherwise be lost (isPatient), the outbox store waits more than 20 seconds for IndexedDB to open', async () => {
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

it('if IndexedDB does not open, a change with the longer timeout (isPatient) fails after 30 seconds, and the next such change at once', async () => {
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
  'after the error %s from a closed IndexedDB connection, the outbox store reconnects and repeats the change',
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

it('the outbox store repeats a change only once when the browser closes the IndexedDB connection again and again', async () => {
  const change = openOutboxStore('always-closed');
  const add = vi.fn(() => {
    throw new DOMException('The connection was closed', 'InvalidStateError');
  });
  await expect(change(add)).rejects.toThrow('The connection was closed');
  expect(add).toHaveBeenCalledTimes(2);
});

it('a change of the outbox fails when the browser aborts its transaction, and is not stored', async () => {
  const change = openOutboxStore('aborted');
  const put = IDBObjectStore.prototype.put;
  vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(function (this: IDBObjectStore, ...record) {
    const request = put.apply(this, record);
    this.transaction.abort();
    return request;
  });
  await expect(change(addRow)).rejects.toThrow('The change was not stored');
  expect(await entries(createStore('aborted', 'rows'))).toEqual([]);
});

it('the outbox store neither retries nor stores a change if IndexedDB cannot clone one of the changed rows', async () => {
  const change = openOutboxStore('unclonable');
  const add = vi.fn(() => ({ rows: [row, { ...row, key: 'key-2', title: () => {} }] as unknown as OutboxRow[] }));
  await expect(change(add)).rejects.toThrow('could not be cloned');
  expect(add).toHaveBeenCalledTimes(1);
  expect(await entries(createStore('unclonable', 'rows'))).toEqual([]);
});

it('the outbox store reads the rows in the order of their sequence numbers, and writes only those that have changed', async () => {
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

const sameRows = (rows: OutboxRow[]) => ({ rows });
const claim = (rows: OutboxRow[]) => ({ rows: rows.map((one) => ({ ...one, attempts: one.attempts + 1 })) });
const newRow = { ...readableRow, key: 'new', sequence: 2 } as OutboxRow;
const storedKeys = async (name: string) => (await entries(createStore(name, 'rows'))).map(([key]) => key);

it('on a full device, the outbox store keeps changed rows in memory, and writes them once there is space', async () => {
  const change = openOutboxStore('filled');
  await change(() => ({ rows: [readableRow, newRow] as OutboxRow[] }));
  const freeSpace = fillDevice();
  await change((rows) => claim(rows.filter(({ key }) => key !== 'new')));
  expect(await storedKeys('filled')).toEqual([readableRow?.key]);
  expect((await change(sameRows)).rows).toMatchObject([{ attempts: 1 }]);
  expect((await openOutboxStore('filled')(sameRows)).rows).toMatchObject([{ attempts: 0 }]);
  freeSpace();
  await change(sameRows);
  expect((await openOutboxStore('filled')(sameRows)).rows).toMatchObject([{ attempts: 1 }]);
});

it('on a full device, the outbox store rejects a new row that must be stored (option mustStore), and does not write it later', async () => {
  const change = openOutboxStore('must-store');
  await change(() => ({ rows: [readableRow] as OutboxRow[] }));
  const freeSpace = fillDevice();
  const add = (rows: OutboxRow[]) => ({ rows: [...rows, newRow] });
  await expect(change(add, { mustStore: true })).rejects.toMatchObject({ name: 'QuotaExceededError' });
  freeSpace();
  expect((await change(sameRows)).rows.map(({ key }) => key)).toEqual([readableRow?.key]);
});

it('on a full device, an outbox row stays stored until its replacement can be written', async () => {
  const change = openOutboxStore('replaced');
  await change(() => ({ rows: [readableRow] as OutboxRow[] }));
  const freeSpace = fillDevice();
  await change(() => ({ rows: [newRow] }));
  expect((await change(sameRows)).rows).toEqual([newRow]);
  expect((await openOutboxStore('replaced')(sameRows)).rows).toEqual([readableRow]);
  freeSpace();
  await change(sameRows);
  expect((await openOutboxStore('replaced')(sameRows)).rows).toEqual([newRow]);
});

it('if a full device could not store a new outbox row, discarding that row also deletes the stored row that it replaces, but no other', async () => {
  const change = openOutboxStore('replaced-and-discarded');
  const other = { ...readableRow, key: 'other', sequence: 3 } as OutboxRow;
  await change(() => ({ rows: [readableRow, other] as OutboxRow[] }));
  fillDevice();
  await change(() => ({ rows: [newRow, { ...other, attempts: 1 }] }));
  await change((rows) => ({ rows: rows.filter(({ key }) => key !== 'new') }));
  expect((await openOutboxStore('replaced-and-discarded')(sameRows)).rows).toEqual([other]);
});

it('an outbox row that a tab could not write on a full device does not overwrite a later change by another tab', async () => {
  const [tab, otherTab] = [openOutboxStore('two-tabs'), openOutboxStore('two-tabs')];
  await tab(() => ({ rows: [readableRow, newRow] as OutboxRow[] }));
  const freeSpace = fillDevice();
  await tab(claim);
  freeSpace();
  await otherTab((rows) => ({ rows: claim(claim(rows).rows).rows.filter(({ key }) => key !== 'new') }));
  expect((await tab(sameRows)).rows).toMatchObject([{ key: readableRow?.key, attempts: 2 }]);
});

it.each([
  ['deleted', () => ({ rows: [] })],
  ['changed', claim],
])(
  'an outbox row that could not be written on a full device is dropped once another tab has %s the row that it replaces',
  async (_, change) => {
    const name = `replaced-in-two-tabs-${change.name}`;
    const [tab, otherTab] = [openOutboxStore(name), openOutboxStore(name)];
    await tab(() => ({ rows: [readableRow] as OutboxRow[] }));
    const freeSpace = fillDevice();
    await tab(() => ({ rows: [newRow] }));
    freeSpace();
    const { rows } = await otherTab(change);
    expect((await tab(sameRows)).rows).toEqual(rows);
  },
);

it('on a full device, the outbox store keeps changed rows in memory even if the IndexedDB connection is lost', async () => {
  const change = openOutboxStore('full-and-lost');
  await change(() => ({ rows: [readableRow] as OutboxRow[] }));
  fillDevice();
  const lost = vi.spyOn(IDBDatabase.prototype, 'transaction').mockImplementationOnce(() => {
    throw new DOMException('The connection is closing', 'InvalidStateError');
  });
  expect((await change(claim)).rows).toMatchObject([{ attempts: 1 }]);
  expect(lost).toHaveBeenCalled();
});
