import * as z from 'zod';
import { answer } from './answer.ts';
import { defineEndpoint } from './endpoint.ts';

/** Bytes that a document may have, and that a profile image must stay below (document 2, section 9). */
export const longestFile = 10 * 1024 * 1024;

/** Media types of a profile image (document 2, section 5). */
export const imageTypes = ['image/jpeg', 'image/png', 'image/webp'] as const;
export const documentType = 'application/pdf';

/**
 * Why a file was refused; `message` is the catalogue's text (document 2, section 8). `TOO_LARGE` is answered 413, the
 * wrong type 415, what could not be read or carries something active 422.
 */
export const fileCodes = [
  'FILE_MISSING',
  'WRONG_TYPE',
  'TOO_LARGE',
  'UNREADABLE',
  'ACTIVE_CONTENT',
  'ENCRYPTED',
] as const;
export type FileCode = (typeof fileCodes)[number];

/** Field `file` of a `multipart/form-data` body. */
const uploadSchema = z.object({ file: z.file() });

/** Where a file is read, and how a document or a profile names it. */
export function filePath(id: string): string {
  return `/api/files/${id}`;
}
export const filePathSchema = z.string().regex(/^\/api\/files\/[0-9a-f-]{36}$/, 'Use the address that the upload gave');

/** POST /aws/file/aws-upload (document 2, section 7): a PDF; `url` is for `addDocument`. What no document names is removed after a day. */
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
});

/** POST /aws/image/aws-upload (document 2, section 7): a picture, stored as a square WebP of its middle; `url` is for `image_url`. */
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
});

/** GET /files/{id} (decisions, "Answers"): the owner's own file as an attachment; 404 for everybody else. */
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
});
