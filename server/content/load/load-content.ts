import { type Kysely, sql } from 'kysely';
import { errorCode } from '../../db/connection/database-errors.ts';
import type { Database, Tx } from '../../db/schema.ts';
import { inTransaction } from '../../db/transactions/transaction.ts';
import { storeDaysOff } from '../academy-calendar.repo.ts';
import type { Content } from '../files/content.ts';
import { ContentError } from '../files/content-fault.ts';
import { readContentFiles } from '../files/content-files.ts';
import type { ContentLoad } from './load-rows.ts';
import type { ContentChange } from './merge-fields.ts';

type LoadOptions = {
  /**
   * The date of this load, `YYYY-MM-DD` in the academy's time zone. The first load stores its date as the base day. A
   * date that a content file gives as a number is that many days after the base day.
   */
  today: string;
  /** Whether to add the demo accounts of `students.json`. Default false. */
  withStudents?: boolean;
  /** Whether the load overwrites what staff have changed. Default false. */
  overwritesStaff?: boolean;
  /** Whether to return what the load would change, without changing anything. Default false. */
  isDry?: boolean;
  /** Called in the transaction of the load, after all rows were written. */
  onWritten?: (tx: Tx, changes: readonly ContentChange[]) => Promise<void>;
};

type LoadedContent = {
  isChanged: boolean;
  courses: number;
  packages: number;
  baseDay: string;
  /**
   * What the load has added, changed, removed and overwritten, and what it has left unchanged because staff had changed
   * it.
   */
  changes: ContentChange[];
};

/**
 * An arbitrary key for an advisory lock. Every content load and every publication of a document takes the lock, so that
 * only one of them runs at a time, in all processes together.
 */
export const contentLockKey = 7_001;

async function lastLoad(db: Kysely<Database>): Promise<{ content_hash: string; base_day: string } | undefined> {
  return db
    .selectFrom('content_loads')
    .select(['content_hash', 'base_day'])
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
}

async function countLoaded(db: Kysely<Database>): Promise<{ courses: number; packages: number }> {
  const { rows } = await sql<{ courses: number; packages: number }>`
    select (select count(*) from courses where is_active)::integer as courses,
      (select count(*) from packages where is_active)::integer as packages`.execute(db);
  return rows[0] ?? { courses: 0, packages: 0 };
}

/** Stores the texts of the loaded files. A later export writes these texts, with the changes made since. */
async function saveFiles(transaction: Tx, texts: ReadonlyMap<string, string>): Promise<void> {
  await transaction.deleteFrom('content_files').execute();
  const files = [...texts].map(([path, body]) => ({ path, body }));
  await transaction.insertInto('content_files').values(files).execute();
}

type WriteOptions = {
  baseDay: string;
  withStudents: boolean;
  overwritesStaff: boolean;
  /** The texts of the content files, to be stored in the database for exports; null if they are stored already. */
  texts: ReadonlyMap<string, string> | null;
};

async function writeAll(
  transaction: Tx,
  files: Content,
  { baseDay, withStudents, overwritesStaff, texts }: WriteOptions,
): Promise<Pick<ContentLoad, 'changes' | 'faults'>> {
  const [{ hasLoadedRows }, { mergeDaysOff }, { loadRows }, { loadBatches }, { loadRefundPolicy }] = await Promise.all([
    import('./content-rows.repo.ts'),
    import('./load-days-off.ts'),
    import('./load-rows.ts'),
    import('./load-batches.ts'),
    import('./load-refund-policy.ts'),
  ]);
  const [{ planCatalogue }, { planPages }, { planPosts }, { updateStaffSettings }, publications] = await Promise.all([
    import('./plan-catalogue.ts'),
    import('./plan-pages.ts'),
    import('./plan-posts.ts'),
    import('./update-staff-settings.ts'),
    import('./staff-publications.repo.ts'),
  ]);
  const isFirst = !(await hasLoadedRows(transaction));
  const load: ContentLoad = { tx: transaction, overwritesStaff, changes: [], faults: [], isFirst };
  const daysOff = await mergeDaysOff(load, files.calendar);
  if (texts) await saveFiles(transaction, texts);
  await storeDaysOff(transaction, daysOff);
  const content = { ...files, calendar: { ...files.calendar, ...daysOff } };
  for (const table of planCatalogue(content)) await loadRows(load, table);
  load.changes.push(...(await loadBatches(transaction, content, { baseDay, overwritesStaff })));
  for (const table of [...planPages(content, baseDay), ...planPosts(content, baseDay)]) await loadRows(load, table);
  await updateStaffSettings(transaction);
  await loadRefundPolicy(load, content);
  await publications.saveNewestPublication(transaction);
  if (!withStudents) return load;
  const { loadStudents } = await import('./demo/load-students.ts');
  await loadStudents(transaction, content, baseDay);
  return load;
}

