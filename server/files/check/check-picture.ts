import type { Sharp } from 'sharp';
import { refuseFile } from '../file-refusals.ts';

/** Width and height in pixels of a profile picture as it is stored. */
const imageSide = 512;
/**
 * Maximum number of pixels of an uploaded picture: a little more than the cameras of phones have (50 megapixels). A
 * larger picture may be a decompression bomb.
 */
const maxPixels = 56_000_000;
const timeoutSeconds = 20;
const acceptedFormats: ReadonlyArray<string | undefined> = ['jpeg', 'png', 'webp'];

const signatures: ReadonlyArray<(head: Buffer) => boolean> = [
  (head) => head.subarray(0, 3).equals(Buffer.from([0xff, 0xd8, 0xff])),
  (head) => head.subarray(0, 8).equals(Buffer.from('\x89PNG\r\n\x1a\n', 'latin1')),
  (head) => head.toString('latin1', 0, 4) === 'RIFF' && head.toString('latin1', 8, 12) === 'WEBP',
];

/** How many bytes at the start of a file are needed to recognise its type. */
export const signatureBytes = 12;

/**
 * True if a file starts with the signature of JPEG, PNG or WebP. A student's file without such a signature never
 * reaches the image decoder.
 */
export function hasPictureSignature(head: Buffer): boolean {
  return signatures.some((matches) => matches(head));
}

/** Like `hasPictureSignature`, but also true for AVIF, which editors may upload. */
export function hasContentPictureSignature(head: Buffer): boolean {
  return hasPictureSignature(head) || head.toString('latin1', 4, 12) === 'ftypavif';
}

async function requireStill(picture: Sharp): Promise<void> {
  const { format, pages = 1 } = await picture.metadata();
  if (!acceptedFormats.includes(format) || pages > 1) throw refuseFile('image', 'WRONG_TYPE');
}

/**
 * Re-encodes the centre of a picture as an upright square WebP without metadata.
 * @throws Refusal 415 WRONG_TYPE unless the picture is a JPEG, PNG or WebP without animation; 422 UNREADABLE if it
 *   cannot be decoded completely
 */
export async function squarePicture(path: string): Promise<Buffer> {
  // Import the image decoder only when needed, because it is large.
  const { default: sharp } = await import('sharp');
  const picture = sharp(path, { limitInputPixels: maxPixels, failOn: 'warning', sequentialRead: true });
  try {
    await requireStill(picture);
    return await picture
      .autoOrient()
      .resize(imageSide, imageSide, { fit: 'cover' })
      .webp({ quality: 82 })
      .timeout({ seconds: timeoutSeconds })
      .toBuffer();
  } catch (error) {
    throw error instanceof Error && error.name === 'Refusal' ? error : refuseFile('image', 'UNREADABLE', error);
  }
}
