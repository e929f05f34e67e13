import { type Kysely, sql } from 'kysely';
import { errorCode } from '../../db/connection/database-errors.ts';
import type { Database, Tx } from '../../db/schema.ts';
import { inTransaction } from '../../db/transactions/transaction.ts';
import type { Content } from '../files/content.ts';
import { ContentError } from '../files/content-fault.ts';
import { readContentFiles } from '../files/content-files.ts';

type LoadOptions = {
  /**
   * The date of this load, `YYYY-MM-DD` in the academy's time zone. The first load stores it as the day from which all
   * schedules count.
   */
  today: string;
  /** Whether to add the demo accounts of `students.json`. Default false. */
  withStudents?: boolean;
};

type LoadedContent = {
  isChanged: boolean;
  courses: number;
  packages: number;
  baseDay: string;
  /**
   * Names of settings and batches whose staff values were replaced, because their content has changed; absent if there
   * are none.
   */
  overruled?: string[];
};

/**
 * An arbitrary key for the advisory lock that makes two processes load one after the other if they start at the same
 * time.
 */
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
  transaction: Tx,
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
  const { loadStudents } = await import('./demo/load-students.ts');
  await loadStudents(transaction, content, baseDay);
  return overruled;
}

/**
 * Checks the content files and sanitises their HTML. The modules for this are imported only if the content has changed,
 * so that the server starts faster with unchanged content.
 */
async function readChanged(folder: string, files: Awaited<ReturnType<typeof readContentFiles>>): Promise<Content> {
  const [{ checkContentFiles }, { mapHtml }, { sanitise }] = await Promise.all([
    import('../check/check-content.ts'),
    import('../text-kinds.ts'),
    import('../html.ts'),
  ]);
  const { content, faults } = await checkContentFiles(folder, files);
  if (!content) throw new ContentError(folder, faults);
  return mapHtml(content, sanitise);
}

/**
 * Turns an error about a rejected row into a ContentError: the fault is in the content, such as two courses that swap
 * their codes.
 */
function asContentError(folder: string, error: unknown): unknown {
  if (!errorCode(error).startsWith('23') && !errorCode(error).startsWith('22')) return error;
  const detail = error instanceof Error && 'detail' in error && error.detail ? ` (${String(error.detail)})` : '';
  const reason = `${error instanceof Error ? error.message : String(error)}${detail}`;
  return new ContentError(folder, [{ file: '', path: '', reason: `refused by the database: ${reason}` }]);
}

/**
 * Loads a content folder into the database in one transaction. Loading the same content again changes nothing and costs
 * two queries. Batch dates count from the day of the first load and never move. Removed courses become inactive.
 * @throws ContentError with all faults of the folder
 */
export async function loadContent(db: Kysely<Database>, folder: string, options: LoadOptions): Promise<LoadedContent> {
  const { today, withStudents = false } = options;
  const files = await readContentFiles(folder);
  const hash = withStudents ? `${files.hash}+students` : files.hash;
  const last = await lastLoad(db);
  if (last?.content_hash === hash) return { isChanged: false, baseDay: last.base_day, ...(await countLoaded(db)) };
  const content = await readChanged(folder, files);
  const load = async (transaction: Tx): Promise<LoadedContent> => {
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
