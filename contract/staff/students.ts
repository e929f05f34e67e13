import * as z from 'zod';
import { answer, daySchema, doneSchema, instantSchema, notOneLine, oneLine, rupeesSchema } from '../answer.ts';
import { documentCategories, documentStates } from '../documents.ts';
import { cancelledBookingSchema, enrolmentStatuses, notCompletedSchema } from '../enrolments.ts';
import { profileSchema, studentSchema } from '../student.ts';
import { walletSchema } from '../wallet.ts';
import { defineStaffEndpoint, reasonSchema } from './staff-endpoint.ts';
import { newStudentSchema } from './student-import.ts';

/** Number of students on one page of the list. */
export const studentPageSize = 50;

const listedStudentSchema = studentSchema
  .pick({ id: true, first_name: true, last_name: true, email: true, mobile: true, indos_number: true })
  .extend({ allowed_booking: z.boolean(), created_at: instantSchema });
export type ListedStudent = z.infer<typeof listedStudentSchema>;

/**
 * GET /staff/students: students, latest registration first, by page. Each word of `q` is the beginning of a name, an
 * email address, or a phone, INDOS or passport number. For the next page, send the response's `next` as `after`. Each
 * call is recorded in the audit log.
 */
export const listStudents = defineStaffEndpoint({
  name: 'listStudents',
  summary: 'Students, searched by name, contact or number',
  method: 'GET',
  url: '/api/staff/students',
  permission: 'students.read',
  rate: 'read',
  idempotency: 'safe',
  query: z.object({ q: z.string().trim().max(200, 'At most 200 characters').optional(), after: z.uuid().optional() }),
  answers: { 200: answer({ data: z.array(listedStudentSchema), next: z.uuid().nullable() }) },
});

/** A value of a new student that an existing student already has. */
const takenSchema = z.object({
  field: z.enum(['email', 'mobile', 'indos_number', 'passport_number']),
  student: z.object({ id: z.uuid(), name: z.string() }),
});
export type Taken = z.infer<typeof takenSchema>;

/**
 * POST /staff/students adds one student by the rules of the import: first name, last name and mobile number are
 * required. 409 USER_EXISTS with the existing students who have the same email address, mobile, INDOS or passport
 * number.
 */
export const createStudent = defineStaffEndpoint({
  name: 'createStudent',
  summary: 'Adds a student who has no account yet',
  method: 'POST',
  url: '/api/staff/students',
  permission: 'students.manage',
  rate: 'write',
  idempotency: 'keyed',
  body: newStudentSchema.extend({
    /** Whether another student may have the same mobile number, as in a family. */
    may_share_mobile: z.boolean(),
  }),
  answers: { 200: answer({ data: z.object({ id: z.uuid() }) }) },
  refusals: { USER_EXISTS: { status: 409, data: z.object({ taken: z.array(takenSchema) }) } },
});

/** The state of a student's email address or phone number. */
const contactStates = [
  'verified',
  // It can be used to sign in, but nobody has proved to own it.
  'unverified',
  // It cannot be used to sign in.
  'locked',
] as const;
export type ContactState = (typeof contactStates)[number];

const noteSchema = z.object({ id: z.number().int(), at: instantSchema, author: z.string(), text: z.string() });
export type StudentNote = z.infer<typeof noteSchema>;

/**
 * The state of a document that a booked course requires. `missing`: the student has stored none; `rejected`: staff have
 * rejected it; `expired`: it expires before the course ends; `waiting`: it is valid and waits for review by staff.
 */
const requiredDocumentStates = ['missing', 'rejected', 'expired', 'waiting', 'verified'] as const;

/**
 * A document that a booked course requires. `expires_on`: the expiry date of the student's matching document. Null if
 * the student has no such document, if staff have rejected it, or if it does not expire.
 */
const requiredDocumentSchema = z.object({
  name: z.string(),
  state: z.enum(requiredDocumentStates),
  expires_on: daySchema.nullable(),
});
export type RequiredDocument = z.infer<typeof requiredDocumentSchema>;

const studentRecordSchema = z.object({
  profile: studentSchema,
  /** The states of the student's email address and phone numbers. */
  contacts: z.object({
    email: z.enum(contactStates),
    mobile: z.enum(contactStates),
    whatsapp_number: z.enum(contactStates),
  }),
  allowed_booking: z.boolean(),
  /** Whether the student has set a password. Imported students have none at first. */
  has_password: z.boolean(),
  created_at: instantSchema,
  /** The versions of the terms that the student has accepted, newest first; empty if none is stored. */
  accepted_terms: z.array(z.object({ version: z.string(), at: instantSchema })),
  /** The version of the terms that the student must accept again; null if there is none. */
  terms_to_accept: z.string().nullable(),
  /** The student's documents; null if the caller's role may not see them. */
  documents: z
    .array(
      z.object({
        id: z.uuid(),
        document_name: z.string(),
        category_name: z.enum(documentCategories),
        state: z.enum(documentStates),
        expires_on: daySchema.nullable(),
        created_at: instantSchema,
      }),
    )
    .nullable(),
  /**
   * The documents that the student's booked courses require, without courses that are cancelled or over. A required
   * document is left out if the course's content has no words by which it is recognised in the names of the student's
   * documents. Null if the caller's role may not see documents.
   */
  required_documents: z
    .array(
      z.object({
        course_name: z.string(),
        start_date: daySchema,
        end_date: daySchema,
        documents: z.array(requiredDocumentSchema),
      }),
    )
    .nullable(),
  bookings: z.array(
    z.object({
      id: z.number().int(),
      course_name: z.string(),
      course_code: z.string(),
      status: z.enum(enrolmentStatuses),
      not_completed: notCompletedSchema,
      start_date: daySchema,
      end_date: daySchema,
      batch_id: z.number().int(),
      /** Set while the batch is cancelled and it is not decided yet what happens to the booking. */
      cancelled: cancelledBookingSchema.optional(),
      order_id: z.string(),
    }),
  ),
  /** Sums over all orders of the student, in rupees. `attempts`: number of payment attempts. */
  payments: z.object({ paid: rupeesSchema, refunded: rupeesSchema, refunds_due: rupeesSchema, attempts: z.number() }),
  /**
   * What the student still has to pay at the office for transferred bookings, oldest first. `text` is the booked course
   * or package.
   */
  dues: z.array(z.object({ order_id: z.string(), amount: rupeesSchema, text: z.string() })),
  wallet: walletSchema,
  notes: z.array(noteSchema),
  /** The student's enquiries and grievances, the newest first; null if the caller's role may not see them. */
  enquiries: z
    .array(z.object({ id: z.number().int(), reference: z.string(), at: instantSchema, is_open: z.boolean() }))
    .nullable(),
});
export type StudentRecord = z.infer<typeof studentRecordSchema>;

