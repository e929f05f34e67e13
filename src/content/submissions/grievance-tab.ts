/** Tabs below the form, in their order; the first is open without a word in the address. */
export const grievanceTabs = [
  { key: 'committee', label: 'Committee' },
  { key: 'objectives', label: 'Objectives' },
  { key: 'process', label: 'Process' },
] as const;
export type GrievanceTab = (typeof grievanceTabs)[number]['key'];

/** The tab that an address names; the first where it names none. */
export function readGrievanceTab(tab: unknown): GrievanceTab {
  return grievanceTabs.find(({ key }) => key === tab)?.key ?? 'committee';
}
