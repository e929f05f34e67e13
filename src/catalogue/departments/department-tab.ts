import type { Department } from '../../../contract/departments.ts';

/** Tabs of a department's page, in order; `?tab=` names them in the address. */
const departmentTabs = [
  { key: 'faculty', label: 'Faculty', isOn: ({ faculty }: Department) => faculty?.showOnSite },
  { key: 'facilities', label: 'Facilities', isOn: ({ facility }: Department) => facility?.showOnSite },
  { key: 'courses', label: 'Courses', isOn: ({ courses }: Department) => courses?.showOnSite },
] as const;

export type DepartmentTab = (typeof departmentTabs)[number]['key'];

/** What an address asks for, as far as it is a tab of ours. */
export function readDepartmentTab(value: unknown): DepartmentTab | undefined {
  return departmentTabs.find(({ key }) => key === value)?.key;
}

/** The tabs whose `showOnSite` is set (document 2, section 2). */
export function shownTabs(department: Department): Array<{ key: DepartmentTab; label: string }> {
  return departmentTabs.filter(({ isOn }) => isOn(department) === true).map(({ key, label }) => ({ key, label }));
}
