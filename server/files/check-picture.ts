import type { Sharp } from 'sharp';
import { refuseFile } from './file-refusals.ts';

/** Side of a stored profile image in pixels. */
export const imageSide = 512;
/** The largest picture that a phone takes (50 MP, and some to spare); what is packed beyond it is a bomb. */
const mostPixels = 56_000_000;
const longestSeconds = 20;
const takenFormats: ReadonlyArray<string | undefined> = ['jpeg', 'png', 'webp'];

const starts: ReadonlyArray<(head: Buffer) => boolean> = [
  (head) => head.subarray(0, 3).equals(Buffer.from([0xff, 0xd8, 0xff])),
  (head) => head.subarray(0, 8).equals(Buffer.from('\x89PNG\r\n\x1a\n', 'latin1')),
  (head) => head.toString('latin1', 0, 4) === 'RIFF' && head.toString('latin1', 8, 12) === 'WEBP',
];

/** True for bytes that begin as JPEG, PNG or WEBP do: no other decoder gets to see a file. */
export function isPictureStart(head: Buffer): boolean {
  return starts.some((begins) => begins(head));
}

async function requireStill(picture: Sharp): Promise<void> {
  const { format, pages = 1 } = await picture.metadata();
  if (!takenFormats.includes(format) || pages > 1) throw refuseFile('image', 'WRONG_TYPE');
}

/**
 * The middle of a picture, turned upright, as a square WebP with nothing but its pixels.
 * @throws Refusal 415 WRONG_TYPE for what is no still JPEG, PNG or WEBP, 422 UNREADABLE for what cannot be decoded whole
 */
export async function squarePicture(from: string): Promise<Buffer> {
  // The decoder is large, and most starts of the server never need it.
  const { default: sharp } = await import('sharp');
  const picture = sharp(from, { limitInputPixels: mostPixels, failOn: 'warning', sequentialRead: true });
  try {
    await requireStill(picture);
    return await picture
      .autoOrient()
      .resize(imageSide, imageSide, { fit: 'cover' })
      .webp({ quality: 82 })
      .timeout({ seconds: longestSeconds })
      .toBuffer();
  } catch (error) {
    throw error instanceof Error && error.name === 'Refusal' ? error : refuseFile('image', 'UNREADABLE', error);
  }
}
