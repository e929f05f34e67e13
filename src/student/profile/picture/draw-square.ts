import type { Square } from './crop.ts';

/** Pixels of the picture that is sent: a cadet pays for every byte, and no page shows it larger. */
export const sentSide = 640;
const quality = 0.86;

/** The square of a picture as a small JPEG; upright, since the browser has turned the picture. @throws Error where it can't be drawn */
export async function drawSquare(picture: HTMLImageElement, { left, top, side }: Square): Promise<File> {
  const canvas = document.createElement('canvas');
  const length = Math.max(Math.min(sentSide, Math.round(side)), 1);
  canvas.width = length;
  canvas.height = length;
  const context = canvas.getContext('2d');
  if (!context) throw new Error('This browser gives no canvas');
  // What is see-through would become black.
  context.fillStyle = '#ffffff';
  context.fillRect(0, 0, length, length);
  context.imageSmoothingQuality = 'high';
  context.drawImage(picture, left, top, side, side, 0, 0, length, length);
  const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/jpeg', quality));
  if (!blob) throw new Error('The picture could not be drawn');
  return new File([blob], 'profile.jpg', { type: 'image/jpeg' });
}
