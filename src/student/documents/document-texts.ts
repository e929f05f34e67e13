import { addDocument, type DocumentCategory, type DocumentState } from '../../../contract/documents.ts';
import type { RefusalCode } from '../../../contract/endpoint.ts';
import { uploadDocument } from '../../../contract/files.ts';
import { ApiError, isOfflineError } from '../../lib/api.ts';
import { isRefusal, refusalCode } from '../../lib/refusals.ts';

/** Messages on the page My Documents (`docs/product.md#documents`). */
export const documentTexts = {
  incomplete: 'Please fill all required fields',
  wrongType: 'Only PDF files are allowed.',
  tooLarge: 'File size must be less than 10MB.',
  limit: 'You have reached the maximum limit',
  uploaded: 'Document uploaded!',
  deleted: 'Document Deleted',
  notDeleted: 'Unable to delete',
} as const;

export const categoryNames: Record<DocumentCategory, string> = {
  academic: 'Academic',
  financial: 'Financial',
  personal: 'Personal',
};

/**
 * Says whether the academy has verified a document. If the academy gave a reason for rejecting the document, the page
 * shows that reason instead.
 */
export const stateTexts: Record<DocumentState, string> = {
  waiting: 'Waiting to be verified by the academy',
  verified: 'Verified by the academy',
  rejected: 'Please upload a corrected document.',
};

/** Whether the server has refused the file with a message that says what is wrong with the file and what to do. */
const isFileFault = (error: unknown) =>
  isRefusal(error, uploadDocument, 'WRONG_TYPE', 'TOO_LARGE', 'UNREADABLE', 'ACTIVE_CONTENT', 'ENCRYPTED');

/** The message for a failed upload. */
export function uploadFailure(error: unknown): string {
  if (!(error instanceof ApiError)) return 'An error occurred.';
  if (error.kind === 'offline') return 'Network error.';
  if (error.kind === 'broken') return 'An error occurred.';
  if (error.status === 413) return documentTexts.tooLarge;
  if (error.status === 415) return documentTexts.wrongType;
  return isFileFault(error) ? error.message : 'Failed to upload document.';
}

/**
 * What the student can do after the upload of a file failed, or after saving the uploaded file as a document failed.
 */
export function uploadAdvice(error: unknown): string {
  if (isFileRefused(error)) return 'Choose another file.';
  if (isRefusal(error, addDocument, 'MAXIMUM_LIMIT'))
    return 'Delete a document that you no longer need, then upload this one.';
  // Show the server's own message, because it says what the student can do, such as try again tomorrow.
  if (isRefusal(error, uploadDocument, 'TOO_MANY_UPLOADS', 'UNAVAILABLE')) return error.message;
  return 'Your file is still selected. You can try again.';
}

/** Whether the server has refused the file itself, so that uploading the same file again is useless. */
export function isFileRefused(error: unknown): boolean {
  if (!(error instanceof ApiError) || error.kind !== 'refused') return false;
  return error.status === 413 || error.status === 415 || isFileFault(error);
}

const saveFailures: Partial<Record<RefusalCode<typeof addDocument>, string>> = {
  INVALID_FIELDS: 'All fields are required',
  MAXIMUM_LIMIT: 'Maximum limit reached',
  INTERNAL_ERROR: 'Internal server error',
};

/** The message for a document that could not be saved although its file was uploaded. */
export function saveFailure(error: unknown): string {
  if (isOfflineError(error)) return 'Please check your connection.';
  const code = refusalCode(error, addDocument);
  const message = error instanceof ApiError ? error.failure?.message : null;
  return (code && saveFailures[code]) || message || 'Unable to add new document';
}
