import type { FastifyRequest } from 'fastify';
import type { Kysely } from 'kysely';
import type { ListedGroup, listBookingPage } from '../../contract/booking.ts';
import { type Course, courseColumns } from '../../contract/course.ts';
import type { Received } from '../../contract/endpoint.ts';
import type { Viewer } from '../db/available-seats.ts';
import type { Database } from '../db/schema.ts';
import { type Clock, today } from '../http/clock.ts';
import { readColumns } from '../http/column-list.ts';
import { fillGroups, findCourses, readGroups } from './group.repo.ts';
import { type BatchedCourse, type PackageDeps, readPackages } from './package.repo.ts';
import { readGroupColumns } from './select-columns.ts';

type Query = Received<typeof listBookingPage>['query'];

/**
 * Functions of the catalogue and accounts domains that the Book Online page needs. They are passed in by
 * `server/composition/public-site.ts`.
 */
export type BookingDeps<Stored> = Omit<PackageDeps<Stored>, 'readCourses'> & {
  clock: Clock;
  readCourses: (
    db: Kysely<Database>,
    ids: readonly number[],
    columns: ReadonlySet<keyof Course>,
    viewer: Viewer,
  ) => Promise<Course[]>;
  findSubject: (request: FastifyRequest) => Promise<{ studentId: string } | null>;
};

/** Course columns that are always returned, because the cards of Book Online need them. */
const cardColumns = ['featured_image_url', 'price', 'courseDiscounts', 'batches', 'prerequisites'] as const;

/**
 * The booking groups of one tab of Book Online (courses or packages), with their courses or packages and the seats that
 * are available to `studentId`.
 * @throws Refusal 400 INVALID_REQUEST for an unknown column
 */
export async function readBookingPage<Stored>(
  db: Kysely<Database>,
  { clock, readCourses, ...deps }: BookingDeps<Stored>,
  query: Query,
  studentId: string | null,
): Promise<ListedGroup[]> {
  const requested = readColumns(query.courseColumns, courseColumns, 'courseColumns') ?? [];
  const columns = new Set<keyof Course>([...cardColumns, ...requested]);
  const selectColumns = readGroupColumns(query);
  const viewer = { today: today(clock), studentId };
  const readBatched = async (ids: readonly number[]): Promise<BatchedCourse[]> => {
    const courses = await readCourses(db, ids, columns, viewer);
    return courses.map((course) => ({ ...course, batches: course.batches ?? [] }));
  };
  const groups = await readGroups(db);
  if (query.courseType === 'individual') {
    const ids = await findCourses(db, [...new Set(groups.flatMap((group) => group.course_ids))], query.searchTerm);
    return fillGroups(groups, { courses: await readBatched(ids), packages: [] }).map(selectColumns);
  }
  const ids = [...new Set(groups.flatMap((group) => group.package_ids))];
  const packages = await readPackages(db, ids, query.searchTerm, viewer.today, { ...deps, readCourses: readBatched });
  return fillGroups(groups, { courses: [], packages }).map(selectColumns);
}
