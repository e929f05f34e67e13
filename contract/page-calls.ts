import { pageLimit } from './limits.ts';
import type { NewsCategory } from './news-categories.ts';

/*
 * What public pages ask for, as the input of the call that they make. The screens ask so, and the saving for a voyage
 * brings the answers of the same calls: one that were asked otherwise would not be found without a network.
 */

const shelfColumns = 'batches,e_learning,featured_image_url,price,short_description';

/** `listCourses`: one course with everything that its page shows. */
export function courseCall(courseId: number) {
  return { query: { course_id: courseId, list_course_package: 'true', list_logistics: 'true' } } as const;
}

/** `listCoursesByCategory`: active courses as their cards show them. */
export function shelfCall(categoryId: number, limit: number = pageLimit) {
  return { query: { category_id: categoryId, activeOnly: 'true', columns: shelfColumns, limit } } as const;
}

/** `listDepartments`: as cards count them. */
export function departmentsCall() {
  return { query: { facultyCount: 'true', courseCount: 'true', columns: 'description,banner_image_url' } } as const;
}

/** `listDepartments`: one department with its people, places and courses. */
export function departmentCall(departmentId: number) {
  const lists = { hodDetails: 'true', facultiesList: 'true', facilitiesList: 'true', courseList: 'true' } as const;
  return { query: { dept_id: departmentId, ...lists } };
}

/** What a list asks for by `_fields`: everything that a card shows, and not the article. */
export const postCardFields = [
  'id',
  'slug',
  'date_gmt',
  'title',
  'excerpt',
  'categories',
  'meta',
  '_embedded.wp:featuredmedia',
  '_embedded.wp:term',
].join();

/** `listPosts`: one page of cards, newest first. */
export function postCardsCall(category: NewsCategory, page: number, count: number) {
  return { query: { categories: category.id, per_page: count, page, _embed: 1, _fields: postCardFields } };
}

/** `getPost`: one post with its author, picture and tags. */
export function postCall(postId: number) {
  return { params: { id: postId }, query: { _embed: 1 } };
}
