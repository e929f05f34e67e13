import * as z from 'zod';
import { answer, columnsSchema, idSchema, rupeesSchema } from './answer.ts';
import { batchSchema, discountSchema, priceSchema } from './batch.ts';
import { bookingTabs } from './booking-tabs.ts';
import { durationUnits } from './categories.ts';
import { courseSchema } from './course.ts';
import { defineEndpoint } from './endpoint.ts';

/** A package: courses that are sold together, each with its batches. */
export const packageSchema = z.object({
  id: idSchema,
  package_name: z.string(),
  description: z.string(),
  featured_image_url: z.string(),
  total_fee: rupeesSchema,
  actual_fee: rupeesSchema,
  price: priceSchema,
  duration: z.number().positive(),
  duration_unit: z.enum(durationUnits),
  courses: z.array(courseSchema.extend({ batches: z.array(batchSchema) })),
  discounts: z.array(discountSchema),
});
export type CoursePackage = z.infer<typeof packageSchema>;

/** A titled group of courses or packages on the Book Online page. */
export const bookingGroupSchema = z.object({
  id: idSchema,
  title: z.string(),
  description: z.string(),
  courses: z.array(courseSchema.extend({ batches: z.array(batchSchema) })),
  packages: z.array(packageSchema),
});
export type BookingGroup = z.infer<typeof bookingGroupSchema>;

/**
 * Columns of packages, batches and discounts that GET /booking-groups/booking-page always returns. All other columns
 * are optional in its response, because a call may name the columns that it wants.
 */
export const bookingCoreColumns = {
  package: ['id', 'package_name', 'price', 'courses'],
  batch: ['id', 'batch_id'],
  discount: ['id'],
} as const;

const listedBatchSchema = batchSchema.partial().required({ id: true, batch_id: true });
const listedDiscountSchema = discountSchema.partial().required({ id: true });
const listedCourseSchema = courseSchema.extend({
  batches: z.array(listedBatchSchema),
  courseDiscounts: z.array(listedDiscountSchema).optional(),
});
const listedPackageSchema = packageSchema
  .extend({ courses: z.array(listedCourseSchema), discounts: z.array(listedDiscountSchema) })
  .partial()
  .required({ id: true, package_name: true, price: true, courses: true });
const listedGroupSchema = bookingGroupSchema.extend({
  courses: z.array(listedCourseSchema),
  packages: z.array(listedPackageSchema),
});
export type ListedGroup = z.infer<typeof listedGroupSchema>;

/**
 * GET /booking-groups/booking-page: the groups on the Book Online page, either those with courses (`individual`) or
 * those with packages (`packages`).
 */
export const listBookingPage = defineEndpoint({
  name: 'listBookingPage',
  summary: 'What Book Online offers',
  method: 'GET',
  url: '/api/booking-groups/booking-page',
  policy: 'public',
  rate: 'read',
  idempotency: 'safe',
  isCompressed: true,
  query: z.object({
    courseType: z.enum(bookingTabs),
    searchTerm: z.string().max(200).optional(),
    courseColumns: columnsSchema,
    packageColumns: columnsSchema,
    batchColumns: columnsSchema,
    discountColumns: columnsSchema,
  }),
  answers: { 200: answer({ data: z.array(listedGroupSchema) }) },
  refusals: { UNAUTHORIZED_REQUEST: 401 },
});

/** The academy's booking settings. `terms_version` identifies the version of the terms that a student accepts. */
export const bookingSettingsSchema = z.object({
  id: idSchema,
  booking_title: z.string(),
  booking_description: z.string(),
  enable_booking: z.boolean(),
  require_login: z.boolean(),
  terms_title: z.string(),
  terms_content: z.string(),
  terms_checkbox_text: z.string(),
  terms_version: z.string(),
  /** Text about how the student pays, and to whom. Absent in settings that an earlier release has stored. */
  payment_note: z.string().optional(),
});
export type BookingSettings = z.infer<typeof bookingSettingsSchema>;

/** The booking settings as the server stores them. `payment_note` is empty if the stored settings have none. */
export const storedBookingSettingsSchema = bookingSettingsSchema.extend({ payment_note: z.string().default('') });

/** GET /booking-groups/settings: the booking settings and terms; `columns` selects some of them. */
export const getBookingSettings = defineEndpoint({
  name: 'getBookingSettings',
  summary: 'Booking flags and terms',
  method: 'GET',
  url: '/api/booking-groups/settings',
  policy: 'public',
  rate: 'read',
  idempotency: 'safe',
  isCacheable: true,
  query: z.object({ columns: columnsSchema }),
  answers: { 200: answer({ data: bookingSettingsSchema.partial().required({ id: true }) }) },
  refusals: { NOT_FOUND: 404 },
});
