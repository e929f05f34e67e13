import { createStore, type UseStore } from 'idb-keyval';
import { isOfNewerRelease, type OutboxRow, readRow } from './outbox-row.ts';

/** Changes all rows in one transaction, so that tabs never overwrite each other; answers what `change` found. @throws where the browser refuses to store */
export type ChangeRows = <Found extends { rows: OutboxRow[] }>(change: (rows: OutboxRow[]) => Found) => Promise<Found>;

const lostConnection: readonly string[] = ['InvalidStateError', 'AbortError', 'UnknownError'];

const stuck = 'TimeoutError';

/** Milliseconds that a browser may take to open its storage; some never do, and never say so. */
const patience = 4_000;

/** A store that refuses where it is not opened in time; what was asked for too early is then not done late. */
function opening(name: string): UseStore {
  const store = createStore(name, 'rows');
  let isStuck = false;
  return (mode, use) =>
    new Promise((resolve, reject) => {
      let isGivenUp = isStuck;
      const giveUp = () => {
        isStuck = true;
        isGivenUp = true;
        reject(new DOMException('The storage does not open', stuck));
      };
      const timer = setTimeout(giveUp, isStuck ? 0 : patience);
      const opened = store(mode, (records) => {
        clearTimeout(timer);
        isStuck = false;
        if (isGivenUp) throw new DOMException('The storage opened too late', stuck);
        return use(records);
      });
      opened.then(resolve, reject).finally(() => clearTimeout(timer));
    });
}

/** The outbox in IndexedDB, one record a row under its key. Rows of a newer release stay as they are. */
export function openOutboxStore(name: string): ChangeRows {
  let store: UseStore | null = null;
  async function attempt<Found extends { rows: OutboxRow[] }>(change: (rows: OutboxRow[]) => Found): Promise<Found> {
    store ??= opening(name);
    return store('readwrite', (records) => changeRecords(records, change));
  }
  return async (change) => {
    try {
      return await attempt(change);
    } catch (error) {
      const name = error instanceof DOMException ? error.name : '';
      if (name !== stuck) store = null;
      // Browsers close a connection on their own, for instance after a page was asleep: nothing was done by it.
      if (!lostConnection.includes(name)) throw error;
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
