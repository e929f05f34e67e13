import type { CmsPage, CmsPageName } from '../../../contract/cms.ts';

/**
 * Blocks of a content page. `letter`: if the page is about a single person, its sections are shown as a message from
 * that person.
 */
export type BlockName =
  | 'facts'
  | 'sections'
  | 'letter'
  | 'features'
  | 'people'
  | 'certificates'
  | 'campusImages'
  | 'offices'
  | 'faqs';

const defaultOrder: readonly BlockName[] = [
  'facts',
  'sections',
  'features',
  'people',
  'certificates',
  'campusImages',
  'faqs',
  'offices',
];

/** Blocks that come first on certain content pages, because visitors come to these pages for them. */
const firstBlocks: Partial<Record<CmsPageName, readonly BlockName[]>> = {
  'governing-body': ['people'],
  'why-landfall': ['facts', 'features'],
  contact: ['offices', 'faqs'],
};

/** The blocks of a content page in reading order, each once. */
export function blockOrder(name: CmsPageName, page: CmsPage): BlockName[] {
  const isLetter = page.people?.list.length === 1 && page.sections.length > 0;
  const combined: readonly BlockName[] = isLetter ? ['sections', 'people'] : [];
  const first: readonly BlockName[] = isLetter ? ['letter'] : (firstBlocks[name] ?? []);
  return [...first, ...defaultOrder.filter((block) => !first.includes(block) && !combined.includes(block))];
}
