import type { BookingTab } from '../../../../contract/booking-tabs.ts';
import { categories } from '../../../../contract/categories.ts';
import { coursePath, departmentPath, paths } from '../../../../contract/pages.ts';
import type { ContentBody } from '../../../../contract/staff/content.ts';
import type { Files, Json } from '../../export/exported-tables.ts';
import { coursesFolder, joiningFile, listFiles } from '../../files/content-files.ts';
import { bookingGroupFileSchema, packageFileSchema } from '../../files/content-schema.ts';
import { courseFileSchema } from '../../files/course-file.ts';
import { departmentSchema } from '../../files/department-file.ts';
import { isSame } from '../../load/merge-fields.ts';
import type { UsedIds } from '../form-fields.ts';
import { courseSections, courseTexts, departmentTexts, groupTexts, packageTexts } from './catalogue-texts.ts';
import { entriesKind, entriesOf, filesIn, folderKind, type KindRules, textOf } from './kind-rules.ts';
import { venues } from './place-kinds.ts';

const byLabel = (one: { label: string }, other: { label: string }) => one.label.localeCompare(other.label);

const courseChoices = (files: Files) =>
  filesIn(files, coursesFolder)
    .map(([, course]) => ({ value: textOf(course.course_code), label: textOf(course.course_name) }))
    .toSorted(byLabel);

const namesIn = (files: Files, path: string, list: string) => {
  const found = (files.get(path) as Record<string, unknown> | undefined)?.[list];
  return Array.isArray(found) ? (found as Record<string, unknown>[]) : [];
};

/** The position of a new course, package or booking group: after the last one. */
const lastPlace = (entries: readonly { position?: unknown }[]) =>
  Math.max(0, ...entries.map(({ position }) => Number(position) || 0)) + 1;

const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);

/**
 * The tab of Book Online on which the draft of a group is previewed: Packages if the draft changes only the packages,
 * otherwise Individual Courses. If the group has nothing to show on this tab, it is the other tab. Null if the group is
 * empty, because the page then does not show it.
 */
function tabOf(group: ContentBody, published: Json | undefined): BookingTab | null {
  const [courses, bundles] = [listOf(group.course_codes), listOf(group.package_ids)];
  const changes = (list: 'course_codes' | 'package_ids') => !isSame(listOf(group[list]), listOf(published?.[list]));
  if (bundles.length > 0 && (courses.length === 0 || (changes('package_ids') && !changes('course_codes'))))
    return 'packages';
  return courses.length > 0 ? 'individual' : null;
}

/** A change of a price, or of what can be booked, needs a reason from the editor. */
const concernsMoney: KindRules['needsReason'] = ({ path }) =>
  /^(total_fee|actual_fee|fees|discounts|is_active|course_codes)\b/.test(path);

/**
 * Returns the highest discount id that is or was in use. Discount ids are unique across all courses and packages. No
 * new discount gets the id of a removed one, because loads, exports and restored versions would confuse the two.
 */
function usedIds(files: Files, { discounts: former = 0 }: UsedIds) {
  const owners = [
    ...filesIn(files, coursesFolder).map(([, course]) => course),
    ...entriesOf(files, listFiles.packages),
  ];
  const discounts = owners.flatMap((owner) => (Array.isArray(owner.discounts) ? owner.discounts : []));
  return { discounts: Math.max(former, ...discounts.map(({ id }) => Number(id) || 0)) };
}

export const courses: KindRules = {
  ...folderKind(coursesFolder, 'courses', ({ course_code }) => textOf(course_code).toLowerCase()),
  mayRemove: false,
  blank: (files) => ({
    ...{ course_name: '', course_code: '', is_active: true, meta_text: '', course_template: 'Post-Sea Course' },
    position: lastPlace(filesIn(files, coursesFolder).map(([, course]) => course)),
    ...{ duration_unit: 'day', discounts: [], short_description: '', featured_image_url: '', banner_image_url: '' },
  }),
  hidden: ['id', 'batches'],
  hiddenBlank: { batches: null },
  fixed: ['course_code'],
  required: [],
  sections: courseSections,
  texts: courseTexts,
  schemaOf: () => courseFileSchema,
  titleOf: (_id, { course_name }) => textOf(course_name),
  pageOf: (id, { meta_text, is_active }) =>
    meta_text && is_active ? coursePath({ id: Number(id), meta_text: textOf(meta_text) }) : null,
  isWithdrawn: ({ is_active }) => is_active === false,
  choices: (files) => ({
    category_id: categories.map(({ id, name }) => ({ value: id, label: name })),
    department_id: entriesOf(files, listFiles.departments).map(({ id, department_name }) => ({
      value: Number(id),
      label: textOf(department_name),
    })),
    prerequisites: courseChoices(files),
    venue_id: venues.list(files).map(({ id, entry }) => ({ value: id, label: textOf(entry.address) })),
    kinds: namesIn(files, joiningFile, 'document_kinds').map(({ id }) => ({ value: textOf(id), label: textOf(id) })),
  }),
  usedIds,
  needsReason: concernsMoney,
};

