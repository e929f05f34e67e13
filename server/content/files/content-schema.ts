import * as z from 'zod';
import { idSchema, rupeesSchema } from '../../../contract/answer.ts';
import { storedBookingSettingsSchema } from '../../../contract/booking.ts';
import { durationUnits } from '../../../contract/categories.ts';
import { cmsPageSchema } from '../../../contract/cms.ts';
import { brandSchema, footerSchema, homeBlocks, homeSchema, menuItemSchema } from '../../../contract/content.ts';
import { realDaySchema } from '../../../contract/days.ts';
import { antiRaggingSchema, grievancePageSchema, policySchema } from '../../../contract/policies.ts';
import { academyDetailsSchema } from '../../../contract/receipt.ts';
import { redirectSchema } from '../../../contract/redirects.ts';
import { discountFileSchema, refuseLargeDiscounts } from './course-file.ts';
import { needOneOf, refuseWith } from './dated-fields.ts';
import { departmentSchema } from './department-file.ts';
import { authorFileSchema } from './post-file.ts';
import { strictly } from './strict-schema.ts';
import { studentFileSchema } from './student-file.ts';

const text = z.string();

const homeCardSchema = z.object({ category_id: idSchema, title: text, text });

/** A notice in a content file. Each of its days is a date, or a number of days after the first content load. */
export const noticeFileSchema = z
  .object({
    id: idSchema,
    title: text,
    content: text,
    date: realDaySchema.optional(),
    date_in_days: z.number().int().optional(),
    expires: realDaySchema.optional(),
    expires_in_days: z.number().int().optional(),
    order: z.number().int(),
  })
  .superRefine((notice, check) => {
    needOneOf(notice, ['date', 'date_in_days'], check);
    needOneOf(notice, ['expires', 'expires_in_days'], check);
    if (notice.date && notice.expires && notice.expires < notice.date)
      refuseWith(check, ['expires'], 'is before date; a notice is shown until the end of this day');
  });

export const bookingGroupFileSchema = z.object({
  id: idSchema,
  title: text,
  description: text,
  position: z.number().int().min(0),
  course_codes: z.array(text),
  package_ids: z.array(idSchema),
});

export const packageFileSchema = z
  .object({
    id: idSchema,
    package_name: text,
    description: text,
    featured_image_url: text,
    total_fee: rupeesSchema,
    actual_fee: rupeesSchema,
    duration: z.number().positive(),
    duration_unit: z.enum(durationUnits),
    is_active: z.boolean(),
    position: z.number().int().min(0),
    course_codes: z.array(text).min(1),
    discounts: z.array(discountFileSchema),
  })
  .superRefine((bundle, check) => refuseLargeDiscounts(bundle.total_fee, bundle.discounts, check));
export type PackageFile = z.infer<typeof packageFileSchema>;

const cmsPage = strictly(cmsPageSchema);
const policy = strictly(policySchema);

/**
 * Schemas of the files in `documentFiles`, by the same keys. The parsed files are stored without changes, except that
 * their HTML is sanitised.
 */
export const documentSchemas = {
  brand: strictly(brandSchema),
  header: strictly(z.object({ items: z.array(menuItemSchema) })),
  footer: strictly(footerSchema),
  home: strictly(z.object({ hero: homeSchema.shape.hero, cards: z.array(homeCardSchema), ...homeBlocks })),
  'booking-settings': strictly(storedBookingSettingsSchema),
  receipt: strictly(academyDetailsSchema),
  about: cmsPage,
  'governing-body': cmsPage,
  'principal-message': cmsPage,
  'why-landfall': cmsPage,
  'mission-vision': cmsPage,
  contact: cmsPage,
  grievance: strictly(grievancePageSchema),
  terms: policy,
  'refund-policy': policy,
  'privacy-policy': policy,
  'anti-ragging': strictly(antiRaggingSchema),
  redirects: strictly(z.array(redirectSchema)),
};

/** Schemas of the files in `listFiles`, by the same keys. */
export const listSchemas = {
  notices: strictly(z.array(noticeFileSchema)),
  departments: strictly(z.array(departmentSchema)),
  packages: strictly(z.array(packageFileSchema)),
  'booking-groups': strictly(z.array(bookingGroupFileSchema)),
  authors: strictly(z.array(authorFileSchema)),
};

export const studentsSchema = strictly(z.array(studentFileSchema));

type Parsed<Schemas extends Record<string, z.ZodType>> = { [Name in keyof Schemas]: z.output<Schemas[Name]> };
export type ContentDocuments = Parsed<typeof documentSchemas>;
export type ContentLists = Parsed<typeof listSchemas>;
export type StudentFile = z.infer<typeof studentFileSchema>;
