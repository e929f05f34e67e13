import { imageTypes, longestFile } from '../../../../contract/files.ts';
import { ApiError } from '../../../lib/api.ts';

/** Texts of the catalogue (document 2, section 8). */
export const pictureTexts = {
  wrongType: 'Only JPG, PNG, and WEBP images are allowed.',
  tooLarge: 'File size must be less than 10MB.',
  refused: 'Failed to upload image.',
  offline: 'Network error.',
  unknown: 'An error occurred.',
  notSaved: 'Something went wrong.',
} as const;
export type PictureText = (typeof pictureTexts)[keyof typeof pictureTexts];

/** What keeps a chosen file from being a profile image; null where nothing does. A phone's HEIC is of a wrong type. */
export function pictureFault(file: Pick<File, 'type' | 'size'>): PictureText | null {
  if (!imageTypes.some((type) => type === file.type)) return pictureTexts.wrongType;
  return file.size >= longestFile ? pictureTexts.tooLarge : null;
}

/** What a failed upload says. */
export function uploadFault(error: unknown): PictureText {
  if (!(error instanceof ApiError) || error.kind === 'broken') return pictureTexts.unknown;
  if (error.kind === 'offline') return pictureTexts.offline;
  if (error.code === 'WRONG_TYPE') return pictureTexts.wrongType;
  return error.code === 'TOO_LARGE' ? pictureTexts.tooLarge : pictureTexts.refused;
}
