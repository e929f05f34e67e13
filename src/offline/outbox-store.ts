import { createStore, type UseStore } from 'idb-keyval';
import { isOfNewerRelease, type OutboxRow, readRow } from './outbox-row.ts';

/** Changes all rows in one transaction, so that tabs never overwrite each other; answers what `change` found. @throws where the browser refuses to store */
export type ChangeRows = <Found extends { rows: OutboxRow[] }>(change: (rows: OutboxRow[]) => Found) => Promise<Found>;

const lostConnection: readonly string[] = ['InvalidStateError', 'AbortError', 'UnknownError'];

/** The outbox in IndexedDB, one record a row under its key. Rows of a newer release stay as they are. */
export function openOutboxStore(name: string): ChangeRows {
  let store: UseStore | null = null;
  async function attempt<Found extends { rows: OutboxRow[] }>(change: (rows: OutboxRow[]) => Found): Promise<Found> {
    store ??= createStore(name, 'rows');
    return store('readwrite', (records) => changeRecords(records, change));
  }
  return async (change) => {
    try {
      return await attempt(change);
    } catch (error) {
      // Browsers close a connection on their own, for instance after a page was asleep: nothing was done by it.
      store = null;
      if (!(error instanceof DOMException) || !lostConnection.includes(error.name)) throw error;
      return attempt(change);
    }
  };
}

function writeChange<Found extends { rows: OutboxRow[] }>(
  records: IDBObjectStore,
  before: unknown[],
  change: (rows: OutboxRow[]) => Found,
): Found {
  const rows = before.flatMap((record) => (isOfNewerRelease(record) ? [] : (readRow(record) ?? [])));
  const found = change(rows.sort((a, b) => a.sequence - b.sequence));
  const kept = new Set(found.rows.map(({ key }) => key));
  for (const { key } of rows) if (!kept.has(key)) records.delete(key);
  for (const row of found.rows) if (!rows.includes(row)) records.put(row, row.key);
  return found;
}

function changeRecords<Found extends { rows: OutboxRow[] }>(
  records: IDBObjectStore,
  change: (rows: OutboxRow[]) => Found,
): Promise<Found> {
  return new Promise((resolve, reject) => {
    const stored = records.getAll();
    stored.onsuccess = () => {
      try {
        const found = writeChange(records, stored.result, change);
        records.transaction.oncomplete = () => resolve(found);
      } catch (error) {
        reject(error);
        records.transaction.abort();
      }
    };
    records.transaction.onabort = () => reject(records.transaction.error ?? new Error('The change was not stored'));
    records.transaction.onerror = () => reject(records.transaction.error);
  });
}
