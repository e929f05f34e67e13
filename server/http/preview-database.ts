import { AsyncLocalStorage } from 'node:async_hooks';
import type { Kysely } from 'kysely';
import type { Database } from '../db/schema.ts';

const preview = new AsyncLocalStorage<Kysely<Database>>();

/**
 * Runs `work`, which renders a page. Meanwhile, the page's public API calls read from `db`, a transaction whose changes
 * are rolled back afterwards. They use no cache, so no visitor ever gets their responses.
 */
export function withPreviewDatabase<T>(db: Kysely<Database>, work: () => Promise<T>): Promise<T> {
  return preview.run(db, work);
}

/** The database from which a call must read if it is made for a previewed page; undefined for every other call. */
export function previewDatabase(): Kysely<Database> | undefined {
  return preview.getStore();
}
