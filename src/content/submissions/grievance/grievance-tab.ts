/** Tabs below the form, in order. `?tab=` in the URL selects one by its key. */
export const grievanceTabs = [
  { key: 'committee', label: 'Committee' },
  { key: 'objectives', label: 'Objectives' },
  { key: 'process', label: 'Process' },
] as const;
export type GrievanceTab = (typeof grievanceTabs)[number]['key'];

/** Parses `?tab=`. An unknown value selects the first tab. */
export function readGrievanceTab(tab: unknown): GrievanceTab {
  return grievanceTabs.find(({ key }) => key === tab)?.key ?? 'committee';
}
