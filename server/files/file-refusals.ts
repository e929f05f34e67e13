import { type FileCode, fileRefusals, longestFile } from '../../contract/files.ts';
import { longestPicture } from '../../contract/staff/content-pictures.ts';
import { type Refusal, refuse } from '../http/refusal.ts';

/** The purpose of a student's uploaded file. It determines the accepted file types. */
export type Purpose = 'document' | 'image';
/** What an upload is: a student's file, or a picture for the academy's content. */
export type UploadKind = Purpose | 'picture';

/**
 * The messages for uploaders about why a file was rejected. For students, the specification prescribes the messages of
 * WRONG_TYPE and TOO_LARGE. The other messages say what to do next.
 */
const messages = {
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
  picture: {
    WRONG_TYPE:
      'The file is no JPEG, PNG, WebP or AVIF picture. Save the picture in one of these formats and upload that.',
    TOO_LARGE: 'The picture is larger than 10 MB. Save a smaller copy, such as 2000 pixels wide, and upload that.',
    FILE_MISSING: 'Choose one picture.',
  },
} satisfies Record<UploadKind, Partial<Record<FileCode, string>>>;

/**
 * Maximum size of an uploaded file in bytes. The specification allows documents of up to and including 10 MB, but
 * only images smaller than 10 MB.
 */
export const maxBytes: Record<UploadKind, number> = {
  document: longestFile,
  image: longestFile - 1,
  picture: longestPicture,
};

/** Creates the refusal of an unacceptable upload. */
export function refuseFile<Kind extends UploadKind>(
  kind: Kind,
  code: keyof (typeof messages)[Kind] & FileCode,
  cause?: unknown,
): Refusal {
  const declared: FileCode = code;
  return refuse(fileRefusals, declared, String(messages[kind][code]), { cause });
}
