import type { DocumentCategory } from '../../../contract/documents.ts';
import { ApiError } from '../../lib/api.ts';

/** Texts of document 2, sections 5 and 8. */
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

/** What the server says of a file in its own words: what is wrong with it, and what to do. */
const fileFaults = ['WRONG_TYPE', 'TOO_LARGE', 'UNREADABLE', 'ACTIVE_CONTENT', 'ENCRYPTED'];

/** Why a file did not reach the server (document 2, section 8). */
export function uploadFailure(error: unknown): string {
  if (!(error instanceof ApiError)) return 'An error occurred.';
  if (error.kind === 'offline') return 'Network error.';
  if (error.kind === 'broken') return 'An error occurred.';
  if (error.status === 413) return documentTexts.tooLarge;
  if (error.status === 415) return documentTexts.wrongType;
  return error.code && fileFaults.includes(error.code) ? error.message : 'Failed to upload document.';
}

/** Whether the server looked into the file and does not take it: the same file would be refused again. */
export function isFileRefused(error: unknown): boolean {
  if (!(error instanceof ApiError) || error.kind !== 'refused') return false;
  return error.status === 413 || error.status === 415 || fileFaults.includes(error.code ?? '');
}

const saveFailures: Record<string, string> = {
  INVALID_FIELDS: 'All fields are required',
  MAXIMUM_LIMIT: 'Maximum limit reached',
  INTERNAL_ERROR: 'Internal server error',
};

/** Why an uploaded file was not saved among the documents (document 2, section 8). */
export function saveFailure(error: unknown): string {
  if (error instanceof ApiError && error.kind === 'offline') return 'Please check your connection.';
  const { code, message } = error instanceof ApiError && error.failure ? error.failure : { code: '', message: '' };
  return saveFailures[code] ?? (message || 'Unable to add new document');
}
