import type { Kysely } from 'kysely';
import { listCourses } from '../../contract/catalogue.ts';
import type { Course } from '../../contract/course.ts';
import { endpointUrl } from '../../contract/endpoint-url.ts';
import { pageLimit } from '../../contract/limits.ts';
import { getPost, type Post } from '../../contract/news.ts';
import { newsPagesHeader } from '../../contract/news-categories.ts';
import { idsInPart, type VoyageAnswer, type VoyageKind } from '../../contract/offline.ts';
import { courseCall, postCall } from '../../contract/page-calls.ts';
import type { Database } from '../db/schema.ts';
import type { News } from '../providers/news.ts';
import { homeCalls, listCalls, readSavedPosts } from './news-answers.ts';
import { frameCalls, pageCalls } from './standing-answers.ts';
import { readCourseIds, readDepartmentIds } from './voyage.repo.ts';

/** Answers of one bundle. */
export type Bundle = { id: string; kind: VoyageKind; items: number; answers: VoyageAnswer[] };

export type VoyageSources = {
  db: Kysely<Database>;
  news: News;
  /** A public GET of this server, asked within the process; null where the academy has no such page. @throws Error where it fails */
  ask: (path: string) => Promise<{ text: string; header: (name: string) => string | undefined } | null>;
  /** Courses with everything that `courseCall` asks, as an answer for everybody. */
  readWholeCourses: (db: Kysely<Database>, ids: readonly number[]) => Promise<Course[]>;
};

/** Courses are read so many at a time, and bundled by fewer. */
const idsInRead = 16 * idsInPart;

const numberOf = (id: number) => Math.floor(id / idsInPart);

async function bundleOf(sources: VoyageSources, id: string, kind: VoyageKind, calls: string[]): Promise<Bundle> {
  const answers: VoyageAnswer[] = [];
  for (const path of calls) {
    const found = await sources.ask(path);
    const pages = Number(found?.header(newsPagesHeader));
    if (found) answers.push({ path, body: JSON.parse(found.text), ...(pages > 0 ? { pages } : {}) });
  }
  return { id, kind, items: kind === 'pages' ? answers.length : 0, answers };
}

function courseBundle(number: number, courses: readonly Course[]): Bundle {
  const answers = courses.map((course) => ({
    path: endpointUrl(listCourses, courseCall(course.id)),
    body: listCourses.answers[200].parse({
      statusCode: 200,
      data: { courses: [course], total: 1, page: 1, limit: pageLimit },
    }),
  }));
  return { id: `courses-${number}`, kind: 'courses', items: courses.length, answers };
}

function postBundle(number: number, posts: readonly Post[]): Bundle {
  const answers = posts.map((post) => ({
    path: endpointUrl(getPost, postCall(post.id)),
    body: getPost.answers[200].parse(post),
  }));
  return { id: `posts-${number}`, kind: 'news', items: posts.length, answers };
}

/** Header, footer, Home and lists, then the pages of the academy. */
export async function* standingBundles(sources: VoyageSources): AsyncGenerator<Bundle> {
  yield bundleOf(sources, 'frame', 'pages', frameCalls());
  yield bundleOf(sources, 'pages', 'pages', pageCalls(await readDepartmentIds(sources.db)));
}

/** Every active course, or those of bundle `only`; a big catalogue is never in memory as a whole. */
export async function* courseBundles(sources: VoyageSources, only?: number): AsyncGenerator<Bundle> {
  const range = only === undefined ? undefined : { first: only * idsInPart, end: (only + 1) * idsInPart };
  const ids = await readCourseIds(sources.db, range);
  for (const run of Map.groupBy(ids, (id) => Math.floor(id / idsInRead)).values()) {
    const courses = await sources.readWholeCourses(sources.db, run);
    for (const [number, some] of Map.groupBy(courses, ({ id }) => numberOf(id))) yield courseBundle(number, some);
  }
}

/** Lists and posts of the news, or the posts of bundle `only`. @throws Refusal 503 where the news site is away */
export async function* newsBundles(sources: VoyageSources, only?: number): AsyncGenerator<Bundle> {
  const posts = await readSavedPosts(sources.news);
  const unique = [...new Map(posts.map((post) => [post.id, post])).values()].sort((a, b) => a.id - b.id);
  if (only === undefined)
    yield bundleOf(sources, 'lists', 'news', [...homeCalls(), ...(await listCalls(sources.news))]);
  for (const [number, some] of Map.groupBy(unique, ({ id }) => numberOf(id)))
    if (only === undefined || only === number) yield postBundle(number, some);
}
