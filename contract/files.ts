import * as z from 'zod';
import { answer } from './answer.ts';
import { defineEndpoint } from './endpoint.ts';

/** The maximum size of an uploaded document, in bytes. A profile image must be smaller than this. */
export const longestFile = 10 * 1024 * 1024;

/** Accepted media types of a profile image. */
export const imageTypes = ['image/jpeg', 'image/png', 'image/webp'] as const;
export const documentType = 'application/pdf';

/**
 * Refusals of an uploaded file. The response's `message` is the text to show to the student. `ACTIVE_CONTENT`: the file
 * contains, for example, a script.
 */
export const fileRefusals = {
  FILE_MISSING: 400,
  TOO_LARGE: 413,
  WRONG_TYPE: 415,
  UNREADABLE: 422,
  ACTIVE_CONTENT: 422,
  ENCRYPTED: 422,
} as const;
export type FileCode = keyof typeof fileRefusals;

/** All refusals of an upload. INVALID_REQUEST has status 408 if the upload took too long or was interrupted. */
export const uploadRefusals = {
  ...fileRefusals,
  INVALID_REQUEST: [400, 408, 413, 415],
  TOO_MANY_UPLOADS: 429,
} as const;

/** Body of an upload: the field `file` of a `multipart/form-data` body. */
export const uploadSchema = z.object({ file: z.file() });

/** The URL path of a file, by which documents and profiles refer to it. */
export function filePath(id: string): string {
  return `/api/files/${id}`;
}
export const filePathSchema = z.string().regex(/^\/api\/files\/[0-9a-f-]{36}$/, 'Use the address that the upload gave');

/**
 * POST /aws/file/aws-upload uploads a PDF. Pass the returned `url` to `addDocument`; a file that no document uses is
 * deleted after a day.
 */
export const uploadDocument = defineEndpoint({
  name: 'uploadDocument',
  summary: 'Uploads a PDF for the student’s documents',
  method: 'POST',
  url: '/api/aws/file/aws-upload',
  policy: 'student',
  rate: 'write',
  idempotency: 'keyed',
  body: uploadSchema,
  answers: { 200: answer({ url: z.string() }) },
  refusals: uploadRefusals,
});

/**
 * POST /aws/image/aws-upload uploads a profile image. Its centre is stored as a square WebP. Pass the returned `url` as
 * the profile's `image_url`.
 */
export const uploadImage = defineEndpoint({
  name: 'uploadImage',
  summary: 'Uploads a profile image',
  method: 'POST',
  url: '/api/aws/image/aws-upload',
  policy: 'student',
  rate: 'write',
  idempotency: 'keyed',
  body: uploadSchema,
  answers: { 200: answer({ url: z.string() }) },
  refusals: uploadRefusals,
});

/**
 * GET /files/{id}: one of the student's own files as an attachment. 404 for another student's file, because the
 * database query is limited to the student's files.
 */
export const getFile = defineEndpoint({
  name: 'getFile',
  summary: 'A file of the student’s',
  method: 'GET',
  url: '/api/files/:id',
  policy: 'student',
  rate: 'read',
  idempotency: 'safe',
  params: z.object({ id: z.uuid() }),
  answers: { 200: z.file() },
  refusals: { INVALID_REQUEST: [400, 416], NOT_FOUND: 404 },
});
