import type { Kysely } from 'kysely';
import { listCourses, listCoursesByCategory } from '../../contract/catalogue.ts';
import { courseColumns } from '../../contract/course.ts';
import { pageLimit } from '../../contract/limits.ts';
import type { Database } from '../db/schema.ts';
import { type Clock, today } from '../http/clock.ts';
import { readColumns } from '../http/column-list.ts';
import type { Mount } from '../http/mount/mount.ts';
import { type CourseColumn, readCourses } from './course.repo.ts';
import { type CourseFilter, readCategories } from './course-filter.ts';
import { CourseIndex } from './course-index.ts';

type Paging = { page?: number | undefined; limit?: number | undefined };

/**
 * The course columns to return: those that the request names, by default all but `coursePackages` and `settings`.
 * Each of these two can also be requested by a flag.
 */
function chooseColumns(text: string | undefined, flags: { packages?: boolean; logistics?: boolean }) {
  const chosen = readColumns(text, courseColumns);
  const byFlag = new Set<CourseColumn>(['coursePackages', 'settings']);
  const columns = new Set<CourseColumn>(chosen ?? courseColumns.filter((name) => !byFlag.has(name)));
  if (flags.packages) columns.add('coursePackages');
  if (flags.logistics) columns.add('settings');
  return columns;
}

export function catalogueRoutes(mount: Mount, { clock }: { clock: Clock }): void {
  const index = new CourseIndex(clock);

  const readPage = async (
    db: Kysely<Database>,
    filter: CourseFilter,
    columns: ReadonlySet<CourseColumn>,
    paging: Paging,
  ) => {
    const { page = 1, limit = pageLimit } = paging;
    const ids = await index.read(db, filter);
    // The same cached response is sent to all callers, so pass no student: the free seats must not include seats that
    // one student holds.
    const viewer = { today: today(clock), studentId: null };
    const courses = await readCourses(db, ids.slice((page - 1) * limit, page * limit), columns, viewer);
    return { statusCode: 200 as const, data: { courses, total: ids.length, page, limit } };
  };

  mount(listCourses, async ({ db, query }) => {
    const filter: CourseFilter = {
      search: query.search,
      courseId: query.course_id,
      categoryIds: readCategories(query.category_id, query.category_name),
      feeStructure: query.fee_structure,
      isActiveOnly: query.all !== true,
    };
    const flags = { packages: query.list_course_package === true, logistics: query.list_logistics === true };
    return readPage(db, filter, chooseColumns(query.columns, flags), query);
  });

  mount(listCoursesByCategory, async ({ db, query }) => {
    const filter: CourseFilter = {
      search: query.search,
      courseId: undefined,
      categoryIds: readCategories(query.category_id, query.category_name),
      feeStructure: undefined,
      isActiveOnly: query.activeOnly === true,
    };
    return readPage(db, filter, chooseColumns(query.columns, {}), query);
  });
}
