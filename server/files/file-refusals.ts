import { type FileCode, longestFile } from '../../contract/files.ts';
import { Refusal } from '../http/refusal.ts';

/** What an upload is for; each takes other types. */
export type Purpose = 'document' | 'image';

const statuses: Record<FileCode, number> = {
  FILE_MISSING: 400,
  WRONG_TYPE: 415,
  TOO_LARGE: 413,
  UNREADABLE: 422,
  ACTIVE_CONTENT: 422,
  ENCRYPTED: 422,
};

/** The first two of each purpose are document 2's (section 8); the others say what to do. */
const texts: Record<Purpose, Record<FileCode, string>> = {
  document: {
    WRONG_TYPE: 'Only PDF files are allowed.',
    TOO_LARGE: 'File size must be less than 10MB.',
    FILE_MISSING: 'Please choose one file.',
    UNREADABLE: 'This PDF is damaged or incomplete. Please save it again and upload the new file.',
    ACTIVE_CONTENT:
      'This PDF has a script, an attachment or an active form in it. Please print it to a new PDF and upload that.',
    ENCRYPTED: 'This PDF is locked. Please save a copy without a password and upload that.',
  },
  image: {
    WRONG_TYPE: 'Only JPG, PNG, and WEBP images are allowed.',
    TOO_LARGE: 'File size must be less than 10MB.',
    FILE_MISSING: 'Please choose one file.',
    UNREADABLE: 'This picture is damaged or too large to read. Please choose another one.',
    ACTIVE_CONTENT: 'Only JPG, PNG, and WEBP images are allowed.',
    ENCRYPTED: 'Only JPG, PNG, and WEBP images are allowed.',
  },
};

/** Most bytes: a document may have them, an image must stay below (document 2, section 9). */
export const mostBytes: Record<Purpose, number> = { document: longestFile, image: longestFile - 1 };

/** A file that is not taken. */
export function refuseFile(purpose: Purpose, code: FileCode, cause?: unknown): Refusal {
  return new Refusal(statuses[code], code, texts[purpose][code], { cause });
}
