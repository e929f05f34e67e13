import { type Kysely, sql } from 'kysely';
import type { BookingGroup, CoursePackage } from '../../contract/booking.ts';
import type { Database } from '../db/schema.ts';
import { toLikePatterns } from '../db/search-patterns.ts';
import type { BatchedCourse } from './package.repo.ts';

type GroupRow = Omit<BookingGroup, 'courses' | 'packages'> & { course_ids: number[]; package_ids: number[] };

/** The booking groups of the Book Online page, in the order in which the page shows them. */
export async function readGroups(db: Kysely<Database>): Promise<GroupRow[]> {
  return db
    .selectFrom('booking_groups')
    .select(['id', 'title', 'description', 'course_ids', 'package_ids'])
    .orderBy('position')
    .orderBy('id')
    .execute();
}

/** Which of the courses `ids` are active and have a text that contains every word of `search`. */
export async function findCourses(
  db: Kysely<Database>,
  ids: readonly number[],
  search: string | undefined,
): Promise<number[]> {
  const rows = await db
    .selectFrom('courses')
    .select('id')
    .where('id', '=', sql<number>`any(${ids}::integer[])`)
    .where('is_active', '=', true)
    .where('search_text', 'ilike', sql<string>`all(${toLikePatterns(search)}::text[])`)
    .execute();
  return rows.map((row) => row.id);
}

function pick<Entry extends { id: number }>(ids: readonly number[], entries: ReadonlyMap<number, Entry>): Entry[] {
  return ids.flatMap((id) => entries.get(id) ?? []);
}

/** Adds the courses and packages to their booking groups. Groups without courses and packages are left out. */
export function fillGroups(
  groups: readonly GroupRow[],
  offered: { courses: readonly BatchedCourse[]; packages: readonly CoursePackage[] },
): BookingGroup[] {
  const courses = new Map(offered.courses.map((course) => [course.id, course]));
  const packages = new Map(offered.packages.map((coursePackage) => [coursePackage.id, coursePackage]));
  return groups
    .map(({ course_ids, package_ids, ...group }) => ({
      ...group,
      courses: pick(course_ids, courses),
      packages: pick(package_ids, packages),
    }))
    .filter((group) => group.courses.length + group.packages.length > 0);
}
