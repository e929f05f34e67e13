import { type FileCode, fileRefusals, longestFile } from '../../contract/files.ts';
import { type Refusal, refuse } from '../http/refusal.ts';

/** The purpose of an uploaded file. It determines the accepted file types. */
export type Purpose = 'document' | 'image';

/**
 * Messages of rejected files. The specification prescribes those of WRONG_TYPE and TOO_LARGE; the others tell the
 * student what to do.
 */
const messages: Record<Purpose, Record<FileCode, string>> = {
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

/**
 * Largest size of an uploaded file in bytes. The specification allows a document of exactly 10 MB, but an image must be
 * smaller.
 */
export const maxBytes: Record<Purpose, number> = { document: longestFile, image: longestFile - 1 };

/** Creates the refusal of an uploaded file. */
export function refuseFile(purpose: Purpose, code: FileCode, cause?: unknown): Refusal {
  return refuse(fileRefusals, code, messages[purpose][code], { cause });
}
