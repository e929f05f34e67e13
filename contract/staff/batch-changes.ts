import * as z from 'zod';
import { answer, idSchema, instantSchema, rupeesSchema } from '../answer.ts';
import { realDaySchema } from '../days.ts';
import { batchDaysSchema, batchParams, batchRecordAnswer, clashSchema } from './batches.ts';
import { orderIdSchema } from './orders.ts';
import { defineStaffEndpoint, reasonSchema } from './staff-endpoint.ts';

/** How many students are affected if a batch is moved or cancelled. */
const affectedSchema = z.object({
  /** Students who have a seat. */
  booked: z.number().int(),
  /** Students whose unpaid order holds a seat. */
  paying: z.number().int(),
  /** Booked students without an email address. */
  without_email: z.number().int(),
  /** Students who booked the batch in a package. */
  in_package: z.number().int(),
  /** Seats kept for the office. */
  office: z.number().int(),
  /** The ids of the orders of all students counted in `booked` and `paying`. */
  orders: z.array(orderIdSchema),
});
export type Affected = z.infer<typeof affectedSchema>;

/**
 * The ids of the affected students' orders (`affected.orders`) in the preview that the caller saw. 409 AFFECTED_CHANGED
 * if orders have been added or removed since the preview.
 */
const seenOrdersSchema = z.array(orderIdSchema);

const movedDates = {
  start_date: realDaySchema,
  /** The new last day of the batch. If it is missing, the batch lasts as long as its course. */
  end_date: realDaySchema.optional(),
  ignores_length: z.boolean().optional(),
};
const moveRefusals = { NOT_FOUND: 404, BATCH_IS_PAST: 409, BATCH_IS_CANCELLED: 409, WRONG_LENGTH: 409 } as const;

const checkedMoveSchema = z.object({
  before: batchDaysSchema,
  after: batchDaysSchema,
  clashes: z.array(clashSchema),
  /** Ids of other batches of the course that start on the new first day. */
  same_start: z.array(idSchema),
  /** Warnings about days off on which the new dates or lessons fall, one sentence each. */
  days_off: z.array(z.string()),
  affected: affectedSchema,
  /**
   * The subject of the email to each notified student. `choice`: of the email with a link for choosing between the new
   * dates, another batch and a refund. `email`: of the email without a link.
   */
  email_subjects: z.object({ choice: z.string(), email: z.string() }),
});
export type CheckedMove = z.infer<typeof checkedMoveSchema>;

/** POST /staff/batches/{id}/move/check returns what moving the batch would lead to, without moving it. */
export const checkBatchMove = defineStaffEndpoint({
  name: 'checkBatchMove',
  summary: 'What moving a batch would lead to',
  method: 'POST',
  url: '/api/staff/batches/:id/move/check',
  permission: 'batches.manage',
  rate: 'write',
  idempotency: 'repeatable',
  params: batchParams,
  body: z.object(movedDates),
  answers: { 200: answer({ data: checkedMoveSchema }) },
  refusals: moveRefusals,
});

const movedStudentSchema = z.object({
  order_id: z.string(),
  name: z.string(),
  email: z.string().nullable(),
  /** Whether the student's order is not paid yet. If so, the email is sent once the payment has succeeded. */
  is_paying: z.boolean(),
});
export type MovedStudent = z.infer<typeof movedStudentSchema>;

/**
 * GET /staff/batches/{id}/move/students: the students whom moving a batch affects, the booked ones first. Each call is
 * recorded in the audit log.
 */
export const listMovedStudents = defineStaffEndpoint({
  name: 'listMovedStudents',
  summary: 'The students whom moving a batch affects',
  method: 'GET',
  url: '/api/staff/batches/:id/move/students',
  permission: 'students.read',
  rate: 'read',
  idempotency: 'safe',
  params: batchParams,
  answers: { 200: answer({ data: z.array(movedStudentSchema) }) },
  refusals: { NOT_FOUND: 404 },
});

/** How booked students are notified of new dates. */
const moveNotices = [
  // By an email with a link for choosing between the new dates, another batch and a refund.
  'choice',
  // By an email without a link.
  'email',
  // They are not notified.
  'none',
] as const;

/**
 * POST /staff/batches/{id}/move moves a batch to other dates, or extends it. Emails are sent in the background;
 * `getBatchRun` with the `run_id` of the response returns the progress.
 */
export const moveStaffBatch = defineStaffEndpoint({
  name: 'moveStaffBatch',
  summary: 'Moves or lengthens a batch and notifies its students',
  method: 'POST',
  url: '/api/staff/batches/:id/move',
  permission: 'batches.manage',
  // Step-up authentication is needed only for `choice`, because students can then choose a refund.
  stepUp: ({ notice }: { notice: string }) => notice === 'choice',
  rate: 'write',
  idempotency: 'keyed',
  params: batchParams,
  body: z.object({
    ...movedDates,
    /**
     * The dates of the batch that the staff member saw; 409 BATCH_DATES_CHANGED if they are different by now. Pages of
     * an earlier release do not send this field.
     */
    before: batchDaysSchema.optional(),
    affected: seenOrdersSchema,
    notice: z.enum(moveNotices),
    /** The ids of the orders whose students are notified. Without it, all affected students are. */
    notify: z.array(orderIdSchema).optional(),
    reason: reasonSchema,
  }),
  answers: { 200: batchRecordAnswer },
  refusals: { ...moveRefusals, BATCH_DATES_CHANGED: 409, AFFECTED_CHANGED: 409 },
});

/**
 * How many students the console lists by name before a batch is cancelled, or moved without emails. The roster of the
 * batch has all names.
 */
export const namedStudents = 10;

