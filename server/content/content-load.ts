import { type Kysely, sql, type Transaction } from 'kysely';
import { errorCode } from '../db/database-errors.ts';
import type { Database } from '../db/schema.ts';
import { inTransaction } from '../db/transaction.ts';
import type { Content } from './content.ts';
import { ContentError } from './content-fault.ts';
import { readContentFiles } from './content-files.ts';

export type LoadOptions = {
  /** Academy day of this loading, `YYYY-MM-DD`; the first one stays the day that schedules count from. */
  today: string;
  /** Adds the demo accounts of `students.json`. Default false. */
  withStudents?: boolean;
};

export type LoadedContent = {
  isChanged: boolean;
  courses: number;
  packages: number;
  baseDay: string;
  /** What staff had set and the content now says otherwise; absent where there is nothing. */
  overruled?: string[];
};

/** Any number; all loaders take the same, so that two processes that start at once load one after the other. */
const lockKey = 7_001;

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

async function writeAll(
  transaction: Transaction<Database>,
  content: Content,
  { baseDay, withStudents }: { baseDay: string; withStudents: boolean },
): Promise<string[]> {
  const [{ loadCatalogue }, { loadBatches }, { loadPages }, { loadPosts }] = await Promise.all([
    import('./load-catalogue.ts'),
    import('./load-batches.ts'),
    import('./load-pages.ts'),
    import('./load-posts.ts'),
  ]);
  await loadCatalogue(transaction, content);
  const batches = await loadBatches(transaction, content.courses, baseDay);
  const settings = await loadPages(transaction, content, baseDay);
  await loadPosts(transaction, content, baseDay);
  const overruled = [...settings, ...batches];
  if (!withStudents) return overruled;
  const { loadStudents } = await import('./load-students.ts');
  await loadStudents(transaction, content, baseDay);
  return overruled;
}

/** Judges the files, their HTML sanitised. Imported only when something changed: a start with known content is quick. */
async function readChanged(folder: string, files: Awaited<ReturnType<typeof readContentFiles>>): Promise<Content> {
  const [{ judgeContent }, { mapHtml }, { sanitise }] = await Promise.all([
    import('./content-check.ts'),
    import('./text-kinds.ts'),
    import('./html.ts'),
  ]);
  const { content, faults } = await judgeContent(folder, files);
  if (!content) throw new ContentError(folder, faults);
  return mapHtml(content, sanitise);
}

/** A row that the database refuses is the content's fault (two courses that swap a code, say), not ours. */
function asContentError(folder: string, error: unknown): unknown {
  if (!errorCode(error).startsWith('23') && !errorCode(error).startsWith('22')) return error;
  const detail = error instanceof Error && 'detail' in error && error.detail ? ` (${String(error.detail)})` : '';
  const reason = `${error instanceof Error ? error.message : String(error)}${detail}`;
  return new ContentError(folder, [{ file: '', path: '', reason: `refused by the database: ${reason}` }]);
}

/**
 * Brings the database to what the folder says, in one transaction: all of it or nothing. The same content again changes
 * nothing and costs one query. Batches count from the day of the first loading and never move; courses that are gone
 * become inactive. @throws ContentError with every fault of the folder
 */
export async function loadContent(db: Kysely<Database>, folder: string, options: LoadOptions): Promise<LoadedContent> {
  const { today, withStudents = false } = options;
  const files = await readContentFiles(folder);
  const hash = withStudents ? `${files.hash}+students` : files.hash;
  const last = await lastLoad(db);
  if (last?.content_hash === hash) return { isChanged: false, baseDay: last.base_day, ...(await countLoaded(db)) };
  const content = await readChanged(folder, files);
  const load = async (transaction: Transaction<Database>): Promise<LoadedContent> => {
    await sql`select pg_advisory_xact_lock(${lockKey})`.execute(transaction);
    const before = await lastLoad(transaction);
    const baseDay = before?.base_day ?? today;
    const isChanged = before?.content_hash !== hash;
    const overruled = isChanged ? await writeAll(transaction, content, { baseDay, withStudents }) : [];
    if (isChanged)
      await transaction.insertInto('content_loads').values({ content_hash: hash, base_day: baseDay }).execute();
    const counts = await countLoaded(transaction);
    return { isChanged, baseDay, ...counts, ...(overruled.length > 0 ? { overruled } : {}) };
  };
  try {
    return await inTransaction(db, load, { isRepeatable: true });
  } catch (error) {
    throw asContentError(folder, error);
  }
}
