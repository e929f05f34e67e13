import * as z from 'zod';
import { answer, daySchema, idSchema, instantSchema } from './answer.ts';
import { durationUnits } from './categories.ts';
import { defineEndpoint } from './endpoint.ts';
import { joiningSchema } from './joining.ts';

export const enrolmentStatuses = ['active', 'upcoming', 'completed'] as const;
export type EnrolmentStatus = (typeof enrolmentStatuses)[number];

/**
 * Why a student has not completed a course after its last day. `failed`: by the result. `absent`: there is no result,
 * and the student was absent from every session that has an attendance mark.
 */
const notCompletedReasons = ['failed', 'absent'] as const;
export const notCompletedSchema = z.enum(notCompletedReasons).nullable().optional();
export type NotCompleted = (typeof notCompletedReasons)[number];

/**
 * A booking whose batch is cancelled, while it is not decided yet what happens to the booking. `choose_until`: until
 * when the student can choose another batch or a refund; null if the office decides.
 */
export const cancelledBookingSchema = z.object({ choose_until: instantSchema.nullable() });
export type CancelledBooking = z.infer<typeof cancelledBookingSchema>;

/**
 * A course that the student has booked. `start_date` and `end_date` are dates in the academy's time zone, both
 * included. `status` is the status on the day of the response. `tags` is a comma-separated list.
 */
const enrolmentSchema = z.object({
  id: idSchema,
  course_id: idSchema,
  course_name: z.string(),
  course_code: z.string(),
  /** Slug of the course's page; null when the course is no longer offered. */
  meta_text: z.string().nullable(),
  short_description: z.string(),
  status: z.enum(enrolmentStatuses),
  /**
   * Why the student has not completed the course; null if the course is not over, or if nothing shows that the student
   * failed or was absent. Absent in lists that a device saved before this field existed.
   */
  not_completed: notCompletedSchema,
  duration: z.number().positive(),
  duration_unit: z.enum(durationUnits),
  start_date: daySchema,
  end_date: daySchema,
  tags: z.string(),
  batch_id: idSchema,
  /** Set while the batch is cancelled and it is not decided yet what happens to the booking. */
  cancelled: cancelledBookingSchema.optional(),
  /** Where students report: the course's own venue, otherwise the academy's address. */
  place: z.string().nullable(),
  joining: joiningSchema,
  order_id: z.string(),
  receipt_number: z.string().nullable(),
  /** Name of the package with which the course was booked; null if it was booked alone. */
  package_name: z.string().nullable(),
  /**
   * The number of the student's valid certificate; null if there is none. Absent in lists that a device saved before
   * certificates existed.
   */
  certificate_number: z.string().nullable().optional(),
});
export type Enrolment = z.infer<typeof enrolmentSchema>;

/** GET /users/student/courses: the student's booked courses, sorted by first day; at most 500. */
export const listEnrolments = defineEndpoint({
  name: 'listEnrolments',
  summary: 'The student’s enrolled courses',
  method: 'GET',
  url: '/api/users/student/courses',
  policy: 'student',
  rate: 'read',
  idempotency: 'safe',
  answers: { 200: answer({ data: z.array(enrolmentSchema) }) },
});
