import type { CmsPage, CmsPageName } from '../../../contract/cms.ts';

/** Blocks of a page; a `letter` is its one person beside its sections. */
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

const usual: readonly BlockName[] = [
  'facts',
  'sections',
  'features',
  'people',
  'certificates',
  'campusImages',
  'faqs',
  'offices',
];

/** What a reader came for stands first. */
const leading: Partial<Record<CmsPageName, readonly BlockName[]>> = {
  'governing-body': ['people'],
  'why-landfall': ['facts', 'features'],
  contact: ['offices', 'faqs'],
};

/** The blocks of a page in reading order, each once. */
export function blockOrder(name: CmsPageName, page: CmsPage): BlockName[] {
  const isLetter = page.people?.list.length === 1 && page.sections.length > 0;
  const replaced: readonly BlockName[] = isLetter ? ['sections', 'people'] : [];
  const first: readonly BlockName[] = isLetter ? ['letter'] : (leading[name] ?? []);
  return [...first, ...usual.filter((block) => !first.includes(block) && !replaced.includes(block))];
}
