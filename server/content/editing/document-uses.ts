import { sql } from 'kysely';
import type { DocumentName } from '../../../contract/staff/content.ts';
import type { Tx } from '../../db/schema.ts';
import type { Files } from '../export/exported-tables.ts';
import { coursesFolder, joiningFile } from '../files/content-files.ts';
import type { CourseFile } from '../files/course-file.ts';
import type { JoiningFile } from '../files/joining-file.ts';
import { contentLockKey } from '../load/load-content.ts';
import { filesIn } from './kinds/kind-rules.ts';
import { readCurrentContent } from './read-document.ts';

const places = {
  venues: { column: 'venue_id', one: 'venue' },
  instructors: { column: 'instructor_id', one: 'instructor' },
} as const;
const isPlaceKind = (kind: string): kind is keyof typeof places => kind in places;

/** Joins the first three names and, if there are more, says how many more. */
function listNames(names: readonly string[]): string {
  const others = names.length - 3;
  return others > 0 ? `${names.slice(0, 3).join(', ')} and ${others} more` : names.join(', ');
}

/**
 * Says which courses name this venue, and whether it is the default venue, which is used by all courses that name none.
 */
function findCourses(files: Files, id: string): string[] {
  const courses = filesIn(files, coursesFolder).map(([, course]) => course as CourseFile);
  const named = courses.filter(({ settings }) => settings?.venue_id === id).map(({ course_name }) => course_name);
  const isUsual = (files.get(joiningFile) as JoiningFile | undefined)?.venue_id === id;
  return [
    ...(named.length > 0
      ? [`This is the venue of these courses: ${listNames(named)}. Choose another one for them.`]
      : []),
    ...(isUsual ? ['This is the usual venue: all courses that name no other one are held here.'] : []),
  ];
}

/**
 * Says which courses, and which batches that have not ended, use a venue or an instructor. Locks the venue or
 * instructor, so that nobody chooses it for a batch at the same time.
 */
async function findPlaceUses(tx: Tx, kind: keyof typeof places, id: string, today: string): Promise<string[]> {
  const { column, one } = places[kind];
  await tx.selectFrom(kind).select('id').where('id', '=', id).forUpdate().execute();
  const { rows } = await sql<{ name: string; day: string }>`
    select c.course_name as name, b.start_date as day from batches b join courses c on c.id = b.course_id
    where b.${sql.ref(column)} = ${id} and b.end_date >= ${today} and b.publication <> 'cancelled'
    order by b.start_date, b.id`.execute(tx);
  const batches = listNames(rows.map(({ name, day }) => `${name} on ${day}`));
  return [
    ...(rows.length > 0
      ? [`This is the ${one} of these batches: ${batches}. Choose another ${one} for them in the calendar.`]
      : []),
    ...(kind === 'venues' ? findCourses((await readCurrentContent(tx)).files, id) : []),
  ];
}

/** Says which posts name an author: those on the site, and drafts that have a time at which they are published. */
async function findPosts(tx: Tx, id: number): Promise<string[]> {
  const title = sql<string>`'“' || (body ->> 'title') || '”'`.as('title');
  const posts = await tx.selectFrom('posts').select(title).where('author_id', '=', id).orderBy('id').execute();
  const planned = await tx
    .selectFrom('content_drafts')
    .innerJoin('authors', (join) => join.on('authors.slug', '=', sql<string>`body ->> 'author'`))
    .select(title)
    .where('authors.id', '=', id)
    .where('kind', '=', 'posts')
    .where('publish_at', 'is not', null)
    .orderBy('document')
    .execute();
  const [published, waiting] = [posts, planned].map((rows) => listNames(rows.map((row) => row.title)));
  return [
    ...(published ? [`This is the author of these posts: ${published}. Choose another author for them.`] : []),
    ...(waiting
      ? [`This is the author of these drafts, which wait for their time: ${waiting}. Cancel their time first.`]
      : []),
  ];
}

/**
 * Says what uses a venue, an instructor or an author, which must then not be removed. Empty if nothing does, or if the
 * content document is of another kind.
 */
export async function findUses(tx: Tx, { kind, id }: DocumentName, today: string): Promise<string[]> {
  if (!isPlaceKind(kind) && kind !== 'authors') return [];
  // Publications take the content lock before they lock rows. Take it first here too, so that there is no deadlock.
  await sql`select pg_advisory_xact_lock(${contentLockKey})`.execute(tx);
  return kind === 'authors' ? findPosts(tx, Number(id)) : findPlaceUses(tx, kind, id, today);
}
