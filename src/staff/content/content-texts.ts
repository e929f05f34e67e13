import { counted } from '../../../contract/counted.ts';
import { realDaySchema } from '../../../contract/days.ts';
import type { ContentKind, ListedContent } from '../../../contract/staff/content.ts';
import { formatDay, formatInstant } from '../../lib/format/format.ts';

type KindTexts = {
  plural: string;
  one: string;
  add: string;
  about: string;
  /** The texts for removing a content document of this kind. If missing, `offTheSite` is used. */
  removal?: typeof offTheSite;
  /**
   * Says why a document of this kind has no preview. If missing, the console says that the document has no page of its
   * own.
   */
  noPreview?: string;
};

const offTheSite = {
  button: 'Take off the site',
  title: 'Take this off the site?',
  about: 'Visitors do not see it any more. Its history stays, so that it can be restored.',
  done: 'Taken off the site',
};

/** The texts for removing a content document of this kind: button, dialog and toast. */
export const removalOf = (kind: ContentKind) => kindTexts[kind].removal ?? offTheSite;

/** The texts that editors see for each kind of content document. */
export const kindTexts: Readonly<Record<ContentKind, KindTexts>> = {
  courses: {
    ...{ plural: 'Courses', one: 'Course', add: 'New course' },
    about: 'What the academy teaches, with fees and discounts. Batches are in the calendar.',
  },
  packages: {
    ...{ plural: 'Packages', one: 'Package', add: 'New package' },
    about: 'Several courses that students book together, at one price.',
    noPreview: 'The package is not open for booking, so no page shows it.',
  },
  departments: {
    ...{ plural: 'Departments', one: 'Department', add: 'New department' },
    about: 'Who teaches: heads, faculty and facilities.',
  },
  'booking-groups': {
    ...{ plural: 'Book Online', one: 'Group', add: 'New group' },
    about:
      'The groups of courses and packages on Book Online. A course or package that no group names is not listed there.',
    noPreview: 'The group has neither a course nor a package, so Book Online does not show it.',
  },
  venues: {
    ...{ plural: 'Venues', one: 'Venue', add: 'New venue' },
    about: 'Where courses are held: buildings, classrooms and simulators. The calendar offers them for batches.',
    removal: {
      ...{ button: 'Remove venue', title: 'Remove this venue?', done: 'Venue removed' },
      about: 'The calendar does not offer it any more. Batches that have ended still show it. It can be restored.',
    },
  },
  instructors: {
    ...{ plural: 'Instructors', one: 'Instructor', add: 'New instructor' },
    about: 'Who teaches. The calendar offers them for batches.',
    removal: {
      ...{ button: 'Remove instructor', title: 'Remove this instructor?', done: 'Instructor removed' },
      about: 'The calendar does not offer them any more. Batches that have ended still show them. It can be undone.',
    },
  },
  notices: {
    ...{ plural: 'Notices', one: 'Notice', add: 'New notice' },
    about: 'Short messages on Home. Each is shown until its last day.',
  },
  posts: {
    ...{ plural: 'Posts and events', one: 'Post', add: 'New post' },
    about: 'Blogs, events and marine insights.',
  },
  authors: {
    ...{ plural: 'Authors', one: 'Author', add: 'New author' },
    about: 'Who writes the posts. A post shows the name and the picture of its author.',
    noPreview: 'No post names this author yet, so no page shows the name and the picture.',
    removal: {
      ...{ button: 'Remove author', title: 'Remove this author?', done: 'Author removed' },
      about: 'Posts cannot name this author any more. It can be restored.',
    },
  },
  policies: {
    ...{ plural: 'Policies', one: 'Policy', add: 'New policy' },
    about: 'What students agree to. Every text that was in force stays readable, with the day from which it held.',
  },
  menus: {
    ...{ plural: 'Menus and redirects', one: 'Menu', add: 'New menu' },
    about: 'The menu in the header, the footer, and old addresses that lead to new pages.',
  },
  academy: {
    ...{ plural: 'Academy', one: 'Details', add: 'New details' },
    about: 'The name and contacts of the academy on every page, and its legal details on receipts and certificates.',
  },
  pages: { plural: 'Pages', one: 'Page', add: 'New page', about: 'Home and the pages about the academy.' },
};

/** Text and colour of the badge that shows the state of a document in the list. */
export function stateOf({ is_published, is_withdrawn, draft }: ListedContent) {
  if (draft?.publish_error) return { text: 'Not published: see why', color: 'red' };
  if (draft?.publish_at) return { text: `Publishes ${formatInstant(draft.publish_at)}`, color: 'blue' };
  if (draft) return { text: is_published ? 'Draft of changes' : 'New draft', color: 'orange' };
  return { text: is_withdrawn ? 'Off the site' : 'Published', color: 'gray' };
}

/** The value of a field as readable text: HTML without its tags, and a list of groups as the number of its entries. */
export function valueText(value: unknown): string {
  if (value === null || value === undefined || value === '') return 'nothing';
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  if (Array.isArray(value)) {
    const isPlain = value.every((one) => typeof one === 'string' || typeof one === 'number');
    return isPlain ? value.join(', ') || 'nothing' : counted(value.length, 'entry', 'entries');
  }
  if (typeof value === 'object') {
    const texts = Object.values(value).filter((one) => typeof one === 'string' || typeof one === 'number');
    return texts.join(', ') || 'nothing';
  }
  if (typeof value === 'string' && realDaySchema.safeParse(value).success) return formatDay(value);
  return String(value)
    .replace(/<[^>]+>/g, ' ')
    .replace(/\s+/g, ' ')
    .trim();
}
