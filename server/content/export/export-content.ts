import { cp, mkdir, readdir, writeFile } from 'node:fs/promises';
import { dirname, join, relative } from 'node:path';
import type { Kysely } from 'kysely';
import { mostDaysFirst } from '../../../contract/staff/refund-policy.ts';
import { newestRefundPolicy } from '../../db/refund-policy.ts';
import type { Database } from '../../db/schema.ts';
import { inTransaction } from '../../db/transactions/transaction.ts';
import { type DatedBatchFile, oneSessionADay, repeatedSessions } from '../files/batches-file.ts';
import { calendarFileSchema } from '../files/calendar-file.ts';
import { calendarFile, refundsFile } from '../files/content-files.ts';
import { type CourseFile, courseFileSchema } from '../files/course-file.ts';
import { refundsFileSchema } from '../files/refunds-file.ts';
import { isSame } from '../load/merge-fields.ts';
import { listPicturePaths, readPicture } from '../pictures/content-picture.repo.ts';
import { readCurrentFiles } from './current-files.ts';
import { findBatchEntries, withBatchEntries } from './export-batches.ts';
import type { Files } from './exported-tables.ts';

type ExportOptions = {
  /** The folder to write. It must be empty or not exist. */
  path: string;
  /** The content folder from which to copy the pictures and the other files that are not stored in the database. */
  from: string;
  /**
   * Today's date in the academy's time zone. Batches that have ended are exported only if the schedule in
   * their course's content file contains them.
   */
  today: string;
};

/** Thrown if the content cannot be exported. `message` says why. */
class ExportError extends Error {
  override name = 'ExportError';
}

async function requireEmpty(path: string): Promise<void> {
  const entries = await readdir(path).catch(() => []);
  if (entries.length > 0) throw new ExportError(`${path} is not empty; name a new folder`);
}

function parseCourse(file: unknown): CourseFile {
  const parsed = courseFileSchema.safeParse(file);
  if (parsed.success) return parsed.data;
  const { course_code } = file as { course_code?: unknown };
  const reasons = parsed.error.issues.map(({ path, message }) => `${path.join('.')} ${message}`);
  throw new ExportError(
    `course ${String(course_code)} as staff changed it cannot be loaded again: ${reasons.join('; ')}`,
  );
}

/**
 * Checks that a batch has at most one session a day. Only earlier releases could store more.
 * @throws ExportError if it has more
 */
function requireOneSessionADay(course: string, { start_date, sessions = [] }: DatedBatchFile): void {
  const [place] = repeatedSessions(sessions);
  if (place === undefined) return;
  const day = sessions[place]?.day;
  throw new ExportError(`the batch of ${course} from ${start_date} has two sessions on ${day}; ${oneSessionADay}`);
}

const isCourse = (path: string) => path.startsWith('courses/');

/** Writes the batches that differ from their schedules into the files of their courses. */
async function writeBatchChanges(db: Kysely<Database>, files: Files, today: string): Promise<void> {
  const load = db.selectFrom('content_loads').select('base_day').orderBy('id', 'desc').limit(1);
  const { base_day: baseDay } = await load.executeTakeFirstOrThrow();
  const courses = [...files].filter(([path]) => isCourse(path)).map(([, file]) => parseCourse(file));
  const calendar = calendarFileSchema.parse(files.get(calendarFile) ?? {});
  const entries = await findBatchEntries(db, courses, { baseDay, today, calendar });
  for (const [path, file] of files) {
    if (!isCourse(path)) continue;
    const course = file as Record<string, unknown>;
    const changed = entries.get(Number(course.id)) ?? [];
    for (const entry of changed) requireOneSessionADay(String(course.course_code), entry);
    files.set(path, withBatchEntries(course, changed));
  }
}

/** Writes the refund policy to `refunds.json`, if staff have set one that differs from the file. */
async function writeRefundPolicy(db: Kysely<Database>, files: Files): Promise<void> {
  const policy = await newestRefundPolicy(db);
  const file = refundsFileSchema.parse(files.get(refundsFile) ?? {});
  const isSaid = policy === undefined || (file.policy && isSame(mostDaysFirst(file.policy), policy));
  if (!isSaid) files.set(refundsFile, { ...file, policy });
}

/** Copies to the export those files of the content folder that are not stored in the database, such as pictures. */
async function copyOthers(from: string, path: string, texts: ReadonlyMap<string, string>): Promise<void> {
  await cp(from, path, {
    recursive: true,
    filter: (source) => !texts.has(relative(from, source)) && !isLoaded(relative(from, source)),
  });
}

/** Adds the editors' uploaded pictures to the exported folder, one at a time to save memory. */
async function writePictures(db: Kysely<Database>, path: string): Promise<void> {
  for (const address of await listPicturePaths(db)) {
    const picture = await readPicture(db, address);
    if (!picture) continue;
    await mkdir(dirname(join(path, address)), { recursive: true });
    await writeFile(join(path, address), picture.bytes);
  }
}

/**
 * Whether `path` is the file of a course or post. The export does not copy these files from the content folder. It
 * writes them from the database, unless the course or post was removed.
 */
const isLoaded = (path: string) => /^(courses|posts)\/.*\.json$/.test(path);

/**
 * Writes the last loaded content with all later changes by staff to a new folder. Loading that folder changes nothing.
 * Files without changes are written exactly as they were loaded. `left` lists the changes that cannot be written to a
 * file.
 * @throws ExportError
 */
export async function exportContent(
  db: Kysely<Database>,
  { path, from, today }: ExportOptions,
): Promise<{ files: number; left: string[] }> {
  await requireEmpty(path);
  const { texts, files, left } = await inTransaction(
    db,
    async (tx) => {
      const current = await readCurrentFiles(tx);
      if (current.texts.size === 0) throw new ExportError('no content is loaded yet: landfall content load');
      await writeBatchChanges(tx, current.files, today);
      await writeRefundPolicy(tx, current.files);
      return current;
    },
    { isolation: 'repeatable read' },
  );
  await mkdir(path, { recursive: true });
  await copyOthers(from, path, texts);
  await writePictures(db, path);
  for (const [file, value] of files) {
    const loaded = texts.get(file);
    const isUnchanged = loaded !== undefined && JSON.stringify(value) === JSON.stringify(JSON.parse(loaded));
    await mkdir(dirname(join(path, file)), { recursive: true });
    await writeFile(join(path, file), isUnchanged ? loaded : `${JSON.stringify(value, null, 2)}\n`);
  }
  return { files: files.size, left };
}
