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
import { readColumns } from '../http/columns.ts';
import type { Mount } from '../http/mount.ts';
import { readDepartmentCourses, readDepartments } from './department.repo.ts';
import { type DepartmentWish, toDepartment } from './department-shape.ts';

type Query = Received<typeof listDepartments>['query'];

/** Columns of a list: those named, or all; null where the list is not asked for. An unknown name is refused either way. */
function listColumns(isAsked: boolean | undefined, text: string | undefined, allowed: readonly string[], name: string) {
  const named = readColumns(text, allowed, name) ?? allowed;
  return isAsked ? named : null;
}

/** @throws Refusal 400 for a column outside its whitelist */
function readWish(query: Query): DepartmentWish {
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

/** GET /departments (document 2, section 7). */
export function departmentRoutes(mount: Mount): void {
  mount(listDepartments, async ({ db, query }) => {
    const wish = readWish(query);
    const { page = 1, limit = pageLimit, search, dept_id: id } = query;
    const { rows, total } = await readDepartments(db, { search, id, isShownOnly: query.all !== true, page, limit });
    const needsCourses = wish.courses !== null || wish.areCoursesCounted;
    const ids = needsCourses ? rows.map((row) => row.id) : [];
    const courses = ids.length > 0 ? await readDepartmentCourses(db, ids) : new Map<number, never[]>();
    const dept = rows.map((row) => toDepartment(row, courses.get(row.id) ?? [], wish));
    return { statusCode: 200, data: { dept, total, page, limit } };
  });
}
