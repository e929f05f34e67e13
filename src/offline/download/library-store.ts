import { clear, get, promisifyRequest, set, type UseStore } from 'idb-keyval';
import type { LibraryAnswer, LibraryPart } from '../../../contract/offline.ts';
import { openStore } from '../saved/open-store.ts';
import type { CourseRow } from './course-search.ts';

// The names of the cache, the database and its object store contain “voyage”. They must not change, because devices
// have stored data under them.

/** Name of the cache with the saved pictures. */
export const libraryPictureCache = 'landfall-voyage-pictures';

/** A saved bundle. `paths`: the paths of the responses that it contains; `savedAt`: ms since the epoch. */
export type SavedBundle = LibraryPart & { savedAt: number; paths: string[] };
/**
 * A saved response. `text`: its JSON body; `savedAt`: ms since the epoch; `pages`: number of pages, if it is a list of
 * posts.
 */
type SavedResponse = { text: string; savedAt: number; pages?: number };
/**
 * What the student has chosen, and how far the download has got. `pictures`: whether pictures are downloaded too.
 * `doneAt`: when the last download was completed; `checkedAt`: when the manifest was last fetched (both in ms since the
 * epoch, null: never).
 */
export type DownloadPlan = { pictures: boolean; isUnderWay: boolean; doneAt: number | null; checkedAt: number | null };
/** Saved pictures by their path. */
export type SavedPictures = Record<string, { hash: string; bytes: number }>;

const bundleKey = (id: string) => `part:${id}`;
const rowsKey = (id: string) => `rows:${id}`;
const responseKey = (path: string) => `answer:${path}`;
const planKey = 'plan';
const picturesKey = 'pictures';

/** The offline library in IndexedDB. A bundle is saved with all of its responses or not at all. */
export class LibraryStore {
  readonly #name: string;
  #opened: UseStore | null = null;

  constructor(name: string) {
    this.#name = name;
  }

  get #store(): UseStore {
    this.#opened ??= openStore(this.#name, 'voyage');
    return this.#opened;
  }

  readBundles = (): Promise<SavedBundle[]> => this.#readAll('part:');

  /** All saved courses, prepared for the search. */
  readRows = async (): Promise<CourseRow[]> => (await this.#readAll<CourseRow[]>('rows:')).flat();

  #readAll<Saved>(prefix: string): Promise<Saved[]> {
    const range = IDBKeyRange.bound(prefix, `${prefix}\uffff`);
    return this.#store('readonly', (records) => promisifyRequest<Saved[]>(records.getAll(range)));
  }

  readPlan = (): Promise<DownloadPlan | undefined> => get(planKey, this.#store);
  writePlan = (plan: DownloadPlan): Promise<void> => set(planKey, plan, this.#store);

  readPictures = async (): Promise<SavedPictures> => (await get(picturesKey, this.#store)) ?? {};
  writePictures = (pictures: SavedPictures): Promise<void> => set(picturesKey, pictures, this.#store);

  readResponse = (path: string): Promise<SavedResponse | undefined> => get(responseKey(path), this.#store);

  /**
   * Saves a bundle in place of its previous version. `rows`: the bundle's courses, prepared for the search; `at`: the
   * current time (ms since the epoch). @throws DOMException QuotaExceededError if the device is full
   */
  async saveBundle(
    bundle: LibraryPart,
    responses: readonly LibraryAnswer[],
    { at, rows }: { at: number; rows: CourseRow[] },
  ) {
    const paths = responses.map(({ path }) => path);
    const previous = await get<SavedBundle>(bundleKey(bundle.id), this.#store);
    const removed = (previous?.paths ?? []).filter((path) => !paths.includes(path));
    await this.#store('readwrite', (records) => {
      for (const path of removed) records.delete(responseKey(path));
      for (const { path, body, pages } of responses) {
        const text = JSON.stringify(body);
        const saved: SavedResponse = { text, savedAt: at, ...(pages === undefined ? {} : { pages }) };
        records.put(saved, responseKey(path));
      }
      const record: SavedBundle = { ...bundle, savedAt: at, paths };
      records.put(record, bundleKey(bundle.id));
      if (rows.length > 0) records.put(rows, rowsKey(bundle.id));
      return promisifyRequest(records.transaction);
    });
  }

  /** Deletes bundles with their responses. */
  async deleteBundles(bundles: readonly SavedBundle[]): Promise<void> {
    await this.#store('readwrite', (records) => {
      for (const { id, paths } of bundles) {
        for (const path of paths) records.delete(responseKey(path));
        records.delete(bundleKey(id));
        records.delete(rowsKey(id));
      }
      return promisifyRequest(records.transaction);
    });
  }

  clear = (): Promise<void> => clear(this.#store);
}

/** The offline library of this device. */
export const libraryStore = new LibraryStore('landfall-voyage');
