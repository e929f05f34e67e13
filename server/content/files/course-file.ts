import * as z from 'zod';
import { idSchema, rupeesSchema } from '../../../contract/answer.ts';
import { discountSchema } from '../../../contract/batch.ts';
import { categories, courseTemplates } from '../../../contract/categories.ts';
import { courseCoreSchema, courseDetailSchema } from '../../../contract/course.ts';
import { realDaySchema } from '../../../contract/days.ts';
import { feesByYear, isYearRow } from '../../../contract/fees-by-year.ts';
import { scheduleSchema } from './batches-file.ts';
import { refuseWith } from './dated-fields.ts';
import { strictly } from './strict-schema.ts';

const slug = z.string().regex(/^[a-z0-9]+(-[a-z0-9]+)*$/, 'must be lower-case words joined by dashes');

/**
 * A discount in a content file. `starts_on` and `ends_on` are the first and the last day on which it applies. Without
 * `starts_on`, it applies from the beginning; without `ends_on`, it does not end.
 */
export const discountFileSchema = discountSchema
  .extend({ starts_on: realDaySchema.optional(), ends_on: realDaySchema.optional() })
  .superRefine(({ starts_on, ends_on }, check) => {
    if (starts_on && ends_on && ends_on < starts_on)
      refuseWith(check, ['ends_on'], 'is before the first day; a discount counts until the end of its last day');
  });

/** Reports discounts that are larger than the fee of a course or package. */
export function refuseLargeDiscounts(
  fee: number,
  discounts: ReadonlyArray<z.infer<typeof discountSchema>>,
  check: z.RefinementCtx,
): void {
  for (const [index, { type, value }] of discounts.entries()) {
    const limit = type === 'percentage' ? 100 : fee;
    if (value > limit) {
      check.addIssue({ code: 'custom', path: ['discounts', index, 'value'], message: `is more than ${limit}` });
    }
  }
}

type PricedCourse = Pick<z.infer<typeof courseCoreSchema>, 'duration' | 'duration_unit' | 'total_fee'> &
  Pick<z.infer<typeof courseDetailSchema>, 'fees'> & { fee_structure?: string | undefined };

/**
 * Returns what is wrong with the yearly fees of a course, such as a missing year, or a fee for year 1 that differs from
 * `total_fee`.
 */
function yearFaults({ fees = [], fee_structure = '', total_fee, ...course }: PricedCourse): string[] {
  const yearRows = fees.filter(isYearRow);
  if (yearRows.length === 0) {
    const isYearly = /^yearly\b/i.test(fee_structure);
    return isYearly ? ['has no rows Year 1, Year 2 and so on, although the fee structure is yearly'] : [];
  }
  if (yearRows.length < fees.length) return ['has rows that name no year beside rows that do'];
  const years = feesByYear(fees);
  if (!years) return ['must have Year 1 and at least one more year, without a gap'];
  const wanted = course.duration_unit === 'year' ? Math.ceil(course.duration) : years.length;
  const first = years[0];
  return [
    ...(years.length === wanted ? [] : [`has ${years.length} years, but the course takes ${wanted}`]),
    ...(first === total_fee ? [] : [`says ${first} for Year 1, but total_fee, the price of year 1, is ${total_fee}`]),
  ];
}

/**
 * A file `courses/<course code in lower case>.json`: a course, its discounts and its schedule. Amounts are in rupees.
 */
export const courseFileSchema = strictly(
  z.object({
    ...courseCoreSchema.omit({ category: true }).shape,
    // The course's code. In lower case, it is the name of the course's file.
    course_code: z.string().regex(/^[a-z0-9][a-z0-9 .&_-]*$/i, 'must have only letters, digits, spaces and dashes'),
    course_template: z.enum(courseTemplates),
    meta_text: slug,
    category_id: idSchema.refine((id) => categories.some((category) => category.id === id), 'no such category'),
    department_id: idSchema,
    position: z.number().int().min(0),
    actual_fee: rupeesSchema,
    fee_structure: z.string().optional(),
    featured_image_url: z.string(),
    banner_image_url: z.string(),
    discounts: z.array(discountFileSchema),
    batches: scheduleSchema.nullable(),
    /** Codes of the courses that a student must have completed before this one. */
    prerequisites: z.array(z.string()).optional(),
    ...courseDetailSchema.shape,
    /** The share of sessions, in percent, that a student must attend for a certificate. */
    needed_attendance: z.number().int().min(0).max(100).optional(),
    short_description: z.string().max(110, 'is longer than one line of 110 characters'),
    /** `kinds`: ids of document kinds in `joining.json`. A document of any one of these kinds is enough. */
    requiredDocuments: z.array(z.object({ name: z.string(), kinds: z.array(z.string()).min(1).optional() })).optional(),
    /** `venue_id`: the id of a venue in `joining.json`. Its address, map and other details apply to the course. */
    settings: courseDetailSchema.shape.settings.unwrap().extend({ venue_id: z.string().optional() }).optional(),
    price_note: z.string().max(40, 'is longer than 40 characters').optional(),
  }),
).superRefine((course, check) => {
  refuseLargeDiscounts(course.total_fee, course.discounts, check);
  for (const message of yearFaults(course)) check.addIssue({ code: 'custom', path: ['fees'], message });
});
export type CourseFile = z.infer<typeof courseFileSchema>;
