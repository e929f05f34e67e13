import * as z from 'zod';
import { answer, columnsSchema, flagSchema, idSchema } from './answer.ts';
import { durationUnits } from './categories.ts';
import { defineEndpoint } from './endpoint.ts';
import { pageLimit } from './limits.ts';

const text = z.string();

/**
 * A member of a department's staff. The parameters `hodColumns` (head of department) and `facultyColumns` of
 * `listDepartments` choose the returned fields.
 */
const staffSchema = z.object({
  first_name: text,
  last_name: text,
  profile_url: text,
  professional_designation: text,
  specialization: text,
});
const facultySchema = staffSchema.partial().extend({ id: idSchema });
const facilitySchema = z.object({
  id: idSchema,
  name: text.optional(),
  description: text.optional(),
  image_url: text.optional(),
  /** What the picture of the facility shows, for people who cannot see it. */
  image_alt: text.optional(),
});
const departmentCourseSchema = z.object({
  id: idSchema,
  course_name: text.optional(),
  duration: z.number().positive().optional(),
  duration_unit: z.enum(durationUnits).optional(),
  meta_text: text.optional(),
});

/**
 * A department. The flags of `listDepartments` decide whether the lists of people and facilities, the head's details
 * and the counts are included. A head with `showProfile` false, and lists with `showOnSite` false, are never sent.
 */
export const departmentSchema = z.object({
  id: idSchema,
  department_name: text,
  slug: text,
  status: z.enum(['active', 'inactive']),
  show_on_website: z.boolean(),
  description: text.optional(),
  banner_image_url: text.optional(),
  banner_image_alt: text.optional(),
  department_head: z
    .object({ showProfile: z.boolean(), message: text.optional(), hodDetails: staffSchema.partial().optional() })
    .optional(),
  faculty: z
    .object({ showOnSite: z.boolean(), title: text, faculty_list: z.array(facultySchema).optional() })
    .optional(),
  facility: z
    .object({ showOnSite: z.boolean(), title: text, facility_list: z.array(facilitySchema).optional() })
    .optional(),
  courses: z
    .object({
      showOnSite: z.boolean(),
      title: text,
      course_list: z.array(departmentCourseSchema).optional(),
      /** The number of all courses of the department; absent if `course_list` contains all of them. */
      course_total: z.number().int().optional(),
    })
    .optional(),
  page_title: text.optional(),
  meta_title: text.optional(),
  meta_description: text.optional(),
  meta_keywords: text.optional(),
  canonical_url: text.optional(),
  facultyCount: z.number().int().optional(),
  courseCount: z.number().int().optional(),
});
export type Department = z.infer<typeof departmentSchema>;

/** Names that the `columns` parameter of `listDepartments` accepts for a department. */
export const departmentColumns = departmentSchema.omit({ facultyCount: true, courseCount: true }).keyof().options;
export const hodColumns = staffSchema.keyof().options;
export const facultyColumns = facultySchema.keyof().options;
export const facilityColumns = facilitySchema.keyof().options;
export const departmentCourseColumns = departmentCourseSchema.keyof().options;

export { departmentPath } from './pages.ts';

/**
 * GET /departments: the departments that are active and shown on the site; with `all`, the others too. `columns`
 * chooses the returned fields; id, name, slug, status and `show_on_website` are always sent. Without `columns`, all
 * fields are. A department lists at most 500 courses, so that a large catalogue does not delay other calls.
 */
export const listDepartments = defineEndpoint({
  name: 'listDepartments',
  summary: 'Departments by search or id',
  method: 'GET',
  url: '/api/departments',
  policy: 'public',
  rate: 'read',
  idempotency: 'safe',
  isCacheable: true,
  query: z.object({
    search: z.string().max(200).optional(),
    dept_id: idSchema.optional(),
    page: z.coerce.number().int().min(1).max(100_000).optional(),
    limit: z.coerce.number().int().min(1).max(pageLimit).optional(),
    all: flagSchema,
    facultyCount: flagSchema,
    courseCount: flagSchema,
    hodDetails: flagSchema,
    facultiesList: flagSchema,
    facilitiesList: flagSchema,
    courseList: flagSchema,
    columns: columnsSchema,
    hodColumns: columnsSchema,
    facultyColumns: columnsSchema,
    facilityColumns: columnsSchema,
    courseColumns: columnsSchema,
  }),
  answers: {
    200: answer({
      data: z.object({
        dept: z.array(departmentSchema),
        total: z.number().int(),
        page: z.number().int(),
        limit: z.number().int(),
      }),
    }),
  },
});
