import type * as z from 'zod';
import { type Department, departmentSchema } from '../../contract/departments.ts';
import type { DepartmentCourse, DepartmentRow } from './department.repo.ts';

/**
 * The fields and lists of a department that a request selects. For a list such as the faculty: the requested columns of
 * its entries, or null if the list itself is not requested.
 */
export type DepartmentSelection = {
  columns: readonly string[];
  hod: readonly string[] | null;
  faculty: readonly string[] | null;
  facility: readonly string[] | null;
  courses: readonly string[] | null;
  isFacultyCounted: boolean;
  areCoursesCounted: boolean;
};

const storedSchema = departmentSchema
  .omit({ id: true, department_name: true, slug: true, status: true, show_on_website: true })
  .required({ department_head: true, faculty: true, facility: true, courses: true });
type Stored = z.infer<typeof storedSchema>;

function pick<T extends object>(whole: T, names: readonly string[]): T {
  return Object.fromEntries(Object.entries(whole).filter(([name]) => name === 'id' || names.includes(name))) as T;
}

function chooseHead({ showProfile, message, hodDetails }: Stored['department_head'], names: readonly string[] | null) {
  if (!showProfile) return { showProfile };
  return { showProfile, message, ...(names && hodDetails ? { hodDetails: pick(hodDetails, names) } : {}) };
}

/**
 * The requested fields and lists of a department, as the API returns them. The list of courses contains only the first
 * courses. If there are more, the number of all courses is added. The contents of sections that are not shown on the
 * site are always left out.
 */
export function toDepartment(
  row: DepartmentRow,
  courses: { list: readonly DepartmentCourse[]; total: number },
  selection: DepartmentSelection,
): Department {
  const { body, ...core } = row;
  const { department_head, faculty, facility, courses: courseTab, ...texts } = storedSchema.parse(body);
  const staff = faculty.showOnSite ? (faculty.faculty_list ?? []) : [];
  const facilities = facility.showOnSite ? (facility.facility_list ?? []) : [];
  const taught = courseTab.showOnSite ? courses : { list: [], total: 0 };
  const blocks = {
    department_head: chooseHead(department_head, selection.hod),
    faculty: {
      showOnSite: faculty.showOnSite,
      title: faculty.title,
      ...(selection.faculty ? { faculty_list: staff.map((one) => pick(one, selection.faculty ?? [])) } : {}),
    },
    facility: {
      showOnSite: facility.showOnSite,
      title: facility.title,
      ...(selection.facility ? { facility_list: facilities.map((one) => pick(one, selection.facility ?? [])) } : {}),
    },
    courses: {
      showOnSite: courseTab.showOnSite,
      title: courseTab.title,
      ...(selection.courses ? { course_list: taught.list.map((one) => pick(one, selection.courses ?? [])) } : {}),
      ...(selection.courses && taught.total > taught.list.length ? { course_total: taught.total } : {}),
    },
  };
  return {
    ...core,
    ...pick({ ...texts, ...blocks }, selection.columns),
    ...(selection.isFacultyCounted ? { facultyCount: staff.length } : {}),
    ...(selection.areCoursesCounted ? { courseCount: taught.total } : {}),
  };
}
