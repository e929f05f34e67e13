import { AsyncLocalStorage } from 'node:async_hooks';
import type { Kysely } from 'kysely';
import type { Database } from '../db/schema.ts';

const preview = new AsyncLocalStorage<Kysely<Database>>();

/**
 * Runs `work`, which renders a page. The public API calls that it makes for the page read from `db`, a transaction with
 * changes that are rolled back afterwards. These calls use no cache, so no visitor ever gets their responses.
 */
export function withPreviewDatabase<T>(db: Kysely<Database>, work: () => Promise<T>): Promise<T> {
  return preview.run(db, work);
}

/** The database of the page that is being previewed; undefined for every other call. */
export function previewDatabase(): Kysely<Database> | undefined {
  return preview.getStore();
}
