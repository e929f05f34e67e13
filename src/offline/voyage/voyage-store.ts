import { clear, createStore, get, promisifyRequest, set, type UseStore } from 'idb-keyval';
import type { VoyageAnswer, VoyagePart } from '../../../contract/offline.ts';
import type { CourseRow } from './course-search.ts';

/** A bundle that is on the device: which answers it brought, and when (ms). */
export type SavedPart = VoyagePart & { savedAt: number; paths: string[] };
/** A saved answer as the worker gives it: JSON text, and how many pages a list has. */
export type SavedAnswer = { text: string; savedAt: number; pages?: number };
/** What the student chose. `doneAt`: when all of it was there (ms). */
export type VoyagePlan = { pictures: boolean; isUnderWay: boolean; doneAt: number | null; checkedAt: number | null };
/** Saved pictures by their path. */
export type SavedPictures = Record<string, { hash: string; bytes: number }>;

const part = (id: string) => `part:${id}`;
const rows = (id: string) => `rows:${id}`;
const answer = (path: string) => `answer:${path}`;
const planKey = 'plan';
const picturesKey = 'pictures';

/** What was saved for a voyage, in IndexedDB. A bundle is there with all of its answers or not at all. */
export class VoyageStore {
  readonly #name: string;
  #opened: UseStore | null = null;

  constructor(name: string) {
    this.#name = name;
  }

  get #store(): UseStore {
    this.#opened ??= createStore(this.#name, 'voyage');
    return this.#opened;
  }

  readParts = (): Promise<SavedPart[]> => this.#readAll('part:');

  /** Every saved course, ready for the search. */
  readRows = async (): Promise<CourseRow[]> => (await this.#readAll<CourseRow[]>('rows:')).flat();

  #readAll<Kept>(beginning: string): Promise<Kept[]> {
    const range = IDBKeyRange.bound(beginning, `${beginning}\uffff`);
    return this.#store('readonly', (records) => promisifyRequest<Kept[]>(records.getAll(range)));
  }

  readPlan = (): Promise<VoyagePlan | undefined> => get(planKey, this.#store);
  writePlan = (plan: VoyagePlan): Promise<void> => set(planKey, plan, this.#store);

  readPictures = async (): Promise<SavedPictures> => (await get(picturesKey, this.#store)) ?? {};
  writePictures = (pictures: SavedPictures): Promise<void> => set(picturesKey, pictures, this.#store);

  readAnswer = (path: string): Promise<SavedAnswer | undefined> => get(answer(path), this.#store);

  /** Keeps a bundle, with the courses in it for the search, in the place of its former self. @throws DOMException QuotaExceededError where the device is full */
  async keepPart(meta: VoyagePart, answers: readonly VoyageAnswer[], kept: { at: number; rows: CourseRow[] }) {
    const savedAt = kept.at;
    const paths = answers.map(({ path }) => path);
    const before = await get<SavedPart>(part(meta.id), this.#store);
    const gone = (before?.paths ?? []).filter((path) => !paths.includes(path));
    await this.#store('readwrite', (records) => {
      for (const path of gone) records.delete(answer(path));
      for (const { path, body, pages } of answers) {
        const said: SavedAnswer = { text: JSON.stringify(body), savedAt, ...(pages === undefined ? {} : { pages }) };
        records.put(said, answer(path));
      }
      const record: SavedPart = { ...meta, savedAt, paths };
      records.put(record, part(meta.id));
      if (kept.rows.length > 0) records.put(kept.rows, rows(meta.id));
      return promisifyRequest(records.transaction);
    });
  }

  /** Deletes bundles that the academy does not have any more. */
  async dropParts(parts: readonly SavedPart[]): Promise<void> {
    await this.#store('readwrite', (records) => {
      for (const { id, paths } of parts) {
        for (const path of paths) records.delete(answer(path));
        records.delete(part(id));
        records.delete(rows(id));
      }
      return promisifyRequest(records.transaction);
    });
  }

  clear = (): Promise<void> => clear(this.#store);
}

/** What this device saved. */
export const voyageStore = new VoyageStore('landfall-voyage');
