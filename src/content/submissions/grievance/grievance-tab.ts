/** Tabs below the grievance form, in order. `?tab=` in the URL selects one by its key. */
export const grievanceTabs = [
  { key: 'committee', label: 'Committee' },
  { key: 'objectives', label: 'Objectives' },
  { key: 'process', label: 'Process' },
] as const;
export type GrievanceTab = (typeof grievanceTabs)[number]['key'];

/** Parses `?tab=` of the grievance page's URL. An unknown value selects the first tab. */
export function readGrievanceTab(tab: unknown): GrievanceTab {
  return grievanceTabs.find(({ key }) => key === tab)?.key ?? 'committee';
}
