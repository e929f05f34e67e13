import { describe, expect, it } from 'vitest';
import { ApiError } from '../../../../../src/lib/api.ts';
import { pictureFault, uploadFault } from '../../../../../src/student/profile/picture/picture-rules.ts';

const mebibyte = 1024 * 1024;
const refused = (status: number, code: string) =>
  new ApiError('refused', code, status, { statusCode: status, code, errorCode: code, message: code, requestId: 'r' });

describe('a chosen file', () => {
  it.each(['image/jpeg', 'image/png', 'image/webp'])('may be %s', (type) => {
    expect(pictureFault({ type, size: 1 })).toBeNull();
  });

  it.each(['image/heic', 'image/heif', 'image/gif', 'image/svg+xml', 'application/pdf', ''])(
    'may not be %o',
    (type) => {
      expect(pictureFault({ type, size: 1 })).toBe('Only JPG, PNG, and WEBP images are allowed.');
    },
  );

  it('must stay below 10 MB', () => {
    expect(pictureFault({ type: 'image/png', size: 10 * mebibyte - 1 })).toBeNull();
    expect(pictureFault({ type: 'image/png', size: 10 * mebibyte })).toBe('File size must be less than 10MB.');
  });
});

describe('a failed upload', () => {
  it.each([
    [new ApiError('offline', 'No response from server'), 'Network error.'],
    [refused(500, 'INTERNAL_ERROR'), 'Failed to upload image.'],
    [refused(422, 'UNREADABLE'), 'Failed to upload image.'],
    [refused(415, 'WRONG_TYPE'), 'Only JPG, PNG, and WEBP images are allowed.'],
    [refused(413, 'TOO_LARGE'), 'File size must be less than 10MB.'],
    [new ApiError('broken', 'The answer could not be read.', 200), 'An error occurred.'],
    [new TypeError('x'), 'An error occurred.'],
  ])('of %s says what the catalogue does', (error, text) => {
    expect(uploadFault(error)).toBe(text);
  });
});