/** Thrown to roll back a load that only reports what it would change. */
class DryLoad extends Error {
  readonly loaded: LoadedContent;

  constructor(loaded: LoadedContent) {
    super('dry load');
    this.loaded = loaded;
  }
}

/**
 * Checks the content files and sanitises their HTML. The modules that do this are imported only if the content has
 * changed, so that the server starts faster with unchanged content.
 */
async function readChanged(
  db: Kysely<Database>,
  folder: string,
  files: Awaited<ReturnType<typeof readContentFiles>>,
): Promise<Content> {
  const [{ checkContentFiles }, { listPicturePaths }, { mapHtml }, { sanitise }] = await Promise.all([
    import('../check/check-content.ts'),
    import('../pictures/content-picture.repo.ts'),
    import('../text-kinds.ts'),
    import('../html.ts'),
  ]);
  const { content, faults } = await checkContentFiles(folder, files, await listPicturePaths(db));
  if (!content) throw new ContentError(folder, faults);
  return mapHtml(content, sanitise);
}

/**
 * Turns an error with which the database rejects a row into a ContentError, because the fault is in the content, such
 * as two courses that swap their course codes. Returns other errors unchanged.
 */
function asContentError(folder: string, error: unknown): unknown {
  if (!errorCode(error).startsWith('23') && !errorCode(error).startsWith('22')) return error;
  const detail = error instanceof Error && 'detail' in error && error.detail ? ` (${String(error.detail)})` : '';
  const reason = `${error instanceof Error ? error.message : String(error)}${detail}`;
  return new ContentError(folder, [{ file: '', path: '', reason: `refused by the database: ${reason}` }]);
}

/**
 * Loads a content folder into the database in one transaction. Courses removed from the folder become inactive. Changes
 * that staff made are kept, unless `overwritesStaff` is set. Without this option and `isDry`, loading the same content
 * again changes nothing and costs two queries.
 * @throws ContentError with all faults of the folder
 */
export async function loadContent(db: Kysely<Database>, folder: string, options: LoadOptions): Promise<LoadedContent> {
  const { today, withStudents = false, overwritesStaff = false, isDry = false } = options;
  const files = await readContentFiles(folder);
  const hash = withStudents ? `${files.hash}+students` : files.hash;
  const last = await lastLoad(db);
  if (last?.content_hash === hash && !overwritesStaff && !isDry)
    return { isChanged: false, baseDay: last.base_day, changes: [], ...(await countLoaded(db)) };
  const content = await readChanged(db, folder, files);
  const load = async (transaction: Tx): Promise<LoadedContent> => {
    await sql`select pg_advisory_xact_lock(${contentLockKey})`.execute(transaction);
    const before = await lastLoad(transaction);
    const baseDay = before?.base_day ?? today;
    // Times are compared as text with the times that earlier loads recorded. For this, all loads need the same time
    // zone.
    await sql`set local timezone to 'UTC'`.execute(transaction);
    const isChanged = before?.content_hash !== hash;
    const isNeeded = isChanged || overwritesStaff || isDry;
    const write = { baseDay, withStudents, overwritesStaff, texts: isChanged ? files.texts : null };
    const { changes, faults } = isNeeded ? await writeAll(transaction, content, write) : { changes: [], faults: [] };
    if (faults.length > 0) throw new ContentError(folder, faults);
    if (isChanged)
      await transaction.insertInto('content_loads').values({ content_hash: hash, base_day: baseDay }).execute();
    await options.onWritten?.(transaction, changes);
    const loaded = { isChanged, baseDay, changes, ...(await countLoaded(transaction)) };
    if (isDry) throw new DryLoad(loaded);
    return loaded;
  };
  try {
    return await inTransaction(db, load, { isRepeatable: true });
  } catch (error) {
    if (error instanceof DryLoad) return error.loaded;
    throw asContentError(folder, error);
  }
}
