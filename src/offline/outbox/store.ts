import { isDeviceFull } from '../device-full.ts';
import { openTimedStore, patientTimeoutMs, timeoutError } from '../saved/timed-store.ts';
import { isOfNewerRelease, type OutboxRow, readRow } from './row.ts';

/**
 * `isPatient`: whether to wait longer for IndexedDB to open. Set it for a change that would be lost otherwise.
 * `mustStore`: whether the call fails if the device has no space for a new row.
 */
type ChangeOptions = { isPatient?: boolean; mustStore?: boolean };

/**
 * Changes all rows in one IndexedDB transaction, so that tabs never overwrite each other's changes, and returns what
 * `change` returned. If the device is full, only deletions are written, and this tab remembers everything else until
 * there is space again. `change` may be called more than once.
 * @throws if the browser cannot read or write
 */
export type ChangeRows = <Found extends { rows: OutboxRow[] }>(
  change: (rows: OutboxRow[]) => Found,
  options?: ChangeOptions,
) => Promise<Found>;

const lostConnection: readonly string[] = ['InvalidStateError', 'AbortError', 'UnknownError'];

/**
 * Changes that could not be written because the device was full, by the key of the row.
 * - `row`: the row to store. Null: the row must be deleted, but only when the new row that replaces it (`replacedBy`)
 *   can be stored.
 * - `stored`: the JSON of the row in IndexedDB when space ran out; undefined if it was not there. If another tab has
 *   changed the stored row since, that change wins and this one is dropped.
 */
type Unwritten = Map<string, { row: OutboxRow | null; replacedBy?: string; stored: string | undefined }>;

/**
 * Opens the outbox in IndexedDB: one record per row, under the row's key. Rows of a newer release are left unchanged.
 */
export function openOutboxStore(name: string): ChangeRows {
  let store: ReturnType<typeof openTimedStore> | null = null;
  const unwritten: Unwritten = new Map();
  async function attempt<Found extends { rows: OutboxRow[] }>(
    change: (rows: OutboxRow[]) => Found,
    { isPatient = false, mustStore = false }: ChangeOptions = {},
    isFull = false,
  ): Promise<Found> {
    store ??= openTimedStore(name, 'rows');
    const prepare = (records: unknown[]) => prepareChange(records, unwritten, change);
    const options = { unwritten, mustStore, isFull };
    const write = (records: IDBObjectStore) => changeRecords(records, prepare, options);
    return store('readwrite', write, isPatient ? { timeoutMs: patientTimeoutMs } : {});
  }
  return async (change, options) => {
    try {
      return await attempt(change, options);
    } catch (error) {
      if (isDeviceFull(error)) return attempt(change, options, true);
      const name = error instanceof DOMException ? error.name : '';
      if (name !== timeoutError) store = null;
      // Browsers close IndexedDB connections on their own, for instance while a page is suspended. Nothing was written,
      // so try again.
      if (!lostConnection.includes(name)) throw error;
      return attempt(change, options).catch((again) => {
        if (isDeviceFull(again)) return attempt(change, options, true);
        throw again;
      });
    }
  };
}

/**
 * A change before it is written. `stored`: the rows in IndexedDB by their keys. `changed`: the rows to write.
 * `removed`: the keys of the rows to delete. `hasNew`: whether the change adds a row. `replaced`: the key of the new
 * row, by the key of the removed row that it replaces.
 */
type PreparedChange<Found> = {
  found: Found;
  stored: ReadonlyMap<string, OutboxRow>;
  changed: OutboxRow[];
  removed: string[];
  hasNew: boolean;
  replaced: ReadonlyMap<string, string>;
};

/**
 * Computes the rows to store, without writing them. To the rows of IndexedDB it applies what this tab could not write
 * before, then the new change.
 */
function prepareChange<Found extends { rows: OutboxRow[] }>(
  records: unknown[],
  unwritten: Unwritten,
  change: (rows: OutboxRow[]) => Found,
): PreparedChange<Found> {
  const read = records.flatMap((record) => (isOfNewerRelease(record) ? [] : (readRow(record) ?? [])));
  const stored = new Map(read.map((row) => [row.key, row]));
  const before = new Map(stored);
  for (const [key, { row, replacedBy, stored: json }] of unwritten) {
    if (JSON.stringify(stored.get(key)) === json) continue;
    unwritten.delete(key);
    // This tab has replaced the row by a new one, but another tab has retried or discarded the old one. That change
    // wins, so drop the new row.
    if (row === null && replacedBy !== undefined) unwritten.delete(replacedBy);
  }
  for (const [key, { row }] of unwritten) {
    if (row) before.set(key, row);
    else before.delete(key);
  }
  const found = change([...before.values()].sort((a, b) => a.sequence - b.sequence));
  const remaining = new Set(found.rows.map(({ key }) => key));
  const added = found.rows.find(({ key }) => !before.has(key));
  const removed = [...stored.keys()].filter((key) => !remaining.has(key));
  const replaced = removed.flatMap((key): Array<[string, string]> => {
    const by = before.has(key) ? added?.key : unwritten.get(key)?.replacedBy;
    return by !== undefined && remaining.has(by) ? [[key, by]] : [];
  });
  const changed = found.rows.filter((row) => row !== stored.get(row.key));
  return { found, stored, changed, removed, hasNew: added !== undefined, replaced: new Map(replaced) };
}

const isDelivered = ({ state }: OutboxRow) => state === 'delivered';

type WriteOptions = { unwritten: Unwritten; mustStore: boolean; isFull: boolean };

/**
 * Stores changed rows and deletes removed ones; on a full device, it only deletes. Call the returned function when the
 * transaction has ended: it records in `unwritten` what was not stored.
 */
function writeChange(
  records: IDBObjectStore,
  { stored, changed, removed, hasNew, replaced }: PreparedChange<unknown>,
  { unwritten, mustStore, isFull }: WriteOptions,
): () => void {
  if (isFull && mustStore && hasNew) throw new DOMException('The device is full', 'QuotaExceededError');
  // A full device cannot store the new row. So keep the row that it replaces: otherwise closing the tab would lose
  // both.
  for (const key of removed) if (!isFull || !replaced.has(key)) records.delete(key);
  if (!isFull) for (const row of changed) records.put(row, row.key);
  // Delete the stored rows of delivered changes. Otherwise the changes would be sent again if this tab were closed
  // before there is space.
  else for (const { key } of changed.filter(isDelivered)) records.delete(key);
  return () => {
    unwritten.clear();
    if (!isFull) return;
    const jsonOf = (key: string) => JSON.stringify(stored.get(key));
    for (const row of changed) unwritten.set(row.key, { row, stored: isDelivered(row) ? undefined : jsonOf(row.key) });
    for (const [key, replacedBy] of replaced) unwritten.set(key, { row: null, replacedBy, stored: jsonOf(key) });
  };
}

function changeRecords<Found>(
  records: IDBObjectStore,
  prepare: (records: unknown[]) => PreparedChange<Found>,
  options: WriteOptions,
): Promise<Found> {
  return new Promise((resolve, reject) => {
    const stored = records.getAll();
    stored.onsuccess = () => {
      try {
        const prepared = prepare(stored.result);
        const remember = writeChange(records, prepared, options);
        records.transaction.oncomplete = () => {
          remember();
          resolve(prepared.found);
        };
      } catch (error) {
        reject(error);
        records.transaction.abort();
      }
    };
    records.transaction.onabort = () => reject(records.transaction.error ?? new Error('The change was not stored'));
  });
}
