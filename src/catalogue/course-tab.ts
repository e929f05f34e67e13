/** Tabs of a course page, in order; `?tab=` names them in the address. */
export const courseTabs = [
  { key: 'details', label: 'Details' },
  { key: 'eligibility', label: 'Eligibility' },
  { key: 'fees', label: 'Fees' },
  { key: 'admission', label: 'Admission' },
  { key: 'withdrawal', label: 'Withdrawal' },
  { key: 'structure', label: 'Structure' },
  { key: 'career', label: 'Career' },
] as const;

export type CourseTab = (typeof courseTabs)[number]['key'];

/** The tab that an address names; details where it names none of ours. */
export function readTab(value: unknown): CourseTab {
  return courseTabs.find((tab) => tab.key === value)?.key ?? 'details';
}
