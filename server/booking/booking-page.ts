import type { FastifyRequest } from 'fastify';
import type { Kysely } from 'kysely';
import { batchSchema, discountSchema } from '../../contract/batch.ts';
import { type BookingGroup, type listBookingPage, packageSchema } from '../../contract/booking.ts';
import { type Course, courseColumns } from '../../contract/course.ts';
import type { Received } from '../../contract/endpoint.ts';
import type { Database } from '../db/schema.ts';
import { readColumns } from '../http/columns.ts';
import { type Clock, today } from '../providers/clock.ts';
import { fillGroups, findCourses, readGroups } from './group.repo.ts';
import { type BatchedCourse, type PackageParts, readPackages } from './package.repo.ts';

type Asker = { today: string; studentId: string | null };
type Query = Received<typeof listBookingPage>['query'];

/** Courses, discounts and the session arrive from their own domains. */
export type BookingParts<Stored> = Omit<PackageParts<Stored>, 'readCourses'> & {
  clock: Clock;
  readCourses: (
    db: Kysely<Database>,
    ids: readonly number[],
    columns: ReadonlySet<keyof Course>,
    asker: Asker,
  ) => Promise<Course[]>;
  findSubject: (request: FastifyRequest) => Promise<{ studentId: string } | null>;
};

/** What the cards of Book Online show, whatever columns are asked. */
const cardColumns = ['featured_image_url', 'price', 'courseDiscounts', 'batches'] as const;

/** @throws Refusal 400 INVALID_REQUEST for an unknown column */
export function chooseColumns(query: Query): ReadonlySet<keyof Course> {
  // Packages, batches and discounts always come whole: their names are only checked.
  readColumns(query.packageColumns, packageSchema.keyof().options, 'packageColumns');
  readColumns(query.batchColumns, batchSchema.keyof().options, 'batchColumns');
  readColumns(query.discountColumns, discountSchema.keyof().options, 'discountColumns');
  return new Set([...cardColumns, ...(readColumns(query.courseColumns, courseColumns, 'courseColumns') ?? [])]);
}

/** The groups of one tab with what they offer; seats are those that `studentId` could book. */
export async function readBookingPage<Stored>(
  db: Kysely<Database>,
  { clock, readCourses, ...parts }: BookingParts<Stored>,
  query: Query,
  studentId: string | null,
): Promise<BookingGroup[]> {
  const columns = chooseColumns(query);
  const asker = { today: today(clock), studentId };
  const readBatched = async (ids: readonly number[]): Promise<BatchedCourse[]> => {
    const courses = await readCourses(db, ids, columns, asker);
    return courses.map((course) => ({ ...course, batches: course.batches ?? [] }));
  };
  const groups = await readGroups(db);
  if (query.courseType === 'individual') {
    const ids = await findCourses(db, [...new Set(groups.flatMap((group) => group.course_ids))], query.searchTerm);
    return fillGroups(groups, { courses: await readBatched(ids), packages: [] });
  }
  const ids = [...new Set(groups.flatMap((group) => group.package_ids))];
  const packages = await readPackages(db, ids, query.searchTerm, { ...parts, readCourses: readBatched });
  return fillGroups(groups, { courses: [], packages });
}
