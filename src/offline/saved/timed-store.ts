import { openStore } from './open-store.ts';

/** The name of the DOMException with which an operation fails if IndexedDB does not open in time. */
export const timeoutError = 'TimeoutError';

/** Stop waiting for IndexedDB to open after this many ms: some browsers never finish opening it and report no error. */
const openTimeoutMs = 4_000;
/**
 * A longer timeout, for operations that may take long. Opening IndexedDB may take many seconds on a cheap phone with a
 * full disk or in a busy browser.
 */
export const patientTimeoutMs = 30_000;

/**
 * `timeoutMs`: how long to wait for the store to open. `runsLate`: if the store opens only after the timeout, the
 * operation still takes effect, although its promise has already been rejected.
 */
type TimedOptions = { timeoutMs?: number | undefined; runsLate?: boolean };

type TimedStore = <T>(
  mode: IDBTransactionMode,
  use: (records: IDBObjectStore) => T | PromiseLike<T>,
  options?: TimedOptions,
) => Promise<T>;

/**
 * Opens a store of IndexedDB as `openStore` does. An operation fails if the store does not open in time, and then
 * changes nothing, even if the store opens later, unless `runsLate` is set.
 */
export function openTimedStore(databaseName: string, storeName: string): TimedStore {
  const store = openStore(databaseName, storeName);
  /**
   * How long earlier calls have already waited for the store to open, in milliseconds; 0 once it has opened. A new call
   * waits that much less.
   */
  let waitedMs = 0;
  return (mode, use, { timeoutMs = openTimeoutMs, runsLate = false } = {}) =>
    new Promise((resolve, reject) => {
      let hasFailed = false;
      const fail = () => {
        waitedMs = Math.max(waitedMs, timeoutMs);
        hasFailed = true;
        reject(new DOMException('The storage does not open', timeoutError));
      };
      const timer = setTimeout(fail, Math.max(0, timeoutMs - waitedMs));
      const opened = store(mode, (records) => {
        clearTimeout(timer);
        waitedMs = 0;
        if (hasFailed && !runsLate) throw new DOMException('The storage opened too late', timeoutError);
        return use(records);
      });
      opened.then(resolve, reject).finally(() => clearTimeout(timer));
    });
}
