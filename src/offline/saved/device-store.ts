import { del, get, promisifyRequest, type UseStore } from 'idb-keyval';
import * as z from 'zod';
import { Listeners } from '../../lib/listeners.ts';
import { type Subject, subject } from '../session/subject.ts';
import { openStore } from './open-store.ts';

// The timeout of IndexedDB is long, because a cheap phone with a full disk takes seconds to open it, and giving up
// would lose a stored checkout.
const timeoutMs = 5000;

/** Version of stored records. Raise it when records of older releases can no longer be read; those are then deleted. */
export const recordVersion = '1';

/** Prefix of the keys of a student's records. */
export function studentPrefix(student: string): string {
  return `student:${student}`;
}

/** Name of a value that is stored for a student: its kind, then ids if the student can have several of that kind. */
type ValueName = readonly (string | number)[];

const keyOf = (student: string, name: ValueName) => `${studentPrefix(student)}-${JSON.stringify(name)}`;

const recordSchema = z.object({ state: z.object({ data: z.unknown() }) });

/**
 * What this device stores in IndexedDB: records of queries (`query-persistence.ts`) and values of a student, such as a
 * checkout under way. No call fails: if the browser cannot use its storage (private window, blocked, full, or no
 * response in time), `isRefused` becomes true and the site works online only. Storage that responds late is used again
 * from then on.
 */
export class DeviceStore {
  readonly #name: string;
  readonly #subject: Pick<Subject, 'student'>;
  readonly #listeners = new Listeners();
  #store: UseStore | null = null;
  #isRefused = false;

  constructor(name: string, subject: Pick<Subject, 'student'>) {
    this.#name = name;
    this.#subject = subject;
  }

  get isRefused(): boolean {
    return this.#isRefused;
  }

  readonly subscribe = this.#listeners.subscribe;

  getItem = (key: string): Promise<string | undefined> => this.#use((store) => get<string>(key, store));

  setItem = async (key: string, text: string): Promise<void> => {
    const { student } = this.#subject;
    const isOfStudent = student !== null && key.startsWith(`${studentPrefix(student)}-`);
    await this.#use((store) =>
      store('readwrite', (records) => {
        // The student may have signed out since the call: while the storage was opening, or while this page was in the
        // back/forward cache. Writing now would bring back what the sign-out has deleted.
        if (isOfStudent && this.#subject.student !== student) return;
        records.put(text, key);
        return promisifyRequest(records.transaction);
      }),
    );
  };

  removeItem = async (key: string): Promise<void> => {
    await this.#use((store) => del(key, store));
  };

  /** Reads a value that was stored for a student; undefined if there is none. Parse it before use. */
  get = async (student: string, name: ValueName): Promise<unknown> => {
    const text = await this.getItem(keyOf(student, name));
    try {
      return recordSchema.safeParse(JSON.parse(text ?? 'null')).data?.state.data;
    } catch {
      return undefined;
    }
  };

  /**
   * Stores a value for the current student. Does nothing for anyone else, so that nothing is written after a sign-out.
   * Resolves once the value is stored, or once storage has proved unusable. The record has the format of a stored
   * query, which earlier releases can read too.
   */
  put = async (student: string, name: ValueName, value: unknown): Promise<void> => {
    if (student !== this.#subject.student) return;
    const record = { buster: recordVersion, state: { data: value, dataUpdatedAt: Date.now() } };
    await this.setItem(keyOf(student, name), JSON.stringify(record));
  };

  delete = (student: string, name: ValueName): Promise<void> => this.removeItem(keyOf(student, name));

  /** Deletes all records of a student. Tries even if the browser could not use its storage before. */
  deleteStudent = async (student: string): Promise<void> => {
    const prefix = `${studentPrefix(student)}-`;
    const own = () => IDBKeyRange.bound(prefix, `${prefix}\uffff`);
    await this.#attempt((store) =>
      store('readwrite', (records) => {
        records.delete(own());
        return promisifyRequest(records.transaction);
      }),
    );
  };

  async #use<T>(work: (store: UseStore) => Promise<T>): Promise<T | undefined> {
    return this.#isRefused ? undefined : this.#attempt(work);
  }

  async #attempt<T>(work: (store: UseStore) => Promise<T>): Promise<T | undefined> {
    let timer: ReturnType<typeof setTimeout> | undefined;
    let working: Promise<T> | undefined;
    try {
      this.#store ??= openStore(this.#name, 'queries');
      working = work(this.#store);
      const late = new Promise<never>((_, reject) => {
        timer = setTimeout(() => reject(new Error('IndexedDB does not respond')), timeoutMs);
      });
      return await Promise.race([working, late]);
    } catch {
      this.#setRefused(true);
      working?.then(() => this.#setRefused(false)).catch(() => {});
      return undefined;
    } finally {
      clearTimeout(timer);
    }
  }

  #setRefused(isRefused: boolean): void {
    if (this.#isRefused === isRefused) return;
    this.#isRefused = isRefused;
    this.#listeners.notify();
  }
}

/** The store of this device. Its name in IndexedDB must not change, because the stored records would be lost. */
export const deviceStore = new DeviceStore('landfall-queries', subject);
