import {
  departmentColumns,
  departmentCourseColumns,
  facilityColumns,
  facultyColumns,
  hodColumns,
  listDepartments,
} from '../../contract/departments.ts';
import type { Received } from '../../contract/endpoint.ts';
import { pageLimit } from '../../contract/limits.ts';
import { readColumns } from '../http/column-list.ts';
import type { Mount } from '../http/mount/mount.ts';
import { countDepartmentCourses, readDepartmentCourses, readDepartments } from './department.repo.ts';
import { type DepartmentSelection, toDepartment } from './department-shape.ts';

type Query = Received<typeof listDepartments>['query'];

/**
 * The columns that a request names for a list such as the faculty, or all columns if it names none; null if the list
 * itself is not requested. Names of unknown columns are rejected even if the list is not requested.
 */
function listColumns(
  isRequested: boolean | undefined,
  text: string | undefined,
  allowed: readonly string[],
  name: string,
) {
  const named = readColumns(text, allowed, name) ?? allowed;
  return isRequested ? named : null;
}

/**
 * Parses which fields and lists of departments a request selects.
 * @throws Refusal 400 for a column that is not allowed
 */
function readSelection(query: Query): DepartmentSelection {
  return {
    columns: readColumns(query.columns, departmentColumns) ?? departmentColumns,
    hod: listColumns(query.hodDetails, query.hodColumns, hodColumns, 'hodColumns'),
    faculty: listColumns(query.facultiesList, query.facultyColumns, facultyColumns, 'facultyColumns'),
    facility: listColumns(query.facilitiesList, query.facilityColumns, facilityColumns, 'facilityColumns'),
    courses: listColumns(query.courseList, query.courseColumns, departmentCourseColumns, 'courseColumns'),
    isFacultyCounted: query.facultyCount === true,
    areCoursesCounted: query.courseCount === true,
  };
}

/** The call GET /departments (docs/product.md#calls). */
export function departmentRoutes(mount: Mount): void {
  mount(listDepartments, async ({ db, query }) => {
    const selection = readSelection(query);
    const { page = 1, limit = pageLimit, search, dept_id: id } = query;
    const { rows, total } = await readDepartments(db, { search, id, isShownOnly: query.all !== true, page, limit });
    const ids = rows.map((row) => row.id);
    const needsCount = selection.courses !== null || selection.areCoursesCounted;
    const counts = needsCount ? await countDepartmentCourses(db, ids) : new Map<number, never>();
    const courses = selection.courses !== null ? await readDepartmentCourses(db, ids) : new Map<number, never[]>();
    const dept = rows.map((row) => {
      const offered = { list: courses.get(row.id) ?? [], total: counts.get(row.id) ?? 0 };
      return toDepartment(row, offered, selection);
    });
    return { statusCode: 200, data: { dept, total, page, limit } };
  });
}
