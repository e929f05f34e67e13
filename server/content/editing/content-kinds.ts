import { addDays } from '../../../contract/days.ts';
import { paths } from '../../../contract/pages.ts';
import type { ContentBody, ContentKind } from '../../../contract/staff/content.ts';
import type { Json } from '../export/exported-tables.ts';
import { listFiles } from '../files/content-files.ts';
import { noticeFileSchema } from '../files/content-schema.ts';
import { academy } from './kinds/academy-kinds.ts';
import { bookingGroups, courses, departments, packages } from './kinds/catalogue-kinds.ts';
import { entriesKind, fixedKind, type KindRules, textOf } from './kinds/kind-rules.ts';
import { menus } from './kinds/menu-kinds.ts';
import { authors, posts } from './kinds/news-kinds.ts';
import { instructors, venues } from './kinds/place-kinds.ts';
import { policies } from './kinds/policy-kinds.ts';

const notices: KindRules = {
  ...entriesKind(listFiles.notices, 'notices'),
  blank: () => ({ title: '', content: '', order: 1 }),
  hidden: ['id'],
  required: ['date', 'expires'],
  schemaOf: () => noticeFileSchema,
  titleOf: (_id, { title }) => textOf(title),
  pageOf: () => paths.home,
  choices: () => ({}),
  needsReason: () => false,
};

const pages = fixedKind({
  home: { title: 'Home', page: paths.home },
  about: { title: 'About us', page: paths.aboutUs },
  'why-landfall': { title: 'Why this academy', page: paths.whyLandfall },
  'mission-vision': { title: 'Mission and vision', page: paths.missionVision },
  'principal-message': { title: 'Message of the principal', page: paths.principalMessage },
  'governing-body': { title: 'Governing board', page: paths.governingBoard },
  contact: { title: 'Contact us', page: paths.contactUs },
  grievance: { title: 'Grievance form', page: paths.grievanceForm },
  'anti-ragging': { title: 'Anti-ragging policy', page: paths.antiRagging },
});

export const contentRules: Readonly<Record<ContentKind, KindRules>> = {
  ...{ courses, packages, departments, 'booking-groups': bookingGroups },
  ...{ venues, instructors },
  ...{ notices, posts, authors, pages, policies, menus, academy },
};

/**
 * Fields of content files that give a date as a number of days after the first content load. Each is mapped to the
 * field with which the editing form replaces it, and which contains the date itself.
 */
const countedDays: Readonly<Record<string, string>> = {
  date_in_days: 'date',
  expires_in_days: 'expires',
  start_in_days: 'start_date',
  end_in_days: 'end_date',
};

function withDates(entry: Json, baseDay: string): Json {
  return Object.fromEntries(
    Object.entries(entry).map(([name, value]) => {
      const dated = countedDays[name];
      if (dated && typeof value === 'number') return [dated, addDays(baseDay, value)];
      const isObject = typeof value === 'object' && value !== null && !Array.isArray(value);
      return [name, isObject ? withDates(value as Json, baseDay) : value];
    }),
  );
}

/**
 * The fields of a published content document that the editing form does not show: the hidden ones, and those that
 * editors cannot change after the first publication.
 */
export const lockedFields = ({ hidden, fixed = [] }: KindRules): readonly string[] => [...hidden, ...fixed];

/**
 * Converts an entry of a content file to the values of the editing form. Numbers of days after `baseDay` become dates.
 * Fields that the form does not show are left out.
 */
export function toBody(rules: KindRules, entry: Json, baseDay: string): ContentBody {
  const locked = lockedFields(rules);
  return Object.fromEntries(Object.entries(withDates(entry, baseDay)).filter(([name]) => !locked.includes(name)));
}

/**
 * Converts the values of the editing form to an entry of a content file. Fields that the form does not show keep their
 * values from `present`, the published entry. In a new document they get their initial values.
 */
export function toEntry(rules: KindRules, id: string, body: ContentBody, present: Json | undefined): Json {
  const locked = present ? lockedFields(rules) : rules.hidden;
  const kept = Object.entries(present ?? rules.hiddenBlank ?? {}).filter(([name]) => locked.includes(name));
  const shown = Object.entries(body).filter(([name]) => !locked.includes(name));
  return {
    ...Object.fromEntries(kept),
    ...(rules.mayAdd ? { id: rules.idPrefix === undefined ? Number(id) : id } : {}),
    ...Object.fromEntries(shown),
  };
}
