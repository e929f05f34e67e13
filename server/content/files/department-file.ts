import * as z from 'zod';
import { idSchema } from '../../../contract/answer.ts';

const text = z.string();

const headSchema = z.object({
  showProfile: z.boolean(),
  message: text,
  hodDetails: z.object({
    first_name: text,
    last_name: text,
    profile_url: text.optional(),
    professional_designation: text,
    specialization: text,
  }),
});

const facultySchema = z.object({
  id: idSchema,
  first_name: text,
  last_name: text,
  professional_designation: text,
  specialization: text,
  profile_url: text.optional(),
});

const facilitySchema = z.object({
  ...{ id: idSchema, name: text, description: text },
  ...{ image_url: text.optional(), image_alt: text.optional() },
});

/** A department in a content file. It does not list its courses, because each course names its department. */
export const departmentSchema = z.object({
  id: idSchema,
  department_name: text,
  slug: text.regex(/^[a-z0-9]+(-[a-z0-9]+)*$/, 'must be lower-case words joined by dashes'),
  status: z.enum(['active', 'inactive']),
  show_on_website: z.boolean(),
  body: z.object({
    description: text,
    banner_image_url: text,
    banner_image_alt: text.optional(),
    department_head: headSchema,
    faculty: z.object({ showOnSite: z.boolean(), title: text, faculty_list: z.array(facultySchema) }),
    facility: z.object({ showOnSite: z.boolean(), title: text, facility_list: z.array(facilitySchema) }),
    courses: z.object({ showOnSite: z.boolean(), title: text }),
    page_title: text,
    meta_title: text,
    meta_description: text,
    meta_keywords: text,
    canonical_url: text,
  }),
});
