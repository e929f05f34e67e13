import type { Sharp } from 'sharp';
import { leastPictureSize, type PictureFolder, pictureShapes } from '../../../contract/staff/content-pictures.ts';

/** The point of a photograph that must stay in view, in percent of its width and height. */
export type FocusPoint = { x: number; y: number };
/** One file of a picture, in one size and format. `ending`: the end of the file's path, such as `-640.webp`. */
export type PreparedPicture = { ending: string; mediaType: string; bytes: Buffer; width: number; height: number };

type Size = { width: number; height: number };

/** The width of the WebP file in pixels. Content files refer to this file, which is shown in browsers without AVIF. */
const namedWidth = 640;
/**
 * Largest number of pixels of a photograph: a little more than phones take (50 MP). A larger one may be a decompression
 * bomb.
 */
const maxPixels = 56_000_000;
const timeoutSeconds = 20;
const readableFormats: readonly string[] = ['jpeg', 'png', 'webp', 'heif'];

/**
 * Why a photograph cannot be used. `message` is a sentence without its subject; the caller puts the name of the
 * photograph before it.
 */
export class PictureError extends Error {
  override name = 'PictureError';
  readonly code: 'UNREADABLE' | 'TOO_SMALL';

  constructor(code: PictureError['code'], message: string, cause?: unknown) {
    super(message, { cause });
    this.code = code;
  }
}

/**
 * Returns the largest part of a picture that has the given ratio of width to height, in pixels. Its centre is as near
 * to the focus point as the edges of the picture allow.
 */
export function cropAround({ width, height }: Size, ratio: number, focus: FocusPoint) {
  const size = {
    width: Math.min(width, Math.round(height * ratio)),
    height: Math.min(height, Math.round(width / ratio)),
  };
  const start = (whole: number, part: number, percent: number) =>
    Math.max(0, Math.min(whole - part, Math.round((whole * percent) / 100 - part / 2)));
  return { left: start(width, size.width, focus.x), top: start(height, size.height, focus.y), ...size };
}

/**
 * The width and height of a photograph in pixels, after it was turned upright.
 * @throws Error unless it is a still picture in a readable format
 */
async function readSize(photograph: Sharp): Promise<Size> {
  const { format, pages = 1, autoOrient } = await photograph.metadata();
  if (!readableFormats.includes(format) || pages > 1) throw new Error(`${format} with ${pages} pages`);
  return autoOrient;
}

/** Throws a PictureError for an error of the image decoder. */
function throwUnreadable(error: unknown): never {
  throw new PictureError('UNREADABLE', 'cannot be read as a picture', error);
}

/**
 * Makes the picture files of a photograph for a folder of pictures: WebP and AVIF files in the folder's sizes, cropped
 * around the focus point and without the camera's metadata. For the folder `people`, it makes a single WebP file. The
 * first file is the one to which content files refer.
 * @throws PictureError if the photograph cannot be read, or is smaller than the folder's largest size
 */
export async function preparePicture(
  path: string,
  folder: PictureFolder,
  focus: FocusPoint,
): Promise<[PreparedPicture, ...PreparedPicture[]]> {
  const { ratio, widths } = pictureShapes[folder];
  // Import the image decoder only when needed, because it is large.
  const { default: sharp } = await import('sharp');
  const photograph = sharp(path, { limitInputPixels: maxPixels, failOn: 'warning', sequentialRead: true });
  const size = await readSize(photograph).catch(throwUnreadable);
  const crop = cropAround(size, ratio, focus);
  const least = leastPictureSize(folder);
  if (crop.width < least.width)
    throw new PictureError(
      'TOO_SMALL',
      `is too small: ${size.width} x ${size.height} pixels, but ${least.width} x ${least.height} are needed`,
    );
  // Decode the photograph only once, and reduce it to twice the width of the largest picture file. This keeps the
  // details and needs little memory.
  const cropped = await photograph
    .autoOrient()
    .extract(crop)
    .resize(Math.min(crop.width, 2 * least.width))
    .png({ compressionLevel: 1 })
    .timeout({ seconds: timeoutSeconds })
    .toBuffer()
    .catch(throwUnreadable);
  const make = async (width: number, format: 'webp' | 'avif', quality: number, ending: string) => {
    const height = Math.round(width / ratio);
    const resized = sharp(cropped).resize(width, height);
    const bytes = await (format === 'webp' ? resized.webp({ quality }) : resized.avif({ quality })).toBuffer();
    return { ending, mediaType: `image/${format}`, bytes, width, height };
  };
  if (folder === 'people') return [await make(least.width, 'webp', 80, '.webp')];
  return [
    await make(namedWidth, 'webp', 78, `-${namedWidth}.webp`),
    ...(await Promise.all(widths.map((width) => make(width, 'avif', 50, `-${width}.avif`)))),
  ];
}
