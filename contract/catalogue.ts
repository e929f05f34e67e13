import * as z from 'zod';
import { answer, columnsSchema, flagSchema, idSchema } from './answer.ts';
import { courseSchema } from './course.ts';
import { defineEndpoint } from './endpoint.ts';
import { pageLimit } from './limits.ts';

const paging = {
  page: z.coerce.number().int().min(1).max(100_000).optional(),
  limit: z.coerce.number().int().min(1).max(pageLimit).optional(),
};

const coursesAnswer = answer({
  data: z.object({
    courses: z.array(courseSchema),
    total: z.number().int(),
    page: z.number().int(),
    limit: z.number().int(),
  }),
});

/**
 * GET /course lists active courses; with `all`, inactive ones too. `fee_structure`: only courses with exactly this fee
 * structure.
 */
export const listCourses = defineEndpoint({
  name: 'listCourses',
  summary: 'Courses by search, id or category',
  method: 'GET',
  url: '/api/course',
  policy: 'public',
  rate: 'read',
  idempotency: 'safe',
  isCacheable: true,
  query: z.object({
    search: z.string().max(200).optional(),
    course_id: idSchema.optional(),
    category_id: idSchema.optional(),
    category_name: z.string().max(100).optional(),
    fee_structure: z.string().max(100).optional(),
    all: flagSchema,
    list_course_package: flagSchema,
    list_logistics: flagSchema,
    columns: columnsSchema,
    ...paging,
  }),
  answers: { 200: coursesAnswer },
});

/**
 * GET /course/byCategory lists the courses of the category with this id or name. If neither is given, it lists the
 * courses of all categories.
 */
export const listCoursesByCategory = defineEndpoint({
  name: 'listCoursesByCategory',
  summary: 'Courses of one category',
  method: 'GET',
  url: '/api/course/byCategory',
  policy: 'public',
  rate: 'read',
  idempotency: 'safe',
  isCacheable: true,
  query: z.object({
    search: z.string().max(200).optional(),
    category_id: idSchema.optional(),
    category_name: z.string().max(100).optional(),
    activeOnly: flagSchema,
    columns: columnsSchema,
    ...paging,
  }),
  answers: { 200: coursesAnswer },
});