const batchCancellationSchema = affectedSchema.extend({
  /** The subject of the email that each booked student with an email address gets. */
  email_subject: z.string(),
  /** The sum of the refunds if no student chooses another batch. */
  refund: rupeesSchema,
  /**
   * The number of bookings for which the office must agree on a refund with the student, because another course of the
   * same package has begun.
   */
  for_office: z.number().int(),
  /** How many students are on waiting lists that would end if the batch were cancelled. */
  waiting: z.number().int(),
  /**
   * The first booked students by order id, at most `namedStudents`. `refund` is null if the office must agree on it
   * with the student.
   */
  students: z.array(
    z.object({
      order_id: z.string(),
      name: z.string(),
      email: z.string().nullable(),
      refund: rupeesSchema.nullable(),
    }),
  ),
});
export type BatchCancellation = z.infer<typeof batchCancellationSchema>;

/**
 * GET /staff/batches/{id}/cancellation: which students, refunds and emails the cancellation of a batch would involve.
 * Each call is recorded in the audit log, because the response names students.
 */
export const previewBatchCancellation = defineStaffEndpoint({
  name: 'previewBatchCancellation',
  summary: 'What cancelling a batch would lead to',
  method: 'GET',
  url: '/api/staff/batches/:id/cancellation',
  permission: 'students.read',
  rate: 'read',
  idempotency: 'safe',
  params: batchParams,
  answers: { 200: answer({ data: batchCancellationSchema }) },
  refusals: { NOT_FOUND: 404 },
});

/**
 * POST /staff/batches/{id}/cancel cancels a batch. Its students get a link by which they choose another batch or a
 * refund. The call requires step-up authentication, because students who do not choose in time get the refund. 409
 * AFFECTED_CHANGED if orders have been added or have gone since the preview.
 */
export const cancelStaffBatch = defineStaffEndpoint({
  name: 'cancelStaffBatch',
  summary: 'Cancels a batch and lets its students choose',
  method: 'POST',
  url: '/api/staff/batches/:id/cancel',
  permission: 'batches.manage',
  stepUp: true,
  rate: 'write',
  idempotency: 'keyed',
  params: batchParams,
  body: z.object({ affected: seenOrdersSchema, reason: reasonSchema }),
  answers: { 200: batchRecordAnswer },
  refusals: { NOT_FOUND: 404, BATCH_IS_PAST: 409, BATCH_IS_CANCELLED: 409, AFFECTED_CHANGED: 409 },
});

/** What has become of one student's booking after a batch was moved or cancelled. */
const runItemStates = [
  // The email is not written yet.
  'queued',
  // The student has not chosen yet.
  'waiting',
  // The email was sent, and there was nothing to choose.
  'notified',
  // The student chose the new dates, or did not choose in time after the batch was moved.
  'accepted',
  // The student chose another batch.
  'transferred',
  // The student chose a refund, or did not choose in time after the batch was cancelled.
  'refunded',
  // The office has cancelled or transferred the booking in another way.
  'released',
  // The batch was moved or cancelled again.
  'replaced',
  // The office must decide about the booking.
  'office',
] as const;
export type RunItemState = (typeof runItemStates)[number];

const batchRunSchema = z.object({
  id: z.number().int(),
  batch_id: idSchema,
  course_name: z.string(),
  kind: z.enum(['move', 'cancel']),
  before: batchDaysSchema,
  /** The dates of the batch after it was moved; null if it was cancelled. */
  after: batchDaysSchema.nullable(),
  reason: z.string(),
  actor: z.string(),
  at: instantSchema,
  /** Until when students can choose what happens to their booking. */
  choose_until: instantSchema,
  is_done: z.boolean(),
  total: z.number().int(),
  /**
   * How many emails were written (`queued`), and how many of them were delivered (`sent`) or could not be (`failed`).
   */
  emails: z.object({ queued: z.number().int(), sent: z.number().int(), failed: z.number().int() }),
  without_email: z.number().int(),
  /** The number of affected students whom staff chose not to notify. */
  left_out: z.number().int(),
  by_state: z.record(z.enum(runItemStates), z.number().int()),
});
export type BatchRun = z.infer<typeof batchRunSchema>;

const runParams = z.object({ id: idSchema });

/** GET /staff/batch-runs/{id}: the progress of emails and choices after a batch was moved or cancelled. */
export const getBatchRun = defineStaffEndpoint({
  name: 'getBatchRun',
  summary: 'Progress of the emails and choices of a moved or cancelled batch',
  method: 'GET',
  url: '/api/staff/batch-runs/:id',
  permission: 'batches.read',
  rate: 'read',
  idempotency: 'safe',
  params: runParams,
  answers: { 200: answer({ data: batchRunSchema }) },
  refusals: { NOT_FOUND: 404 },
});

const runStudentSchema = z.object({
  order_id: z.string(),
  student_id: z.uuid(),
  name: z.string(),
  email: z.string().nullable(),
  mobile: z.string().nullable(),
  state: z.enum(runItemStates),
  /** Why the student's refund failed at the last attempt, or why the office must decide about the booking. */
  problem: z.string().nullable(),
});
export type RunStudent = z.infer<typeof runStudentSchema>;

/**
 * GET /staff/batch-runs/{id}/students: the students of a moved or cancelled batch and what became of their bookings.
 * Students with a `problem` (a failed refund, or a decision for the office) and those without an email address come
 * first. Each call is recorded in the audit log.
 */
export const listRunStudents = defineStaffEndpoint({
  name: 'listRunStudents',
  summary: 'The students of a moved or cancelled batch',
  method: 'GET',
  url: '/api/staff/batch-runs/:id/students',
  permission: 'students.read',
  rate: 'read',
  idempotency: 'safe',
  params: runParams,
  answers: { 200: answer({ data: z.array(runStudentSchema) }) },
  refusals: { NOT_FOUND: 404 },
});
