import type { Square } from './crop.ts';

/**
 * Maximum length of the uploaded picture's sides, in pixels. No page shows the picture larger, and uploads at sea are
 * expensive.
 */
const maxSide = 640;
const quality = 0.86;

/**
 * Cuts a square out of a picture and returns it as a small JPEG. `picture` is upright, because the browser has already
 * applied the EXIF rotation.
 * @throws Error if the picture cannot be drawn
 */
export async function drawSquare(picture: HTMLImageElement, { left, top, side }: Square): Promise<File> {
  const canvas = document.createElement('canvas');
  const length = Math.max(Math.min(maxSide, Math.round(side)), 1);
  canvas.width = length;
  canvas.height = length;
  const context = canvas.getContext('2d');
  if (!context) throw new Error('This browser gives no canvas');
  // Fill the canvas with white: JPEG has no transparency, and transparent pixels would become black.
  context.fillStyle = '#ffffff';
  context.fillRect(0, 0, length, length);
  context.imageSmoothingQuality = 'high';
  context.drawImage(picture, left, top, side, side, 0, 0, length, length);
  const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/jpeg', quality));
  if (!blob) throw new Error('The picture could not be drawn');
  return new File([blob], 'profile.jpg', { type: 'image/jpeg' });
}
