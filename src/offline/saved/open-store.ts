import { promisifyRequest, type UseStore } from 'idb-keyval';

const transactions = new Set<IDBTransaction>();
/** Transactions that were aborted because the student left their page. */
const interrupted = new WeakSet<IDBTransaction>();
/**
 * While the page is in the back/forward cache: a promise that resolves when the page is shown again. Otherwise null.
 */
let shown: Promise<void> | null = null;

function interrupt(transaction: IDBTransaction): void {
  interrupted.add(transaction);
  try {
    transaction.abort();
  } catch {
    // The transaction has already ended, so it cannot be aborted.
  }
}

function track(transaction: IDBTransaction): void {
  transactions.add(transaction);
  for (const type of ['complete', 'abort']) transaction.addEventListener(type, () => transactions.delete(transaction));
  if (shown) interrupt(transaction);
}

// In WebKit, the transactions of a page in the back/forward cache never end, and the next page would wait for them
// forever. So abort them when the page is left.
globalThis.addEventListener?.('pagehide', (event) => {
  if (!('persisted' in event && event.persisted)) return;
  shown = new Promise<void>((resolve) => addEventListener('pageshow', () => resolve(), { once: true })).then(() => {
    shown = null;
  });
  for (const transaction of [...transactions]) interrupt(transaction);
});

/**
 * How many times an operation is repeated if the connection to IndexedDB could not be opened or the browser closed it.
 */
const mostRepeats = 2;

/**
 * Opens a store of IndexedDB for the functions of idb-keyval. A transaction that is aborted because the student leaves
 * the page is executed again if the page is shown again. It is also executed again if the browser closes the connection
 * to IndexedDB, as when it deletes the data of sites to free space.
 */
export function openStore(databaseName: string, storeName: string): UseStore {
  let database: Promise<IDBDatabase> | null = null;
  async function open(): Promise<IDBDatabase> {
    const request = indexedDB.open(databaseName);
    request.onupgradeneeded = () => {
      request.result.createObjectStore(storeName);
      if (request.transaction) track(request.transaction);
    };
    const opened = await promisifyRequest(request);
    opened.onclose = () => {
      database = null;
    };
    return opened;
  }
  return async (mode, use) => {
    for (let repeats = 0; ; ) {
      await shown;
      database ??= open();
      const used = database;
      let transaction: IDBTransaction | null = null;
      try {
        const records = (await used).transaction(storeName, mode).objectStore(storeName);
        transaction = records.transaction;
        track(transaction);
        return await use(records);
      } catch (error) {
        const wasInterrupted = transaction ? interrupted.has(transaction) : shown !== null;
        if (!transaction && database === used) database = null;
        const wasClosed = database !== used;
        if (!wasInterrupted && !(wasClosed && repeats++ < mostRepeats)) throw error;
      }
    }
  };
}
