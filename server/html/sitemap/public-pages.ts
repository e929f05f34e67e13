import type { Kysely } from 'kysely';
import { categories } from '../../../contract/categories.ts';
import { departmentPath } from '../../../contract/departments.ts';
import { type NewsCategory, newsCategories, newsPageLimit, postPath } from '../../../contract/news-categories.ts';
import { coursePath, paths } from '../../../contract/pages.ts';
import type { Database } from '../../db/schema.ts';
import { type News, newestFirst } from '../../providers/news/news.ts';

/** A page in the sitemap. `changed` is the time when the page last changed (ISO 8601), if it is known. */
export type PublicPage = { path: string; changed?: string };

/**
 * Paths of the public pages that do not depend on the content. Pages for booking, for sign-in and about single
 * students are not listed, because search engines should not show them.
 */
const fixedPaths: readonly string[] = [
  paths.home,
  paths.coursesList,
  ...categories.map(({ path }) => path),
  ...newsCategories.map(({ path }) => path),
  paths.aboutUs,
  paths.whyLandfall,
  paths.missionVision,
  paths.principalMessage,
  paths.governingBoard,
  paths.contactUs,
  paths.departments,
  paths.terms,
  paths.privacyPolicy,
  paths.refundPolicy,
  paths.antiRagging,
  paths.grievanceForm,
];

/**
 * The pages of all posts of a category. Fails if the news site is not available, because a sitemap without these
 * pages would tell search engines that they were deleted.
 */
async function readPosts(news: News, category: NewsCategory): Promise<PublicPage[]> {
  const pages: PublicPage[] = [];
  for (let page = 1, last = 1; page <= last; page += 1) {
    const request = { ...newestFirst, categories: [category.id], perPage: newsPageLimit, page, isEmbedded: false };
    const { posts, totalPages } = await news.list(request);
    last = totalPages;
    for (const post of posts)
      pages.push({ path: postPath(category, post), changed: `${post.modified_gmt ?? post.date_gmt}Z` });
  }
  return pages;
}

/**
 * All public pages: the fixed ones, and those of active courses, visible departments and posts.
 * @throws Refusal 503 if the news site is not available
 */
export async function readPublicPages({ db, news }: { db: Kysely<Database>; news: News }): Promise<PublicPage[]> {
  const courses = db
    .selectFrom('courses')
    .select(['id', 'meta_text', 'updated_at'])
    .where('is_active', '=', true)
    .orderBy('id');
  const departments = db
    .selectFrom('departments')
    .select(['id', 'slug', 'updated_at'])
    .where('status', '=', 'active')
    .where('show_on_website', '=', true)
    .orderBy('id');
  const [courseRows, departmentRows, ...posts] = await Promise.all([
    courses.execute(),
    departments.execute(),
    ...newsCategories.map((category) => readPosts(news, category)),
  ]);
  return [
    ...fixedPaths.map((path) => ({ path })),
    ...courseRows.map((course) => ({ path: coursePath(course), changed: course.updated_at.toISOString() })),
    ...departmentRows.map((row) => ({ path: departmentPath(row), changed: row.updated_at.toISOString() })),
    ...posts.flat(),
  ];
}
