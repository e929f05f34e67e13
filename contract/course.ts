import * as z from 'zod';
import { idSchema, rupeesSchema } from './answer.ts';
import { batchSchema, discountSchema, priceSchema } from './batch.ts';
import { durationUnits } from './categories.ts';

const text = z.string();
const textList = z.array(z.string());
const ageBySex = z.object({ general: z.number(), obc: z.number(), scst: z.number() });
const ageSchema = z.object({ male: ageBySex, female: ageBySex });

/** The details of a course. Only `full_description` and `entrance_exam_desc` contain HTML, which is sanitised. */
export const courseDetailSchema = z.object({
  short_description: text,
  full_description: text.optional(),
  course_overview: text.optional(),
  approval_no: text.optional(),
  approved_by: text.optional(),
  affiliation: text.optional(),
  key_features: textList.optional(),
  learning_outcomes: textList.optional(),
  tags: text.optional(),
  commencement: text.optional(),
  placement_records: z.array(z.object({ year: text, placementRecord: text })).optional(),
  requiredDocuments: z.array(z.object({ name: text })).optional(),
  eligibility_criteria: text.optional(),
  academic_qualification: text.optional(),
  min_marks: text.optional(),
  eligibility_notes: textList.optional(),
  min_age: ageSchema.optional(),
  max_age: ageSchema.optional(),
  reference_date: text.optional(),
  eye_sight: text.optional(),
  eye_health: text.optional(),
  physical_fitness: text.optional(),
  approved_doctor_link: text.optional(),
  entrance_exam_title: text.optional(),
  entrance_exam_desc: text.optional(),
  events: z.array(z.object({ events: text, year: text })).optional(),
  modules: z.array(z.object({ title: text })).optional(),
  fees: z.array(z.object({ year: text, particulars: text, fee: rupeesSchema })).optional(),
  fee_notes: textList.optional(),
  /** What the price includes or leaves out and how it can be paid, in a few words. Shown beside the price. */
  price_note: text.optional(),
  fee_additional_notes: text.optional(),
  payment_schedule: text.optional(),
  admission_process: z.array(z.object({ step: text, description: text })).optional(),
  withdrawl_policy: z.array(z.object({ period: text, fees: text })).optional(),
  withdrawl_notes: textList.optional(),
  course_brochure_url: text.optional(),
  career_path: z.array(z.object({ position: text, description: text, responsibilities: textList })).optional(),
  shore_intro: text.optional(),
  shore_sectors: z.array(z.object({ name: text, description: text })).optional(),
  program_structure_overview: text.optional(),
  semesters: z.array(z.object({ title: text, theory: textList, workshops: textList })).optional(),
  reporting_time: text.optional(),
  batch_strength_policy: text.optional(),
  /**
   * Alternative texts: what the pictures show, for people who cannot see them. Absent if a picture is only decorative.
   */
  featured_image_alt: text.optional(),
  banner_image_alt: text.optional(),
  dress_code: text.optional(),
  /** What students bring besides the required documents. */
  what_to_bring: textList.optional(),
  dgs_course_id: text.optional(),
  exit_exam: text.optional(),
  e_learning: z.boolean().optional(),
  e_learning_hours: z.number().optional(),
  e_learning_passmark: z.number().optional(),
  validity_duration: z.number().optional(),
  validity_unit: z.enum([...durationUnits, 'unlimited']).optional(),
  meta_title: text.optional(),
  meta_description: text.optional(),
  settings: z
    .object({
      /** Where students report for the course; absent if it is the academy's own address. */
      venue: text.optional(),
      logistics: text.optional(),
      location_map_link: text.optional(),
      accommodation: text.optional(),
    })
    .optional(),
});

/** The fields that every course in a response has, whatever `columns` requests. `meta_text` is the slug. */
export const courseCoreSchema = z.object({
  id: idSchema,
  course_name: text,
  course_code: text,
  is_active: z.boolean(),
  meta_text: text,
  duration: z.number().positive(),
  duration_unit: z.enum(durationUnits),
  total_fee: rupeesSchema,
  category_id: idSchema,
  category: z.object({ name: text }),
  /**
   * The layout of the course's page: one of `courseTemplates`. For any other value, the page shows only the placeholder
   * that it shows while loading.
   */
  course_template: text,
});

/**
 * A package that contains the course. `price` is absent in courses that an older version of the app has stored on a
 * device.
 */
const coursePackageSchema = z.object({
  id: idSchema,
  package_name: text,
  description: text,
  total_fee: rupeesSchema,
  price: priceSchema.optional(),
});

const courseExtraSchema = z.object({
  /** The prerequisites: courses that must be completed before this course starts. */
  prerequisites: z.array(z.object({ id: idSchema, course_name: text })),
  actual_fee: rupeesSchema,
  fee_structure: text,
  featured_image_url: text,
  banner_image_url: text,
  department_id: idSchema,
  /** The department that teaches the course; absent while the department is not shown on the website. */
  department: z.object({ name: text, slug: text }),
  price: priceSchema,
  batches: z.array(batchSchema),
  courseDiscounts: z.array(discountSchema),
  coursePackages: z.array(coursePackageSchema),
});

/** A course in a response. */
export const courseSchema = z.object({
  ...courseCoreSchema.shape,
  ...courseExtraSchema.partial().shape,
  ...courseDetailSchema.partial().shape,
});
export type Course = z.infer<typeof courseSchema>;

/** The course fields from which `toCoursePrice` takes the note of a price and the costs of the course's later years. */
export type PriceTerms = Partial<Pick<Course, 'fees' | 'price_note'>>;

/** Column names that the `columns` parameter may list for a course. */
export const courseColumns = Object.keys(courseSchema.shape) as ReadonlyArray<keyof Course>;
