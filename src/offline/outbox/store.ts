import { openStore } from '../saved/open-store.ts';
import { isOfNewerRelease, type OutboxRow, readRow } from './row.ts';

/** `isPatient`: whether to wait longer for IndexedDB to open. Set it for a change that would be lost otherwise. */
export type ChangeOptions = { isPatient?: boolean };

/**
 * Changes all rows in one IndexedDB transaction, so that tabs never overwrite each other, and returns what `change`
 * returned.
 * @throws if the browser cannot read or write
 */
export type ChangeRows = <Found extends { rows: OutboxRow[] }>(
  change: (rows: OutboxRow[]) => Found,
  options?: ChangeOptions,
) => Promise<Found>;

const lostConnection: readonly string[] = ['InvalidStateError', 'AbortError', 'UnknownError'];

const timeoutError = 'TimeoutError';

/**
 * A call gives up waiting for IndexedDB to open after this many ms: some browsers never finish opening it and report no
 * error.
 */
const openTimeoutMs = 4_000;
/**
 * The longer timeout, in ms: opening IndexedDB may take many seconds on a cheap phone with a full disk or in a busy
 * browser.
 */
const patientTimeoutMs = 30_000;

type TimedStore = <T>(use: (records: IDBObjectStore) => T | PromiseLike<T>, timeoutMs: number) => Promise<T>;

/**
 * A store whose calls fail if it does not open in time. A failed call is not carried out when the store opens later.
 */
function createTimedStore(name: string): TimedStore {
  const store = openStore(name, 'rows');
  /**
   * How many ms calls have waited in vain for the store to open; 0 once it has opened. A new call waits that much less.
   */
  let waitedMs = 0;
  return (use, timeoutMs) =>
    new Promise((resolve, reject) => {
      let hasFailed = false;
      const fail = () => {
        waitedMs = Math.max(waitedMs, timeoutMs);
        hasFailed = true;
        reject(new DOMException('The storage does not open', timeoutError));
      };
      const timer = setTimeout(fail, Math.max(0, timeoutMs - waitedMs));
      const opened = store('readwrite', (records) => {
        clearTimeout(timer);
        waitedMs = 0;
        if (hasFailed) throw new DOMException('The storage opened too late', timeoutError);
        return use(records);
      });
      opened.then(resolve, reject).finally(() => clearTimeout(timer));
    });
}

/**
 * Opens the outbox in IndexedDB: one record per row, under the row's key. Rows of a newer release are left unchanged.
 */
export function openOutboxStore(name: string): ChangeRows {
  let store: TimedStore | null = null;
  async function attempt<Found extends { rows: OutboxRow[] }>(
    change: (rows: OutboxRow[]) => Found,
    { isPatient = false }: ChangeOptions = {},
  ): Promise<Found> {
    store ??= createTimedStore(name);
    return store((records) => changeRecords(records, change), isPatient ? patientTimeoutMs : openTimeoutMs);
  }
  return async (change, options) => {
    try {
      return await attempt(change, options);
    } catch (error) {
      const name = error instanceof DOMException ? error.name : '';
      if (name !== timeoutError) store = null;
      // Browsers close IndexedDB connections on their own, for instance while a page is suspended. Nothing was written,
      // so try again.
      if (!lostConnection.includes(name)) throw error;
      return attempt(change, options);
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
  const remaining = new Set(found.rows.map(({ key }) => key));
  for (const { key } of rows) if (!remaining.has(key)) records.delete(key);
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
