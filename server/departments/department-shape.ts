import type * as z from 'zod';
import { type Department, departmentSchema } from '../../contract/departments.ts';
import type { DepartmentCourse, DepartmentRow } from './department.repo.ts';

/** What a call asks of each department; a list's columns undefined is all of them, null is no list. */
export type DepartmentWish = {
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

/** The department as it is asked for. What is not shown on the site is left out, whoever asks. */
export function toDepartment(
  row: DepartmentRow,
  courses: readonly DepartmentCourse[],
  wish: DepartmentWish,
): Department {
  const { body, ...core } = row;
  const { department_head, faculty, facility, courses: courseTab, ...texts } = storedSchema.parse(body);
  const staff = faculty.showOnSite ? (faculty.faculty_list ?? []) : [];
  const rooms = facility.showOnSite ? (facility.facility_list ?? []) : [];
  const taught = courseTab.showOnSite ? courses : [];
  const blocks = {
    department_head: chooseHead(department_head, wish.hod),
    faculty: {
      showOnSite: faculty.showOnSite,
      title: faculty.title,
      ...(wish.faculty ? { faculty_list: staff.map((one) => pick(one, wish.faculty ?? [])) } : {}),
    },
    facility: {
      showOnSite: facility.showOnSite,
      title: facility.title,
      ...(wish.facility ? { facility_list: rooms.map((one) => pick(one, wish.facility ?? [])) } : {}),
    },
    courses: {
      showOnSite: courseTab.showOnSite,
      title: courseTab.title,
      ...(wish.courses ? { course_list: taught.map((one) => pick(one, wish.courses ?? [])) } : {}),
    },
  };
  return {
    ...core,
    ...pick({ ...texts, ...blocks }, wish.columns),
    ...(wish.isFacultyCounted ? { facultyCount: staff.length } : {}),
    ...(wish.areCoursesCounted ? { courseCount: taught.length } : {}),
  };
}
