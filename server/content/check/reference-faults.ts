import { categories } from '../../../contract/categories.ts';
import type { ParsedContent } from '../files/content.ts';
import { type ContentFault, jsonPath } from '../files/content-fault.ts';
import { documentFiles, joiningFile, listFiles, studentsFile } from '../files/content-files.ts';
import { visitTexts } from '../text-kinds.ts';

const courseAddress = /^\/course-booking\/([a-z0-9-]+)-(\d+)$/;
const departmentAddress = /^\/departments\/details\/(\d+)\/([a-z0-9-]+)$/;

/** The path of the content file of the course with this code. */
function fileOfCourse(code: string): string {
  return `courses/${code.toLowerCase()}.json`;
}

type Location = { file: string; path: string };

/**
 * Finds unknown and repeated entries in a list of course codes, package ids or ids of document kinds. `what`: what an
 * entry identifies, such as `course`, for the text of the fault.
 */
function checkNames<T>(at: Location, what: string, names: readonly T[], isKnown: (name: T) => boolean): ContentFault[] {
  return names.flatMap((name, index) => {
    const location = { file: at.file, path: `${at.path}[${index}]` };
    if (!isKnown(name)) return [{ ...location, reason: `there is no ${what} ${name}` }];
    return names.indexOf(name) < index ? [{ ...location, reason: `${what} ${name} is named twice` }] : [];
  });
}

/**
 * Returns a function that checks whether there is a course with the given code. A course whose file could not be parsed
 * counts too.
 */
function toCourseTest({ courses, brokenFiles }: Pick<ParsedContent, 'courses' | 'brokenFiles'>) {
  const codes = new Set(courses.map(({ course }) => course.course_code));
  return (code: string) => codes.has(code) || brokenFiles.has(fileOfCourse(code));
}

function listReferences({ courses, lists, brokenFiles }: ParsedContent): ContentFault[] {
  const isCourse = toCourseTest({ courses, brokenFiles });
  const isPackage = (id: number) => !lists.packages || lists.packages.some((one) => one.id === id);
  const file = listFiles['booking-groups'];
  return [
    ...(lists.packages ?? []).flatMap((one, index) =>
      checkNames({ file: listFiles.packages, path: `[${index}].course_codes` }, 'course', one.course_codes, isCourse),
    ),
    ...(lists['booking-groups'] ?? []).flatMap((group, index) => [
      ...checkNames({ file, path: `[${index}].course_codes` }, 'course', group.course_codes, isCourse),
      ...checkNames({ file, path: `[${index}].package_ids` }, 'package', group.package_ids, isPackage),
    ]),
  ];
}

function courseReferences({ courses, brokenFiles, lists: { departments } }: ParsedContent): ContentFault[] {
  const isCourse = toCourseTest({ courses, brokenFiles });
  return courses.flatMap(({ file, course }) => {
    const { prerequisites = [] } = course;
    const faults = checkNames({ file, path: 'prerequisites' }, 'course', prerequisites, isCourse);
    if (prerequisites.includes(course.course_code))
      faults.push({ file, path: 'prerequisites', reason: 'a course cannot be its own prerequisite' });
    const expectedFile = fileOfCourse(course.course_code);
    if (file !== expectedFile) faults.push({ file, path: 'course_code', reason: `belongs into ${expectedFile}` });
    if (departments && !departments.some(({ id }) => id === course.department_id)) {
      faults.push({ file, path: 'department_id', reason: `there is no department ${course.department_id}` });
    }
    return faults;
  });
}

function postReferences({ posts, lists: { authors } }: ParsedContent): ContentFault[] {
  return posts.flatMap(({ file, post: { author } }) =>
    author === null || !authors || authors.some(({ slug }) => slug === author)
      ? []
      : [{ file, path: 'author', reason: `there is no author ${author}` }],
  );
}

function documentReferences({ documents: { header, home } }: ParsedContent): ContentFault[] {
  const items = header?.items ?? [];
  const faults: ContentFault[] = [];
  for (const [index, { parent_id }] of items.entries()) {
    if (parent_id === null || items.some(({ id }) => id === parent_id)) continue;
    faults.push({
      file: documentFiles.header,
      path: `items[${index}].parent_id`,
      reason: `there is no menu item ${parent_id}`,
    });
  }
  for (const [index, { category_id }] of (home?.cards ?? []).entries()) {
    if (categories.some(({ id }) => id === category_id)) continue;
    const path = `cards[${index}].category_id`;
    faults.push({ file: documentFiles.home, path, reason: `there is no category ${category_id}` });
  }
  return faults;
}

