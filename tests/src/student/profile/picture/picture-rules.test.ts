import { describe, expect, it } from 'vitest';
import type { RefusalCode } from '../../../../../contract/endpoint.ts';
import { uploadImage } from '../../../../../contract/files.ts';
import { ApiError } from '../../../../../src/lib/api.ts';
import { pictureFileError, uploadErrorText } from '../../../../../src/student/profile/picture/picture-rules.ts';
import { refusedCall } from '../../../../support/refused-call.ts';

const mebibyte = 1024 * 1024;
const refused = (code: RefusalCode<typeof uploadImage>, message?: string) =>
  refusedCall(uploadImage, code, message === undefined ? {} : { message });

describe('a chosen picture', () => {
  it.each(['image/jpeg', 'image/png', 'image/webp'])('a profile picture may have the file type %s', (type) => {
    expect(pictureFileError({ type, size: 1 })).toBeNull();
  });

  it.each(['image/heic', 'image/heif', 'image/gif', 'image/svg+xml', 'application/pdf', ''])(
    'a profile picture may not have the file type %j',
    (type) => {
      expect(pictureFileError({ type, size: 1 })).toBe('Only JPG, PNG, and WEBP images are allowed.');
    },
  );

  it('a profile picture must be smaller than 10 MB', () => {
    expect(pictureFileError({ type: 'image/png', size: 10 * mebibyte - 1 })).toBeNull();
    expect(pictureFileError({ type: 'image/png', size: 10 * mebibyte })).toBe('File size must be less than 10MB.');
  });
});

describe('a failed picture upload', () => {
  it.each([
    [new ApiError('offline', 'No response from server'), 'Network error.'],
    [refused('INTERNAL_ERROR'), 'Failed to upload image.'],
    [refused('UNREADABLE'), 'Failed to upload image.'],
    [refused('TOO_MANY_UPLOADS', 'Please try again tomorrow.'), 'Failed to upload image. Please try again tomorrow.'],
    [refused('UNAVAILABLE', 'Storage is nearly full.'), 'Failed to upload image. Storage is nearly full.'],
    [refused('WRONG_TYPE'), 'Only JPG, PNG, and WEBP images are allowed.'],
    [refused('TOO_LARGE'), 'File size must be less than 10MB.'],
    [new ApiError('refused', 'Too large', 413), 'File size must be less than 10MB.'],
    [new ApiError('broken', 'The response could not be read.', 200), 'An error occurred.'],
    [new TypeError('x'), 'An error occurred.'],
  ])('the upload of a profile picture that fails with “%s” shows the message: %s', (error, text) => {
    expect(uploadErrorText(error)).toBe(text);
  });
});
