import * as z from 'zod';
import { answer, daySchema, instantSchema, notOneLine, oneLine } from '../answer.ts';
import { documentCategories, documentStates } from '../documents.ts';
import { defineStaffEndpoint } from './staff-endpoint.ts';

/** Number of documents on one page of the list. */
export const documentPageSize = 50;

/** The student's details, which staff compare with the document. */
const identitySchema = z.object({
  name: z.string(),
  dob: daySchema.nullable(),
  indos_number: z.string().nullable(),
  passport_number: z.string().nullable(),
});

const reviewedDocumentSchema = z.object({
  id: z.uuid(),
  document_name: z.string(),
  category_name: z.enum(documentCategories),
  bytes: z.number().int(),
  state: z.enum(documentStates),
  rejection: z.string().nullable(),
  /** The last day on which the document is valid; null if none is set. */
  expires_on: daySchema.nullable(),
  created_at: instantSchema,
  reviewer: z.string().nullable(),
  reviewed_at: instantSchema.nullable(),
  student: identitySchema.extend({ id: z.uuid(), has_email: z.boolean() }),
});
export type ReviewedDocument = z.infer<typeof reviewedDocumentSchema>;

/** The URL path by which staff download the file of a document. */
export const staffDocumentPath = (id: string) => `/api/staff/documents/${id}/file`;

/**
 * GET /staff/documents: documents in a state, oldest first, by page. `waiting` is the number of all documents that are
 * not checked yet. Each call is recorded in the audit log.
 * For the next page, send the response's `next` as `after`, and the `created_at` of the last document as `after_at`.
 * The server needs this time if the student has deleted that document meanwhile. Pages of an earlier release do not
 * send `after_at`.
 */
export const listDocumentQueue = defineStaffEndpoint({
  name: 'listDocumentQueue',
  summary: 'The documents of students to verify',
  method: 'GET',
  url: '/api/staff/documents',
  permission: 'documents.read',
  rate: 'read',
  idempotency: 'safe',
  query: z.object({
    state: z.enum(documentStates).default('waiting'),
    after: z.uuid().optional(),
    after_at: instantSchema.optional(),
  }),
  answers: {
    200: answer({ data: z.array(reviewedDocumentSchema), next: z.uuid().nullable(), waiting: z.number().int() }),
  },
});

/** GET /staff/documents/{id}: one document of a student, with its state. */
export const getReviewedDocument = defineStaffEndpoint({
  name: 'getReviewedDocument',
  summary: 'A document of a student',
  method: 'GET',
  url: '/api/staff/documents/:id',
  permission: 'documents.read',
  rate: 'read',
  idempotency: 'safe',
  params: z.object({ id: z.uuid() }),
  answers: { 200: answer({ data: reviewedDocumentSchema }) },
  refusals: { NOT_FOUND: 404 },
});

/** GET /staff/documents/{id}/file: the PDF of a document as an attachment. Each view is recorded in the audit log. */
export const getDocumentFile = defineStaffEndpoint({
  name: 'getDocumentFile',
  summary: 'The file of a document of a student',
  method: 'GET',
  url: '/api/staff/documents/:id/file',
  permission: 'documents.read',
  rate: 'read',
  idempotency: 'safe',
  params: z.object({ id: z.uuid() }),
  answers: { 200: z.file() },
  refusals: { INVALID_REQUEST: [400, 416], NOT_FOUND: 404 },
});

const rejectionSchema = z
  .string()
  .trim()
  .min(3, 'Tell the student what is wrong')
  .max(300, 'At most 300 characters')
  .regex(oneLine, notOneLine);

const seenFields = {
  seen: z.enum(documentStates),
  seen_expires_on: daySchema.nullable().optional(),
  seen_student: identitySchema.optional(),
};

/**
 * PUT /staff/documents/{id}/state verifies a document, rejects it (the student gets the reason by email), or returns it
 * to the queue.
 * - 409 REVIEWED_MEANWHILE: the state (`seen`), the expiry date (`seen_expires_on`) or the student's details
 *   (`seen_student`) are different from what the caller saw. Pages of earlier releases send only `seen`, or not
 *   `seen_student`.
 * - 409 DOCUMENT_EXPIRED: the call verifies a document with an `expires_on` before today.
 */
export const reviewDocument = defineStaffEndpoint({
  name: 'reviewDocument',
  summary: 'Verifies or rejects a document of a student',
  method: 'PUT',
  url: '/api/staff/documents/:id/state',
  permission: 'documents.manage',
  rate: 'write',
  idempotency: 'keyed',
  params: z.object({ id: z.uuid() }),
  body: z.discriminatedUnion('state', [
    z.object({
      state: z.literal('verified'),
      ...seenFields,
      expires_on: z.iso.date('Use the form YYYY-MM-DD').nullable(),
    }),
    z.object({ state: z.literal('rejected'), ...seenFields, reason: rejectionSchema }),
    z.object({ state: z.literal('waiting'), ...seenFields }),
  ]),
  answers: { 200: answer({ data: reviewedDocumentSchema }) },
  refusals: { NOT_FOUND: 404, REVIEWED_MEANWHILE: 409, DOCUMENT_EXPIRED: 409 },
});
