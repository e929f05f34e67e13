/** Tabs of a course page, in order. `?tab=` in the URL selects one by its key. */
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

/** Parses `?tab=` of a course's URL. An unknown value selects the details tab. */
export function readTab(value: unknown): CourseTab {
  return courseTabs.find((tab) => tab.key === value)?.key ?? 'details';
}
