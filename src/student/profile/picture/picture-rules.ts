import { imageTypes, longestFile, uploadImage } from '../../../../contract/files.ts';
import { ApiError } from '../../../lib/api.ts';
import { isRefusal } from '../../../lib/refusals.ts';

/** Error messages for profile images (`docs/product.md#student-area`). */
export const pictureTexts = {
  wrongType: 'Only JPG, PNG, and WEBP images are allowed.',
  tooLarge: 'File size must be less than 10MB.',
  refused: 'Failed to upload image.',
  offline: 'Network error.',
  unknown: 'An error occurred.',
  notSaved: 'Something went wrong.',
} as const;

/**
 * Why a chosen file cannot be the profile image; null if it can. HEIC photos, which some phones take, are not allowed.
 */
export function pictureFileError(file: Pick<File, 'type' | 'size'>): string | null {
  if (!imageTypes.some((type) => type === file.type)) return pictureTexts.wrongType;
  return file.size >= longestFile ? pictureTexts.tooLarge : null;
}

/** The error message for a profile image that could not be uploaded. */
export function uploadErrorText(error: unknown): string {
  if (!(error instanceof ApiError) || error.kind === 'broken') return pictureTexts.unknown;
  if (error.kind === 'offline') return pictureTexts.offline;
  if (error.status === 415) return pictureTexts.wrongType;
  if (error.status === 413) return pictureTexts.tooLarge;
  // Show the server's message after the general one, because it says when to try again or what else to do.
  if (isRefusal(error, uploadImage, 'TOO_MANY_UPLOADS', 'UNAVAILABLE'))
    return `${pictureTexts.refused} ${error.message}`;
  return pictureTexts.refused;
}
