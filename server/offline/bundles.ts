import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Kysely } from 'kysely';
import { listCourses } from '../../contract/catalogue.ts';
import type { Course } from '../../contract/course.ts';
import { endpointUrl } from '../../contract/endpoint-url.ts';
import { pageLimit } from '../../contract/limits.ts';
import { getPost, type Post } from '../../contract/news.ts';
import { newsPagesHeader } from '../../contract/news-categories.ts';
import { idsInPart, type LibraryKind } from '../../contract/offline.ts';
import { courseCall, postCall } from '../../contract/page-calls.ts';
import type { Database } from '../db/schema.ts';
import type { News } from '../providers/news/news.ts';
import { homeCalls, listCalls, readSavedPosts } from './news-calls.ts';
import { readCourseIds, readDepartmentIds } from './offline.repo.ts';
import { commonCalls, pageCalls } from './page-calls.ts';

/**
 * A bundle of API responses for the offline library. `items` is the number of pages, courses or posts in it.
 * `answers` are `LibraryAnswer`s as JSON texts, because parsing the responses and serialising them again would take
 * longer.
 */
export type Bundle = { id: string; kind: LibraryKind; items: number; answers: string[] };

export type BundleSources = {
  db: Kysely<Database>;
  news: News;
  /**
   * Makes a call to a public GET endpoint of this server. Returns null if the response is a 404.
   * @throws Error for any other failure
   */
  get: (path: string) => Promise<{ text: string; header: (name: string) => string | undefined } | null>;
  /** Reads courses as a visitor sees them, with all columns that `courseCall` requests. */
  readWholeCourses: (db: Kysely<Database>, ids: readonly number[]) => Promise<Course[]>;
};

/**
 * How many courses are read from the database in one query: as many as 4 bundles contain. The query takes a few
 * milliseconds.
 */
const idsPerRead = 4 * idsInPart;

/**
 * A `LibraryAnswer` as JSON text. `body` is the JSON text of the API's response. `pages`: for a list of posts, the
 * number of its pages.
 */
function answerText(path: string, body: string, pages = 0): string {
  return `{"path":${JSON.stringify(path)},"body":${body}${pages > 0 ? `,"pages":${pages}` : ''}}`;
}

const bundleNumberOf = (id: number) => Math.floor(id / idsInPart);

async function bundleOf(sources: BundleSources, id: string, kind: LibraryKind, calls: string[]): Promise<Bundle> {
  const answers: string[] = [];
  for (const path of calls) {
    const found = await sources.get(path);
    const pages = Number(found?.header(newsPagesHeader));
    if (found) answers.push(answerText(path, found.text, pages));
  }
  return { id, kind, items: kind === 'pages' ? answers.length : 0, answers };
}

async function courseBundle(number: number, courses: readonly Course[]): Promise<Bundle> {
  const answers: string[] = [];
  for (const course of courses) {
    const data = { courses: [course], total: 1, page: 1, limit: pageLimit };
    const body = listCourses.answers[200].parse({ statusCode: 200, data });
    answers.push(answerText(endpointUrl(listCourses, courseCall(course.id)), JSON.stringify(body)));
    // A large catalogue takes seconds, so let the server handle other calls between two courses.
    await nextTurn();
  }
  return { id: `courses-${number}`, kind: 'courses', items: courses.length, answers };
}

function postBundle(number: number, posts: readonly Post[]): Bundle {
  const answers = posts.map((post) =>
    answerText(endpointUrl(getPost, postCall(post.id)), JSON.stringify(getPost.answers[200].parse(post))),
  );
  return { id: `posts-${number}`, kind: 'news', items: posts.length, answers };
}

/**
 * Yields a bundle with the API calls that most pages make, then a bundle with the calls of the content (CMS) pages, the
 * policies and the departments.
 */
export async function* pageBundles(sources: BundleSources): AsyncGenerator<Bundle> {
  yield bundleOf(sources, 'frame', 'pages', commonCalls());
  yield bundleOf(sources, 'pages', 'pages', pageCalls(await readDepartmentIds(sources.db)));
}

/**
 * Yields the bundles of all active courses, or only the bundle with the number `only`. The courses are read in
 * portions, so that a large catalogue does not need much memory.
 */
export async function* courseBundles(sources: BundleSources, only?: number): AsyncGenerator<Bundle> {
  const range = only === undefined ? undefined : { first: only * idsInPart, end: (only + 1) * idsInPart };
  const ids = await readCourseIds(sources.db, range);
  for (const portion of Map.groupBy(ids, (id) => Math.floor(id / idsPerRead)).values()) {
    const courses = await sources.readWholeCourses(sources.db, portion);
    for (const [number, some] of Map.groupBy(courses, ({ id }) => bundleNumberOf(id))) yield courseBundle(number, some);
  }
}

/**
 * Yields the bundle of the news lists and the bundles of their posts, or only the bundle of posts with the number
 * `only`.
 * @throws Refusal 503 if the news site is not available
 */
export async function* newsBundles(sources: BundleSources, only?: number): AsyncGenerator<Bundle> {
  const posts = await readSavedPosts(sources.news);
  const unique = [...new Map(posts.map((post) => [post.id, post])).values()].sort((a, b) => a.id - b.id);
  if (only === undefined)
    yield bundleOf(sources, 'lists', 'news', [...homeCalls(), ...(await listCalls(sources.news))]);
  for (const [number, some] of Map.groupBy(unique, ({ id }) => bundleNumberOf(id)))
    if (only === undefined || only === number) yield postBundle(number, some);
}
