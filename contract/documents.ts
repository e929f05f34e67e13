import * as z from 'zod';
import { answer, daySchema, doneSchema, instantSchema } from './answer.ts';
import { defineEndpoint } from './endpoint.ts';
import { filePathSchema } from './files.ts';

/** The maximum number of documents of a student, and the number from which the page warns about this limit. */
export const mostDocuments = 25;
export const manyDocuments = 20;
export const longestDocumentName = 100;

/** Document categories, in the order of the tabs. */
export const documentCategories = ['academic', 'financial', 'personal'] as const;
export type DocumentCategory = (typeof documentCategories)[number];

/** Whether staff have checked a document. `waiting`: not checked yet. */
export const documentStates = ['waiting', 'verified', 'rejected'] as const;
export type DocumentState = (typeof documentStates)[number];

/**
 * The student is reminded of an expiring document three times: this many days before the last day on which it is valid.
 */
export const reminderDays = [90, 30, 7] as const;

/**
 * A document of a student. `expires_on` is the last day on which it is valid; null if none is set. `rejection`: why
 * staff have rejected it; null if they have not.
 */
const documentSchema = z.object({
  id: z.uuid(),
  document_name: z.string(),
  category_name: z.enum(documentCategories),
  document_url: z.string(),
  bytes: z.number().int().positive(),
  expires_on: daySchema.nullable(),
  created_at: instantSchema,
  state: z.enum(documentStates),
  rejection: z.string().nullable(),
});
export type StudentDocument = z.infer<typeof documentSchema>;

const missing = 'All fields are required';
/** Characters that are removed from a document's name: control characters, line separators and text direction marks. */
const unwritten = /[\p{Cc}\u061c\u200e\u200f\u2028\u2029\u202a-\u202e\u2066-\u2069]/gu;
const nameSchema = z
  .string(missing)
  .overwrite((text) => text.replace(unwritten, ''))
  .trim()
  .min(1, missing)
  .max(longestDocumentName);
const endSchema = z.iso.date('Use the form YYYY-MM-DD').nullable();

/** GET /users/student/documents: the student's documents, newest first. */
export const listDocuments = defineEndpoint({
  name: 'listDocuments',
  summary: 'The student’s documents',
  method: 'GET',
  url: '/api/users/student/documents',
  policy: 'student',
  rate: 'read',
  idempotency: 'safe',
  answers: { 200: answer({ data: z.object({ documents: z.array(documentSchema), total: z.number().int().min(0) }) }) },
});

/**
 * POST /users/student/document/add adds an uploaded file to the student's documents. `document_url` must be a `url`
 * that `uploadDocument` returned to this student and that no other document uses. Errors: 400 INVALID_FIELDS with
 * `fields`, 409 MAXIMUM_LIMIT.
 */
export const addDocument = defineEndpoint({
  name: 'addDocument',
  summary: 'Saves an uploaded PDF among the student’s documents',
  method: 'POST',
  url: '/api/users/student/document/add',
  policy: 'student',
  rate: 'write',
  idempotency: 'keyed',
  body: z.object({
    document_url: filePathSchema,
    category_name: z.enum(documentCategories, missing),
    document_name: nameSchema,
    expires_on: endSchema.optional(),
  }),
  answers: { 200: answer({ data: documentSchema }) },
  refusals: { INVALID_FIELDS: 400, NOT_FOUND: 404, MAXIMUM_LIMIT: 409 },
});

/**
 * PUT /users/student/document/{id} sets the last day on which the document is valid; null removes it. If the day has
 * changed, staff must verify the document again.
 */
export const changeDocument = defineEndpoint({
  name: 'changeDocument',
  summary: 'Says how long a document is valid',
  method: 'PUT',
  url: '/api/users/student/document/:id',
  policy: 'student',
  rate: 'write',
  idempotency: 'keyed',
  params: z.object({ id: z.uuid() }),
  body: z.object({ expires_on: endSchema }),
  answers: { 200: answer({ data: documentSchema }) },
  refusals: { NOT_FOUND: 404 },
});

/** DELETE /users/student/document/{id} deletes a document and its file; 404 if the student has no such document. */
export const deleteDocument = defineEndpoint({
  name: 'deleteDocument',
  summary: 'Deletes a document with its file',
  method: 'DELETE',
  url: '/api/users/student/document/:id',
  policy: 'student',
  rate: 'write',
  idempotency: 'keyed',
  params: z.object({ id: z.uuid() }),
  answers: { 200: doneSchema },
  refusals: { NOT_FOUND: 404 },
});