export const packages: KindRules = {
  ...entriesKind(listFiles.packages, 'packages'),
  mayRemove: false,
  blank: (files) => ({
    ...{ package_name: '', description: '', featured_image_url: '', duration_unit: 'day', is_active: true },
    position: lastPlace(entriesOf(files, listFiles.packages)),
    ...{ course_codes: [], discounts: [] },
  }),
  hidden: ['id'],
  required: [],
  texts: packageTexts,
  schemaOf: () => packageFileSchema,
  titleOf: (_id, { package_name }) => textOf(package_name),
  pageOf(id, { course_codes, is_active }, files) {
    const groups = entriesOf(files, listFiles['booking-groups']);
    const isListed = groups.some(({ package_ids }) => listOf(package_ids).includes(Number(id)));
    if (is_active && isListed) return `${paths.bookOnline}?package=${id}`;
    // A package that no group names is shown only on the pages of its courses.
    const codes = listOf(course_codes);
    const first = filesIn(files, coursesFolder).find(([, course]) => codes.includes(course.course_code))?.[1];
    return is_active && first ? coursePath({ id: Number(first.id), meta_text: textOf(first.meta_text) }) : null;
  },
  isWithdrawn: ({ is_active }) => is_active === false,
  choices: (files) => ({ course_codes: courseChoices(files) }),
  usedIds,
  needsReason: concernsMoney,
};

export const departments: KindRules = {
  ...entriesKind(listFiles.departments, 'departments'),
  mayRemove: false,
  blank: () => ({
    ...{ department_name: '', slug: '', status: 'active', show_on_website: true },
    body: {
      ...{ description: '', banner_image_url: '' },
      department_head: {
        ...{ showProfile: false, message: '' },
        hodDetails: { first_name: '', last_name: '', professional_designation: '', specialization: '' },
      },
      faculty: { showOnSite: false, title: 'Faculty', faculty_list: [] },
      facility: { showOnSite: false, title: 'Facilities', facility_list: [] },
      courses: { showOnSite: true, title: 'Courses' },
      ...{ page_title: '', meta_title: '', meta_description: '', meta_keywords: '', canonical_url: '' },
    },
  }),
  hidden: ['id'],
  required: [],
  texts: departmentTexts,
  schemaOf: () => departmentSchema,
  isWithdrawn: ({ status, show_on_website }) => status === 'inactive' || show_on_website === false,
  titleOf: (_id, { department_name }) => textOf(department_name),
  pageOf: (id, { slug, status, show_on_website }) =>
    slug && status === 'active' && show_on_website ? departmentPath({ id: Number(id), slug: textOf(slug) }) : null,
  choices: () => ({}),
  needsReason: () => false,
};

export const bookingGroups: KindRules = {
  ...entriesKind(listFiles['booking-groups'], 'booking_groups'),
  blank: (files) => ({
    ...{ title: '', description: '', course_codes: [], package_ids: [] },
    position: lastPlace(entriesOf(files, listFiles['booking-groups'])),
  }),
  hidden: ['id'],
  required: [],
  texts: groupTexts,
  schemaOf: () => bookingGroupFileSchema,
  titleOf: (_id, { title }) => textOf(title),
  pageOf(id, body, files) {
    const groups = entriesOf(files, listFiles['booking-groups']);
    const tab = tabOf(
      body,
      groups.find((group) => String(group.id) === id),
    );
    return tab && `${paths.bookOnline}?tab=${tab}`;
  },
  choices: (files) => ({
    course_codes: courseChoices(files),
    package_ids: entriesOf(files, listFiles.packages).map(({ id, package_name }) => ({
      value: Number(id),
      label: textOf(package_name),
    })),
  }),
  needsReason: () => false,
};
