import type { Sharp } from 'sharp';

/** The point of a photograph that must stay in view: percentages of its width and height. */
export type FocusPoint = { x: number; y: number };
type Prepared = { ending: string; bytes: Buffer };
type Slot = { ratio: number; widths: readonly number[] };

/**
 * The shapes of pictures in the content folder, by their folder: `ratio` is width by height. Places are shown in several
 * sizes, faces in one.
 */
const slots: Record<string, Slot> = {
  campus: { ratio: 8 / 5, widths: [320, 640, 960] },
  courses: { ratio: 8 / 5, widths: [320, 640, 960] },
  packages: { ratio: 8 / 5, widths: [320, 640, 960] },
  people: { ratio: 1, widths: [400] },
};
/** The width of the WebP file that content files name, for browsers without AVIF. */
const namedWidth = 640;

export const pictureFolders = Object.keys(slots);

/** Why a photograph cannot be used, as a sentence for whoever edits content. */
export class PictureError extends Error {}

/** The largest part of a picture with the slot's shape, as near to the focus point as the edges allow. In pixels. */
export function cropAround({ width, height }: { width: number; height: number }, ratio: number, focus: FocusPoint) {
  const size = {
    width: Math.min(width, Math.round(height * ratio)),
    height: Math.min(height, Math.round(width / ratio)),
  };
  const start = (whole: number, part: number, percent: number) =>
    Math.max(0, Math.min(whole - part, Math.round((whole * percent) / 100 - part / 2)));
  return { left: start(width, size.width, focus.x), top: start(height, size.height, focus.y), ...size };
}

async function readUpright(
  sharp: (path: string) => Sharp,
  path: string,
): Promise<{ data: Buffer; width: number; height: number }> {
  try {
    const { data, info } = await sharp(path)
      .autoOrient()
      .png({ compressionLevel: 1 })
      .toBuffer({ resolveWithObject: true });
    return { data, width: info.width, height: info.height };
  } catch {
    throw new PictureError(`${path} cannot be read as a picture`);
  }
}

/**
 * Makes the files of a photograph for a folder of `content/media`, without the camera's metadata: WebP and AVIF in the
 * slot's sizes, cropped around the focus point. Faces are one WebP file.
 * @throws PictureError if the file is no picture, or smaller than the slot's largest size
 */
export async function preparePicture(path: string, folder: string, focus: FocusPoint): Promise<Prepared[]> {
  const slot = slots[folder];
  if (!slot) throw new PictureError(`there are no pictures in the folder ${folder}`);
  const { ratio, widths } = slot;
  const { default: sharp } = await import('sharp');
  const { data, ...size } = await readUpright(sharp, path);
  const crop = cropAround(size, ratio, focus);
  const largest = Math.max(...widths);
  if (crop.width < largest) {
    const needed = `${largest} x ${Math.round(largest / ratio)}`;
    throw new PictureError(`${path} is too small: ${size.width} x ${size.height} pixels, but ${needed} are needed`);
  }
  const resize = (width: number) =>
    sharp(data)
      .extract(crop)
      .resize(width, Math.round(width / ratio));
  if (folder === 'people') return [{ ending: '.webp', bytes: await resize(largest).webp({ quality: 80 }).toBuffer() }];
  return [
    { ending: `-${namedWidth}.webp`, bytes: await resize(namedWidth).webp({ quality: 78 }).toBuffer() },
    ...(await Promise.all(
      widths.map(async (width) => ({
        ending: `-${width}.avif`,
        bytes: await resize(width).avif({ quality: 50 }).toBuffer(),
      })),
    )),
  ];
}