/**
 * Finds venues and kinds of documents that course files name but `joining.json` does not have, and venues that are
 * named although they are no longer in use.
 */
function joiningReferences({ courses, joining }: ParsedContent): ContentFault[] {
  if (!joining) return [];
  const { venue_id, venues = [], document_kinds = [] } = joining;
  const checkVenue = (location: Location, id: string | undefined): ContentFault[] => {
    const venue = venues.find((one) => one.id === id);
    if (id === undefined || (venue && venue.is_active !== false)) return [];
    const reason = venue ? `venue ${id} is not in use any more` : `there is no venue ${id} in ${joiningFile}`;
    return [{ ...location, reason }];
  };
  const isKind = (kind: string) => document_kinds.some(({ id }) => id === kind);
  return [
    ...checkVenue({ file: joiningFile, path: 'venue_id' }, venue_id),
    ...courses.flatMap(({ file, course: { settings, requiredDocuments = [] } }) => [
      ...checkVenue({ file, path: 'settings.venue_id' }, settings?.venue_id),
      ...requiredDocuments.flatMap(({ kinds = [] }, index) =>
        checkNames({ file, path: `requiredDocuments[${index}].kinds` }, 'document kind', kinds, isKind),
      ),
    ]),
  ];
}

/**
 * Finds broken links in the files of `documentFiles`, such as home.json: links to pages of inactive or unknown
 * courses, and of unknown departments.
 */
function linkReferences({ courses, lists, documents }: ParsedContent): ContentFault[] {
  const pages = new Set([
    ...courses.filter(({ course }) => course.is_active).map(({ course: { meta_text, id } }) => `${meta_text}-${id}`),
    ...(lists.departments ?? []).map(({ id, slug }) => `${id}/${slug}`),
  ]);
  const faults: ContentFault[] = [];
  for (const [name, file] of Object.entries(documentFiles)) {
    visitTexts(documents[name as keyof typeof documentFiles], (text, keys, kind) => {
      if (kind !== 'link') return;
      const [, slug, id] = courseAddress.exec(text) ?? [];
      const [, departmentId, departmentSlug] = departmentAddress.exec(text) ?? [];
      const page = slug ? `${slug}-${id}` : departmentId ? `${departmentId}/${departmentSlug}` : null;
      if (page && !pages.has(page)) faults.push({ file, path: jsonPath(keys), reason: `leads nowhere: ${text}` });
    });
  }
  return faults;
}

/** Finds courses, packages and batches that the orders of demo students name, but that do not exist. */
function studentReferences({ students, courses, lists, brokenFiles }: ParsedContent): ContentFault[] {
  const batches = students.flatMap(({ orders = [] }, index) =>
    orders.flatMap(({ items }, order) =>
      items.flatMap((item, itemIndex) =>
        item.batches.map((batch, n) => ({ batch, item, path: `[${index}].orders[${order}].items[${itemIndex}]`, n })),
      ),
    ),
  );
  return batches.flatMap(({ batch, item, path, n }) => {
    const course = courses.find((one) => one.course.course_code === batch.course_code)?.course;
    const blame = (name: string, reason: string) => [{ file: studentsFile, path: `${path}.${name}`, reason }];
    const isLost = !course && !brokenFiles.has(fileOfCourse(batch.course_code));
    if (isLost) return blame(`batches[${n}].course_code`, `there is no course ${batch.course_code}`);
    if (course && batch.n !== undefined && batch.n >= (course.batches?.count ?? 0))
      return blame(`batches[${n}].n`, `${batch.course_code} has no such run`);
    if (item.package_id !== undefined && lists.packages && !lists.packages.some(({ id }) => id === item.package_id))
      return blame('package_id', `there is no package ${item.package_id}`);
    return [];
  });
}

/** Finds all references in a content folder to something that the folder does not have. */
export function referenceFaults(parsed: ParsedContent): ContentFault[] {
  const isEveryPageKnown = ![...parsed.brokenFiles].some(
    (file) => file.startsWith('courses/') || file === listFiles.departments,
  );
  return [
    ...listReferences(parsed),
    ...courseReferences(parsed),
    ...postReferences(parsed),
    ...studentReferences(parsed),
    ...documentReferences(parsed),
    ...joiningReferences(parsed),
    ...(isEveryPageKnown ? linkReferences(parsed) : []),
  ];
}
