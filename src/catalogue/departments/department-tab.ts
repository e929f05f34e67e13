import type { Department } from '../../../contract/departments.ts';

/** Tabs of a department's page, in order. `?tab=` in the URL selects one by its key. */
const departmentTabs = [
  { key: 'faculty', label: 'Faculty', isShown: ({ faculty }: Department) => faculty?.showOnSite },
  { key: 'facilities', label: 'Facilities', isShown: ({ facility }: Department) => facility?.showOnSite },
  { key: 'courses', label: 'Courses', isShown: ({ courses }: Department) => courses?.showOnSite },
] as const;

export type DepartmentTab = (typeof departmentTabs)[number]['key'];

/** Parses `?tab=` of a department's URL. Undefined for an unknown value. */
export function readDepartmentTab(value: unknown): DepartmentTab | undefined {
  return departmentTabs.find(({ key }) => key === value)?.key;
}

/** The tabs of a department that are set to be shown on the site. */
export function shownTabs(department: Department): Array<{ key: DepartmentTab; label: string }> {
  return departmentTabs.filter(({ isShown }) => isShown(department) === true).map(({ key, label }) => ({ key, label }));
}