const idParams = z.object({ id: z.uuid() });
const unknownStudent = { NOT_FOUND: 404 } as const;

/** GET /staff/students/{id}: all data about a student that the caller's role may see. */
export const getStudentRecord = defineStaffEndpoint({
  name: 'getStudentRecord',
  summary: 'A student with documents, bookings, payments, wallet and notes',
  method: 'GET',
  url: '/api/staff/students/:id',
  permission: 'students.read',
  rate: 'read',
  idempotency: 'safe',
  params: idParams,
  answers: { 200: answer({ data: studentRecordSchema }) },
  refusals: unknownStudent,
});

/**
 * PUT /staff/students/{id} changes some fields of a profile. A changed email address or phone number becomes
 * unverified. If the email address changes, the old one gets an email about it. 409 USER_EXISTS in the same cases as
 * for `updateStudent`.
 */
export const changeStudent = defineStaffEndpoint({
  name: 'changeStudent',
  summary: 'Changes the profile and contacts of a student',
  method: 'PUT',
  url: '/api/staff/students/:id',
  permission: 'students.manage',
  rate: 'write',
  idempotency: 'keyed',
  params: idParams,
  body: profileSchema.omit({ image_url: true }).partial(),
  answers: { 200: doneSchema },
  refusals: { ...unknownStudent, USER_EXISTS: 409 },
});

/** PUT /staff/students/{id}/booking allows or forbids a student to book online. */
export const setStudentBooking = defineStaffEndpoint({
  name: 'setStudentBooking',
  summary: 'Allows or forbids a student to book online',
  method: 'PUT',
  url: '/api/staff/students/:id/booking',
  permission: 'students.manage',
  rate: 'write',
  idempotency: 'keyed',
  params: idParams,
  body: z.object({ is_allowed: z.boolean(), reason: reasonSchema }),
  answers: { 200: doneSchema },
  refusals: unknownStudent,
});

/** Maximum amount of one wallet credit, in rupees. */
const largestCredit = 1_000_000;

const bookTextSchema = z
  .string()
  .trim()
  .min(1, 'Enter the number of the receipt or voucher')
  .max(100, 'At most 100 characters')
  .regex(oneLine, notOneLine);

/**
 * POST /staff/students/{id}/wallet adds money to a student's wallet. `reference` is the number of the receipt or
 * voucher in the academy's books; it can be credited only once (409 REFERENCE_USED). The student sees `description`.
 */
export const creditStudentWallet = defineStaffEndpoint({
  name: 'creditStudentWallet',
  summary: 'Adds money to the wallet of a student',
  method: 'POST',
  url: '/api/staff/students/:id/wallet',
  permission: 'wallet.manage',
  stepUp: true,
  rate: 'write',
  idempotency: 'keyed',
  params: idParams,
  body: z.object({
    amount: z
      .number()
      .min(1, 'Enter at least ₹1')
      .max(largestCredit, 'At most ₹10,00,000 at once')
      .multipleOf(0.01, 'At most two decimals'),
    reference: bookTextSchema,
    description: z
      .string()
      .trim()
      .min(1, 'Say what the money is for')
      .max(200, 'At most 200 characters')
      .regex(oneLine, notOneLine),
    reason: reasonSchema,
  }),
  answers: { 200: doneSchema },
  refusals: { ...unknownStudent, REFERENCE_USED: 409 },
});

/** The maximum length of an internal note, in characters. */
const longestNote = 5000;
export const noteTextSchema = z.string().trim().min(1, 'Write a note').max(longestNote, 'At most 5,000 characters');

/** POST /staff/students/{id}/notes adds an internal note, which cannot be changed afterwards. */
export const addStudentNote = defineStaffEndpoint({
  name: 'addStudentNote',
  summary: 'Adds an internal note about a student',
  method: 'POST',
  url: '/api/staff/students/:id/notes',
  permission: 'students.manage',
  rate: 'write',
  idempotency: 'keyed',
  params: idParams,
  body: z.object({ text: noteTextSchema }),
  answers: { 200: answer({ data: noteSchema }) },
  refusals: unknownStudent,
});
