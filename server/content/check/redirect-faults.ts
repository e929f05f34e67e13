import { categories } from '../../../contract/categories.ts';
import { newsCategories, newsCategoryById, postPath } from '../../../contract/news-categories.ts';
import { departmentPath, paths } from '../../../contract/pages.ts';
import { legacyPath } from '../../../contract/redirects.ts';
import type { ParsedContent } from '../files/content.ts';
import type { ContentFault } from '../files/content-fault.ts';
import { documentFiles } from '../files/content-files.ts';

const ownPath = /^\/(?!\/)[^\s\\?#]*$/;
const coursePage = /^\/course-booking\/[a-z0-9-]+-\d+$/;
const livePages: ReadonlySet<string> = new Set([
  ...Object.values(paths),
  ...[...categories, ...newsCategories].map(({ path }) => path),
]);
/**
 * Paths of the server's own routes, of the staff console and of pages with an id in their path. They cannot be
 * redirected.
 */
const reserved = /^\/(api|staff|sandbox|wp-json|media|assets|certificates|course-booking\/(checkout|receipt))(\/|$)/;

/**
 * Finds invalid redirects. The old path must be a path of this site, occur only once, and not belong to an existing
 * page. The new path must be a path of this site, and must not lead to an inactive or unknown course. It must not be
 * redirected itself, so that there are no loops.
 */
export function redirectFaults({
  documents: { redirects = [] },
  lists,
  courses,
  posts,
  brokenFiles,
}: ParsedContent): ContentFault[] {
  const isEveryCourseKnown = ![...brokenFiles].some((file) => file.startsWith('courses/'));
  const targets = new Set(
    courses.flatMap(({ course }) => (course.is_active ? [`/course-booking/${course.meta_text}-${course.id}`] : [])),
  );
  const ownPages = new Set([
    ...targets,
    ...(lists.departments ?? []).map(departmentPath),
    ...posts.flatMap(({ post }) => {
      const category = newsCategoryById(post.category_id);
      return category ? [postPath(category, post)] : [];
    }),
  ]);
  const sources = redirects.map(({ from }) => legacyPath(from));
  return redirects.flatMap(({ from, to }, index) => {
    const at = (key: string, reason: string) => ({ file: documentFiles.redirects, path: `[${index}].${key}`, reason });
    const source = legacyPath(from);
    const faults: ContentFault[] = [];
    if (!ownPath.test(from)) faults.push(at('from', `is no path: '${from.slice(0, 80)}'`));
    if (livePages.has(source) || ownPages.has(source) || reserved.test(source))
      faults.push(at('from', `is an address of this site already, which a redirect would hide: ${from}`));
    if (sources.indexOf(source) < index) faults.push(at('from', `${from} is redirected twice`));
    if (!ownPath.test(to)) faults.push(at('to', `is no path: '${to.slice(0, 80)}'`));
    if (sources.includes(legacyPath(to))) faults.push(at('to', `is itself redirected: ${to}`));
    if (isEveryCourseKnown && coursePage.test(to) && !targets.has(to)) faults.push(at('to', `leads nowhere: ${to}`));
    return faults;
  });
}
