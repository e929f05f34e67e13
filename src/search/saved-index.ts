import type { FetchQueryOptions, QueryClient, QueryKey } from '@tanstack/react-query';
import { listCourses } from '../../contract/catalogue.ts';
import { categories } from '../../contract/categories.ts';
import { cmsPageNames } from '../../contract/cms.ts';
import { listDepartments } from '../../contract/departments.ts';
import { endpointUrl } from '../../contract/endpoint-url.ts';
import { blogsOnHome, eventsOnHome } from '../../contract/limits.ts';
import { getPost } from '../../contract/news.ts';
import { type NewsCategory, newsCategories } from '../../contract/news-categories.ts';
import { newsPagesSaved } from '../../contract/offline.ts';
import { courseCall, departmentCall, postCall } from '../../contract/page-calls.ts';
import { paths } from '../../contract/pages.ts';
import {
  antiRaggingEntry,
  cmsEntry,
  courseEntry,
  departmentEntry,
  menuEntries,
  metaEntry,
  packageEntry,
  postEntry,
  withoutRepeats,
} from '../../contract/search-entries.ts';
import { type SearchEntry, SearchIndex } from '../../contract/search-index.ts';
import { bookingQueries } from '../booking/booking.queries.ts';
import { courseQueries } from '../catalogue/course.queries.ts';
import { departmentQueries } from '../catalogue/departments/department.queries.ts';
import { cmsQueries } from '../content/cms/cms.queries.ts';
import { contentQueries } from '../content/content.queries.ts';
import { policyQueries } from '../content/policies/policy.queries.ts';
import { newsQueries } from '../news/news.queries.ts';
import type { CourseRow } from '../offline/download/course-search.ts';
import { libraryStore } from '../offline/download/library-store.ts';
import { deviceStore } from '../offline/saved/device-store.ts';
import { readSavedAt } from '../offline/saved/query-persistence.ts';
import { subject } from '../offline/session/subject.ts';

/**
 * What this device has saved: pages that were visited, pages that were saved ahead of a visit, and the offline library.
 */
class SavedContent {
  readonly #client: QueryClient;
  readonly #libraryPaths: ReadonlySet<string>;

  constructor(client: QueryClient, libraryPaths: ReadonlySet<string>) {
    this.#client = client;
    this.#libraryPaths = libraryPaths;
  }

  /** The data of a TanStack query; null if it cannot be loaded. Offline, it comes from what the device has saved. */
  read<Found, Key extends QueryKey>(query: FetchQueryOptions<Found, Error, Found, Key>): Promise<Found | null> {
    return this.#client.ensureQueryData({ ...query, retry: false }).catch(() => null);
  }

