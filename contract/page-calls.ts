import { pageLimit } from './limits.ts';
import type { NewsCategory } from './news-categories.ts';

/**
 * The inputs of the API calls that public pages make. The offline library stores the responses to exactly these inputs.
 * A page that made a call with other inputs would not find its response offline.
 */

const courseCardColumns = 'batches,e_learning,featured_image_url,price,short_description';

/** Input of `listCourses` for one course with all fields that its page shows. */
export function courseCall(courseId: number) {
  return { query: { course_id: courseId, list_course_package: 'true', list_logistics: 'true' } } as const;
}

/** Input of `listCoursesByCategory` for active courses with the fields that a course's card shows. */
export function courseCardsCall(categoryId: number, limit: number = pageLimit) {
  return { query: { category_id: categoryId, activeOnly: 'true', columns: courseCardColumns, limit } } as const;
}

/** Input of `listDepartments` for all departments with the counts that their cards show. */
export function departmentsCall() {
  return { query: { facultyCount: 'true', courseCount: 'true', columns: 'description,banner_image_url' } } as const;
}

/** Input of `listDepartments` for one department with its people, facilities and courses. */
export function departmentCall(departmentId: number) {
  const lists = { hodDetails: 'true', facultiesList: 'true', facilitiesList: 'true', courseList: 'true' } as const;
  return { query: { dept_id: departmentId, ...lists } };
}

/** The `_fields` parameter of a list of posts: all fields that a post's card shows, without the article's text. */
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

/** Input of `listPosts` for one page of post cards: the newest first, but events in the order in which they take place. */
export function postCardsCall(category: NewsCategory, page: number, count: number) {
  const order = category.order === 'event' ? { orderby: category.order } : {};
  return { query: { categories: category.id, per_page: count, page, ...order, _embed: 1, _fields: postCardFields } };
}

/** Input of `getPost` for one post with its author, picture and tags. */
export function postCall(postId: number) {
  return { params: { id: postId }, query: { _embed: 1 } };
}
