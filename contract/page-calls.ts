import { pageLimit } from './limits.ts';
import type { NewsCategory } from './news-categories.ts';

/*
 * Inputs of the calls that public pages make. Pages use them, and the offline library stores the responses of the same
 * calls: a response to a call with other inputs would not be found offline.
 */

const courseCardColumns = 'batches,e_learning,featured_image_url,price,short_description';

/** `listCourses`: one course with all fields of its page. */
export function courseCall(courseId: number) {
  return { query: { course_id: courseId, list_course_package: 'true', list_logistics: 'true' } } as const;
}

/** `listCoursesByCategory`: active courses with the fields of a card. */
export function courseCardsCall(categoryId: number, limit: number = pageLimit) {
  return { query: { category_id: categoryId, activeOnly: 'true', columns: courseCardColumns, limit } } as const;
}

/** `listDepartments`: departments with the counts that cards show. */
export function departmentsCall() {
  return { query: { facultyCount: 'true', courseCount: 'true', columns: 'description,banner_image_url' } } as const;
}

/** `listDepartments`: one department with its people, places and courses. */
export function departmentCall(departmentId: number) {
  const lists = { hodDetails: 'true', facultiesList: 'true', facilitiesList: 'true', courseList: 'true' } as const;
  return { query: { dept_id: departmentId, ...lists } };
}

/** `_fields` of a list: everything that a card shows, without the article's text. */
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