  /**
   * Whether a page can be opened offline. `query`: the query for the page's content; `path`: the path of that query's
   * API call.
   */
  async has(query: { queryKey: QueryKey }, path: string): Promise<boolean> {
    if (this.#libraryPaths.has(path) || this.#client.getQueryData(query.queryKey)) return true;
    return (await readSavedAt(deviceStore, query.queryKey)) !== null;
  }

  /** Returns the items for which `has` is true: those whose page can be opened offline. */
  async filter<T>(all: readonly T[], has: (one: T) => Promise<boolean>): Promise<T[]> {
    const isSaved = await Promise.all(all.map(has));
    return all.filter((_, index) => isSaved[index]);
  }
}

/**
 * Search entries for the courses whose own page is saved on this device. `rows`: the courses of the offline library,
 * each with all words by which it can be found.
 */
async function readCourses(saved: SavedContent, rows: readonly CourseRow[]): Promise<SearchEntry[]> {
  const rowById = new Map(rows.map((row) => [row.id, row]));
  const lists = await Promise.all(categories.map(({ id }) => saved.read(courseQueries.byCategory(id))));
  const listed = lists.flatMap((list) => list?.courses ?? []).filter(({ is_active }) => is_active);
  const openable = await saved.filter(listed, async ({ id }) =>
    rowById.has(id) ? true : saved.has(courseQueries.detail(id), endpointUrl(listCourses, courseCall(id))),
  );
  const listedIds = new Set(listed.map(({ id }) => id));
  return [
    ...openable.map((course) => {
      const entry = courseEntry(course);
      return { ...entry, text: `${entry.text} ${rowById.get(course.id)?.words ?? ''}` };
    }),
    ...rows
      .filter(({ id }) => !listedIds.has(id))
      .map(({ id, name, code, slug, words }) => ({
        ...courseEntry({ id, course_name: name, course_code: code, meta_text: slug, category_id: 0 }),
        text: words,
      })),
  ];
}

async function readPackages(saved: SavedContent): Promise<SearchEntry[]> {
  const groups = await saved.read(bookingQueries.groups(subject.student, 'packages', ''));
  return (groups ?? [])
    .flatMap(({ packages }) => packages)
    .map(({ courses, ...one }) =>
      packageEntry({
        ...one,
        courses: courses.map(({ course_code: code, course_name: name }) => `${code} ${name}`).join(' '),
      }),
    );
}

/** Search entries for the saved pages of the content service, policies and departments. */
async function readPages(saved: SavedContent): Promise<SearchEntry[]> {
  const [cmsPages, policies, antiRagging, grievance, departments] = await Promise.all([
    Promise.all(cmsPageNames.map((name) => saved.read(cmsQueries.page(name)))),
    Promise.all((['terms', 'refund', 'privacy'] as const).map((name) => saved.read(policyQueries.policy(name)))),
    saved.read(policyQueries.antiRagging()),
    saved.read(policyQueries.grievance()),
    saved.read(departmentQueries.list()),
  ]);
  const openable = await saved.filter(departments ?? [], ({ id }) =>
    saved.has(departmentQueries.detail(id), endpointUrl(listDepartments, departmentCall(id))),
  );
  return [
    ...openable.map(({ description = '', ...department }) =>
      departmentEntry({ meta_description: description, ...department }),
    ),
    ...cmsPages.flatMap((page) => (page ? cmsEntry(page) : [])),
    ...[...policies, grievance].flatMap((page) => (page ? metaEntry(page.meta) : [])),
    ...(antiRagging ? [antiRaggingEntry(antiRagging)] : []),
  ];
}

/**
 * Search entries for the saved pages to which the header or the footer links, such as course lists. A search finds them
 * by the text of the link.
 */
async function readLinkedPages(saved: SavedContent): Promise<SearchEntry[]> {
  const [header, footer, departments, ...lists] = await Promise.all([
    saved.read(contentQueries.header()),
    saved.read(contentQueries.footer()),
    saved.read(departmentQueries.list()),
    ...categories.map(({ id }) => saved.read(courseQueries.byCategory(id))),
    ...newsCategories.map((category) => saved.read(newsQueries.page(category, 1))),
  ]);
  const listPaths = [...categories, ...newsCategories].map(({ path }) => path).filter((_, index) => lists[index]);
  const openable = new Set<string>([
    paths.home,
    paths.coursesList,
    paths.bookOnline,
    paths.offlineLibrary,
    ...listPaths,
  ]);
  if (departments) openable.add(paths.departments);
  const entries = menuEntries(header?.items ?? [], { quicklinks: footer?.quicklinks ?? [] });
  return entries.filter(({ result }) => openable.has(result.url));
}

/** How many posts of each category Home shows. */
const postsOnHome: Partial<Record<NewsCategory['key'], number>> = { blogs: blogsOnHome, events: eventsOnHome };

/**
 * Search entries for those posts of a category that have their page saved on this device. The titles come from the
 * saved pages of the category's list and from Home.
 */
async function readPosts(saved: SavedContent, category: NewsCategory): Promise<SearchEntry[]> {
  const count = postsOnHome[category.key];
  const onHome = count ? saved.read(newsQueries.latest(category, count)) : null;
  const listed: Array<{ id: number; slug: string; title: string; excerpt?: string }> = [];
  for (let page = 1, pages = 1; page <= Math.min(pages, newsPagesSaved); page += 1) {
    const list = await saved.read(newsQueries.page(category, page));
    if (!list) break;
    pages = list.pages;
    listed.push(...list.posts);
  }
  listed.push(...((await onHome) ?? []));
  const openable = await saved.filter(listed, ({ id }) =>
    saved.has(newsQueries.post(id), endpointUrl(getPost, postCall(id))),
  );
  return withoutRepeats(openable.map((post) => postEntry(category, post)));
}

/**
 * Makes a search index of the pages that this device can show without a connection. Results are ranked by the same
 * rules as on the server (decision 132, "Rank searches in memory").
 */
export async function makeSavedIndex(client: QueryClient): Promise<SearchIndex> {
  // If IndexedDB cannot be read, treat the offline library as empty.
  const [bundles, rows] = await Promise.all([
    libraryStore.readBundles().catch(() => []),
    libraryStore.readRows().catch(() => []),
  ]);
  const saved = new SavedContent(client, new Set(bundles.flatMap(({ paths: saved }) => saved)));
  const [courses, packages, pages, linked, ...posts] = await Promise.all([
    readCourses(saved, rows),
    readPackages(saved),
    readPages(saved),
    readLinkedPages(saved),
    ...newsCategories.map((category) => readPosts(saved, category)),
  ]);
  const index = new SearchIndex();
  for (const entries of [courses, packages, withoutRepeats([...pages, ...linked]), ...posts]) index.add(entries);
  return index;
}
